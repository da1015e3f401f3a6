// Before a record is restored that others belong to: what stands in the way, and what comes back with it.

import type { RestorePreviewQuery } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { Dialog } from '../../parts/dialog';
import { Button, KindBadge } from '../../parts/small';

export type Preview = NonNullable<NonNullable<NonNullable<RestorePreviewQuery['restorePreview']>[number]>>;

/** Whether somebody should be asked first. */
export const isWorthAQuestion = (it: Preview) => it.relatedCount > 0 || it.ownerDeleted || it.obstacles.length > 0;

export function PreviewDialog({ preview, label, onRestore, onClose }: {
  preview: Preview; label: string; onRestore(related: boolean): void; onClose(): void;
}) {
  const { t } = useLanguage();
  const { obstacles, owner, ownerDeleted, refersTo, relatedCount, canRestore } = preview;
  const deleted = refersTo.filter((it) => it.deletedAt);
  return (
    <Dialog title={t('preview.title', { label })} onClose={onClose}>
      {obstacles.map((it) => <p key={it.message} class="field-error">{t('trash.blocked', { why: it.message })}</p>)}
      {ownerDeleted && <p>{t('preview.owner', { label: owner?.email ?? t('common.nobody') })}</p>}
      {deleted.length > 0 && (
        <>
          <p>{t('preview.needs')}</p>
          <ul class="plain-list">{deleted.map((it) => <li key={it.id}><KindBadge kind={it.kind} /> {it.label}</li>)}</ul>
        </>
      )}
      {obstacles.length === 0 && !ownerDeleted && deleted.length === 0 && <p>{t('preview.clear')}</p>}
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button disabled={!canRestore} onClick={() => onRestore(false)}>{t('preview.alone')}</Button>
        {relatedCount > 0 && (
          <Button look="primary" icon="restore" disabled={!canRestore} onClick={() => onRestore(true)}>{t('preview.related', { count: relatedCount })}</Button>
        )}
      </footer>
    </Dialog>
  );
}
