// What keeps a record, and its end: holding it, releasing it, and purging it.

import { useClient, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { explain } from '../../api/errors';
import { readAgain } from '../../api/lists';
import { useActs } from '../../app/acts';
import { useToasts } from '../../app/toasts';
import { useViewer } from '../../app/viewer';
import { HeldByDocument, HoldDocument, ReleaseDocument, type HoldFragment } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { useAttempt } from '../../parts/attempt';
import { Dialog } from '../../parts/dialog';
import { isTooLong, ReasonField } from '../../parts/field';
import { Badge, Button, Time, acted } from '../../parts/small';
import { mayPurge, PurgeDialog, type Purgeable } from '../trash/purge';

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

function HoldDialog({ record: { id, label, hold }, onClose }: { record: Purgeable; onClose(): void }) {
  const language = useLanguage();
  const { t } = language;
  const client = useClient();
  const { show } = useToasts();
  const [reason, setReason] = useState('');
  // What it is for stays, also when somebody else does the same meanwhile.
  const [isHeld] = useState(!!hold);
  const { problem, attempt } = useAttempt(onClose);
  async function run() {
    const { error } = await client.mutation(isHeld ? ReleaseDocument : HoldDocument, { id, reason: reason.trim() }).toPromise();
    if (error) return explain(language, error);
    show({ tone: 'success', text: t(isHeld ? 'hold.released' : 'hold.done', { label }) });
    readAgain();
    return undefined;
  }
  return (
    <Dialog title={t(isHeld ? 'hold.releaseTitle' : 'hold.title', { label })} onClose={onClose}>
      <p>{t(isHeld ? 'hold.releaseLead' : 'hold.lead')}</p>
      <ReasonField required value={reason} onChange={setReason} hint={t('audit.reasonHint')} />
      <p class="field-error" role="alert">{problem}</p>
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" disabled={!reason.trim() || isTooLong(reason)} onClick={() => void attempt(run)}>{t(isHeld ? 'hold.release' : 'hold.go')}</Button>
      </footer>
    </Dialog>
  );
}

/** The buttons for these among those of a record. */
export function KeepActs({ record, restorable }: { record: Purgeable; restorable: boolean }) {
  const { t } = useLanguage();
  const { act, refused } = useActs();
  const [open, setOpen] = useState<'hold' | 'purge'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {restorable && record.viewerCan.hold && <Button onClick={() => setOpen('hold')}>{t(record.hold ? 'hold.release' : 'hold.go')}</Button>}
      {record.deletedAt && mayPurge(record) && <Button look="danger" icon="trash" onClick={() => setOpen('purge')}>{t('purge.one')}</Button>}
      {open === 'hold' && <HoldDialog record={record} onClose={close} />}
      {open === 'purge' && (
        <PurgeDialog rows={[record]} refused={refused} onPurge={(targets, reason) => act('purge', targets, { reason })} onClose={close} />
      )}
    </>
  );
}
