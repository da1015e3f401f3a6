// What happened to a record after an operation: why that can't be taken back, or not all of it.

import { useQuery } from '@urql/preact';
import { NewestDocument, type RecordAction } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { acted } from '../../parts/small';

/** Nothing takes these back. */
const FINAL: readonly RecordAction[] = ['HELD', 'RELEASED', 'PURGED'];

/** Why nothing of what was done can be taken back. */
export function NotUndoable({ events }: { events: readonly { action: RecordAction }[] }) {
  const { t } = useLanguage();
  return <p class="dim">{t(events.every((it) => FINAL.includes(it.action)) ? 'audit.final' : 'audit.notUndoable')}</p>;
}

export function Later({ recordId, operationId, label }: { recordId: string; operationId: string; label?: string | null }) {
  const { t, exact } = useLanguage();
  const [{ data }] = useQuery({ query: NewestDocument, variables: { recordId }, requestPolicy: 'network-only' });
  const [newest] = data?.recordEvents?.nodes ?? [];
  if (!newest || newest.operationId === operationId) return null;
  return (
    <p class="dim">
      {t('operations.since', { label: label ?? recordId, what: t(`action.${newest.action}` as Key), who: acted(t, newest.actor), when: exact(newest.createdAt) })}
    </p>
  );
}
