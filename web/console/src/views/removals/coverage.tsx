// What the database keeps of the tables of other programs, since when, and what it no longer does.

import { useQuery } from '@urql/preact';
import { coded, type Coded } from '../../api/said';
import { CoverageDocument } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { Dialog } from '../../parts/dialog';
import { Failure } from '../../parts/listing';
import { Badge, Button, Skeleton } from '../../parts/small';

const useCoverage = () => useQuery({ query: CoverageDocument, requestPolicy: 'cache-and-network' });

/** Says that something isn't kept, where that is so. */
export function Gaps({ onOpen }: { onOpen(): void }) {
  const { t, list } = useLanguage();
  const [{ data }] = useCoverage();
  const found = (data?.adoptedTables ?? []).filter((it) => it.gaps.length > 0);
  if (found.length === 0) return null;
  return (
    <p class="banner" role="status">
      {t('removals.gaps', { tables: list(found.map((it) => it.name)) })} <Button onClick={onOpen}>{t('removals.coverage')}</Button>
    </p>
  );
}

export function CoverageDialog({ onClose }: { onClose(): void }) {
  const language = useLanguage();
  const { t, exact } = language;
  const [{ data, error }, again] = useCoverage();
  return (
    <Dialog wide title={t('removals.coverage')} onClose={onClose}>
      <p>{t('removals.coverageLead')}</p>
      {error && !data && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!data && !error && <Skeleton lines={4} />}
      <ul class="plain-list findings" tabIndex={0} aria-label={t('removals.coverage')}>
        {(data?.adoptedTables ?? []).map(({ name, since, keepDays, gaps, said }) => (
          <li key={name} class="finding">
            <p><strong>{name}</strong> {gaps.length === 0 && <Badge tone="RESTORED">{t('removals.kept')}</Badge>}</p>
            {since && <p class="dim">{t('removals.keptSince', { when: exact(since) })}{keepDays && ` ${t('removals.keptFor', { count: keepDays })}`}</p>}
            {gaps.map((it, at) => <p key={it} class="field-error">{coded(language, 'gaps', (said as Coded[])[at] as Coded) ?? it}</p>)}
          </li>
        ))}
      </ul>
      <footer><Button look="primary" onClick={onClose}>{t('common.close')}</Button></footer>
    </Dialog>
  );
}
