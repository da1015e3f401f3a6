// Before records are purged: what can't be, and why, and that nothing brings the others back.

import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import type { Refused, Target } from '../../app/acts';
import { MOST } from '../../app/requests';
import { RestorePreviewDocument, type HoldFragment, type RowFragment } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { useAttempt } from '../../parts/attempt';
import { Dialog } from '../../parts/dialog';
import { isTooLong, ReasonField, SureField } from '../../parts/field';
import { Button, KindBadge, useKindName } from '../../parts/small';

export type Purgeable = Pick<RowFragment, 'id' | 'kind' | 'label' | 'viewerCan' | 'deletedAt'> & { hold?: HoldFragment | null };

export const mayPurge = (it: Purgeable) => it.viewerCan.purge && !it.hold;

/** Of how many records one request may ask what belongs to them. */
const ASKED = 100;

export function PurgeDialog({ rows, refused, reason: given = '', onPurge, onClose }: {
  rows: readonly Purgeable[]; refused: ReadonlyMap<string, Refused>; reason?: string;
  onPurge(targets: readonly Target[], reason: string): Promise<string | undefined>; onClose(): void;
}) {
  const { t, list } = useLanguage();
  const kindName = useKindName();
  const [reason, setReason] = useState(given);
  const [sure, setSure] = useState(false);
  const { problem, attempt } = useAttempt(onClose);
  // As they were when it was opened: what is purged leaves the list below.
  const [targets] = useState(() => rows.filter(mayPurge));
  const [kept] = useState(() => rows.filter((it) => !mayPurge(it)));
  const [{ data }] = useQuery({
    query: RestorePreviewDocument, variables: { ids: targets.slice(0, ASKED).map((it) => it.id) }, requestPolicy: 'network-only', pause: targets.length === 0,
  });
  const previews = (data?.restorePreview ?? []).flatMap((it) => it ?? []);
  // Those that are purged with it don't keep it.
  const chosenOf = (id: string, kind: string) =>
    previews.filter(({ record, refersTo }) => record.kind === kind && refersTo.some((it) => it.id === id)).length;
  const findings = targets.map((target) => {
    const dependents = previews.find((it) => it.id === target.id)?.dependents ?? [];
    const others = dependents.flatMap(({ kind, count }) => {
      const rest = count - chosenOf(target.id, kind);
      return rest > 0 ? [t('preview.count', { count: rest, kind: kindName(kind, rest) })] : [];
    });
    const { act, why } = refused.get(target.id) ?? {};
    return { target, others, why: act === 'purge' && problem && targets.length > 1 ? why : undefined };
  }).filter(({ others, why }) => others.length > 0 || why);
  const count = targets.length;
  return (
    <Dialog title={t('purge.title', { count: rows.length, label: rows[0]?.label })} onClose={onClose}>
      <p>{t('purge.lead', { count: rows.length })}</p>
      {(kept.length > 0 || findings.length > 0) && (
        <ul class="plain-list findings" tabIndex={0} aria-label={t('purge.kept')}>
          {kept.map((it) => (
            <li key={it.id} class="finding">
              <p><KindBadge kind={it.kind} /> <strong>{it.label}</strong></p>
              <p class="field-error">{it.hold ? t('purge.isHeld', { why: it.hold.reason }) : t(it.deletedAt ? 'purge.isForbidden' : 'purge.isLive')}</p>
            </li>
          ))}
          {findings.map(({ target, others, why }) => (
            <li key={target.id} class="finding">
              <p><KindBadge kind={target.kind} /> <strong>{target.label}</strong></p>
              {why ? <p class="field-error">{why}</p> : <p>{t('purge.isReferred', { kinds: list(others) })}</p>}
            </li>
          ))}
        </ul>
      )}
      {count > 0 && <ReasonField value={reason} onChange={setReason} hint={t('audit.reasonHint')} />}
      {count > 0 && <SureField value={sure} onChange={setSure} />}
      <p class="field-error" role="alert">{problem}</p>
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          look="danger" icon="trash" disabled={count === 0 || !sure || isTooLong(reason)}
          onClick={() => void attempt(() => onPurge(targets, reason), count > MOST.purge)}
        >
          {t('purge.go', { count })}
        </Button>
      </footer>
    </Dialog>
  );
}
