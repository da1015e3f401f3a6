// What an undo left alone: why, and what stands there now.

import { useQuery } from '@urql/preact';
import { refusal } from '../../api/errors';
import { AuditDocument, type OutcomeFragment } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { KindBadge } from '../../parts/small';
import { Present } from '../audit/event';
import { Later } from './later';

/** How many are shown; the rest is counted. */
const MOST = 20;

export function Conflicts({ operationId, refused }: { operationId: string; refused: readonly OutcomeFragment[] }) {
  const language = useLanguage();
  const { t } = language;
  const [{ data }] = useQuery({ query: AuditDocument, variables: { operationId, first: 100 } });
  const events = data?.recordEvents?.nodes ?? [];
  return (
    <>
      <ul class="plain-list findings" tabIndex={0} aria-label={t('operations.left')}>
        {refused.slice(0, MOST).map(({ id, error }) => {
          const event = events.find((it) => it.recordId === id);
          return (
            <li key={id} class="finding">
              <p>{event && <KindBadge kind={event.kind} />} <strong>{event?.label ?? id}</strong></p>
              {error && <p class="field-error">{refusal(language, error)}</p>}
              <Later recordId={id} operationId={operationId} label={event?.label} />
              {event?.action === 'UPDATED' && <Present event={event} />}
            </li>
          );
        })}
      </ul>
      {refused.length > MOST && <p class="dim">{t('bulk.more', { count: refused.length - MOST })}</p>}
    </>
  );
}
