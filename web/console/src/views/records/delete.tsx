// Before records are deleted: the question, and the reason for those who find them in the trash.

import { useState } from 'preact/hooks';
import type { Target } from '../../app/acts';
import { MOST } from '../../app/requests';
import { useLanguage } from '../../i18n';
import { useAttempt } from '../../parts/attempt';
import { Dialog } from '../../parts/dialog';
import { isTooLong, ReasonField } from '../../parts/field';
import { Button } from '../../parts/small';

export function DeleteDialog({ targets, restorable, reason: given = '', onDelete, onClose }: {
  targets: readonly Target[]; restorable: boolean; reason?: string; onDelete(reason: string): Promise<string | undefined>; onClose(): void;
}) {
  const { t } = useLanguage();
  const [reason, setReason] = useState(given);
  const { problem, attempt } = useAttempt(onClose);
  return (
    <Dialog title={t('records.deleteTitle', { count: targets.length, label: targets[0]?.label })} onClose={onClose}>
      <p>{t(restorable ? 'records.deleteLead' : 'keys.deleted', { count: targets.length })}</p>
      <ReasonField value={reason} onChange={setReason} hint={t('records.reasonHint')} />
      <p class="field-error" role="alert">{problem}</p>
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look="danger" icon="trash" disabled={isTooLong(reason)} onClick={() => void attempt(() => onDelete(reason), targets.length > MOST.delete)}>{t('common.delete')}</Button>
      </footer>
    </Dialog>
  );
}
