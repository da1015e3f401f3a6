// Before records are restored that others belong to: what blocks it, and what comes back with them.

import { useState } from 'preact/hooks';
import type { RestorePreviewQuery } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { Dialog } from '../../parts/dialog';
import { ReasonField } from '../../parts/field';
import { Button, KindBadge, useKindName } from '../../parts/small';

export type Preview = NonNullable<NonNullable<NonNullable<RestorePreviewQuery['restorePreview']>[number]>>;
export type Choice = { related: boolean; reason: string };

const isBlocked = (it: Preview) => !it.canRestore || it.obstacles.length > 0;

/** Whether somebody should be asked first. */
export const isWorthAQuestion = (it: Preview) =>
  isBlocked(it) || it.relatedCount > 0 || it.ownerDeleted || it.refersTo.some((other) => other.deletedAt);

function Finding({ preview }: { preview: Preview }) {
  const { t, list } = useLanguage();
  const kindName = useKindName();
  const { record, obstacles, canRestore, owner, ownerDeleted, refersTo, dependents, tooManyRelated } = preview;
  const missing = refersTo.filter((it) => it.deletedAt && it.id !== owner?.id);
  const together = dependents.filter((it) => it.deletedTogether > 0);
  return (
    <li class="finding">
      <p><KindBadge kind={record.kind} /> <strong>{record.label}</strong></p>
      {obstacles.map((it) => <p key={it.message} class="field-error">{t('trash.blocked', { why: it.message })}</p>)}
      {!canRestore && obstacles.length === 0 && <p class="field-error">{t('trash.mayNot')}</p>}
      {ownerDeleted && <p>{t('preview.owner', { label: owner?.email ?? t('common.nobody') })}</p>}
      {missing.length > 0 && <p>{t('preview.needs', { labels: list(missing.map((it) => it.label)) })}</p>}
      {together.length > 0 && (
        <p>{t('preview.together', {
          kinds: list(together.map((it) => t('preview.count', { count: it.deletedTogether, kind: kindName(it.kind, it.deletedTogether) }))),
        })}</p>
      )}
      {tooManyRelated && <p class="field-error">{t('preview.tooMany')}</p>}
    </li>
  );
}

export function PreviewDialog({ previews, count, onRestore, onClose }: {
  previews: readonly Preview[]; count: number; onRestore(choice: Choice): void; onClose(): void;
}) {
  const { t } = useLanguage();
  const [reason, setReason] = useState('');
  const blocked = previews.filter(isBlocked).length;
  const related = previews.filter((it) => !isBlocked(it)).reduce((sum, it) => sum + it.relatedCount, 0);
  const label = previews[0]?.record.label;
  return (
    <Dialog title={t('preview.title', { count, label })} onClose={onClose}>
      <ul class="plain-list findings">{previews.filter(isWorthAQuestion).map((it) => <Finding key={it.id} preview={it} />)}</ul>
      {blocked > 0 && count > 1 && <p>{t('preview.blocked', { count: blocked })}</p>}
      {blocked < count && <ReasonField value={reason} onChange={setReason} />}
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          look={related > 0 ? 'plain' : 'primary'} icon="restore" disabled={blocked === count}
          onClick={() => onRestore({ related: false, reason })}
        >
          {t(blocked > 0 && blocked < count ? 'preview.rest' : 'preview.alone', { count: Math.max(count - blocked, 1) })}
        </Button>
        {related > 0 && (
          <Button look="primary" icon="restore" onClick={() => onRestore({ related: true, reason })}>{t('preview.related', { count: related })}</Button>
        )}
      </footer>
    </Dialog>
  );
}
