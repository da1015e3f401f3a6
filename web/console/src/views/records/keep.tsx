// What keeps a record, and its end: holding it, releasing it, and purging it.

import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { useActs } from '../../app/acts';
import { useViewer } from '../../app/viewer';
import { HeldByDocument, type HoldFragment } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { Badge, Button, Time, acted } from '../../parts/small';
import { mayPurge, PurgeDialog, type Purgeable } from '../trash/purge';
import { HoldDialog, type Keep } from './hold';

/** That a record is on hold, in its row. */
export function HeldBadge({ hold }: { hold: HoldFragment | null | undefined }) {
  const { t } = useLanguage();
  return hold ? <Badge tone="WARNING">{t('hold.badge')}</Badge> : null;
}

/** Why it is kept, since when, and who said so. */
export function HeldFact({ id, hold }: { id: string; hold: HoldFragment | null | undefined }) {
  const { t } = useLanguage();
  const { canAudit } = useViewer();
  const [{ data }] = useQuery({ query: HeldByDocument, variables: { recordId: id }, requestPolicy: 'network-only', pause: !hold || !canAudit });
  if (!hold) return null;
  const [event] = data?.recordEvents?.nodes ?? [];
  return (
    <>
      <div><dt>{t('hold.badge')}</dt><dd>{hold.reason}</dd></div>
      <div><dt>{t('hold.since')}</dt><dd><Time full at={hold.since} />{event && <> {t('trash.by', { label: acted(t, event.actor) })}</>}</dd></div>
    </>
  );
}

/** The buttons for these among those of a record. */
export function KeepActs({ record, restorable }: { record: Purgeable; restorable: boolean }) {
  const { t } = useLanguage();
  const { act, refused } = useActs();
  const [open, setOpen] = useState<Keep | 'purge'>();
  const what = record.hold ? 'release' : 'hold';
  const close = () => setOpen(undefined);
  return (
    <>
      {restorable && record.viewerCan.hold && <Button icon={record.hold ? 'unlock' : 'lock'} onClick={() => setOpen(what)}>{t(record.hold ? 'hold.release' : 'hold.go')}</Button>}
      {record.deletedAt && mayPurge(record) && <Button look="danger" icon="trash" onClick={() => setOpen('purge')}>{t('purge.one')}</Button>}
      {open && open !== 'purge' && (
        <HoldDialog what={open} rows={[record]} onKeep={(targets, reason) => act(open, targets, { reason })} onClose={close} />
      )}
      {open === 'purge' && (
        <PurgeDialog rows={[record]} refused={refused} onPurge={(targets, reason) => act('purge', targets, { reason })} onClose={close} />
      )}
    </>
  );
}
