// Before records are restored that others belong to: what blocks it, and what comes back with them.

import { useState } from 'preact/hooks';
import { refusal } from '../../api/errors';
import { MOST } from '../../app/requests';
import type { RestorePreviewQuery } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { useAttempt } from '../../parts/attempt';
import { Dialog } from '../../parts/dialog';
import { isTooLong, ReasonField } from '../../parts/field';
import { Button, KindBadge, useKindName } from '../../parts/small';

export type Preview = NonNullable<NonNullable<NonNullable<RestorePreviewQuery['restorePreview']>[number]>>;
export type Choice = { related: boolean; reason: string };

const isBlocked = (it: Preview) => !it.canRestore || it.obstacles.length > 0;

/** Whether somebody should be asked first. */
export const isWorthAQuestion = (it: Preview) =>
  isBlocked(it) || it.relatedCount > 0 || it.ownerDeleted || it.refersTo.some((other) => other.deletedAt);

function Finding({ preview }: { preview: Preview }) {
  const language = useLanguage();
  const { t, list } = language;
  const kindName = useKindName();
  const { record, obstacles, canRestore, owner, ownerDeleted, refersTo, dependents, tooManyRelated } = preview;
  const missing = refersTo.filter((it) => it.deletedAt && it.id !== owner?.accountId);
  const together = dependents.filter((it) => it.deletedTogether > 0);
  return (
    <li class="finding">
      <p><KindBadge kind={record.kind} /> <strong>{record.label}</strong></p>
      {obstacles.map((it) => <p key={it.message} class="field-error">{t('trash.blocked', { why: refusal(language, it) })}</p>)}
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

/** How many others would come back with these: each once, also where several of these refer to it. */
function countRelated(previews: readonly Preview[]) {
  const chosen = new Set(previews.map((it) => it.id));
  const above = previews.flatMap((it) => it.refersTo).map((it) => it.id).filter((id) => !chosen.has(id));
  const chosenOf = (id: string, kind: string) =>
    previews.filter(({ record, refersTo }) => record.kind === kind && refersTo.some((it) => it.id === id)).length;
  // Of those that belong to it the chosen ones are no others.
  const below = previews.flatMap(({ id, dependents }) =>
    dependents.map((it) => Math.min(it.deletedTogether, it.count - chosenOf(id, it.kind))));
  return new Set(above).size + below.reduce((sum, it) => sum + it, 0);
}

export function PreviewDialog({ previews, count, reason: given = '', onRestore, onClose }: {
  previews: readonly Preview[]; count: number; reason?: string; onRestore(choice: Choice): Promise<string | undefined>; onClose(): void;
}) {
  const { t } = useLanguage();
  const [reason, setReason] = useState(given);
  const { problem, attempt } = useAttempt(onClose);
  const restore = (related: boolean) => void attempt(() => onRestore({ related, reason }), count > MOST.restore);
  const blocked = previews.filter(isBlocked).length;
  const related = countRelated(previews.filter((it) => !isBlocked(it)));
  const label = previews[0]?.record.label;
  return (
    <Dialog title={t('preview.title', { count, label })} onClose={onClose}>
      <ul class="plain-list findings">{previews.filter(isWorthAQuestion).map((it) => <Finding key={it.id} preview={it} />)}</ul>
      {blocked > 0 && count > 1 && <p>{t('preview.blocked', { count: blocked })}</p>}
      {blocked < count && <ReasonField value={reason} onChange={setReason} />}
      <p class="field-error" role="alert">{problem}</p>
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          look={related > 0 ? 'plain' : 'primary'} icon="restore" disabled={blocked === count || isTooLong(reason)}
          onClick={() => restore(false)}
        >
          {t(blocked > 0 && blocked < count ? 'preview.rest' : 'preview.alone', { count: Math.max(count - blocked, 1) })}
        </Button>
        {related > 0 && (
          <Button look="primary" icon="restore" disabled={isTooLong(reason)} onClick={() => restore(true)}>{t('preview.related', { count: related })}</Button>
        )}
      </footer>
    </Dialog>
  );
}
