// Restoring or deleting all records that match a filter: first how many and what becomes of them, then how
// far it is, and at the end an offer to undo it.

import type { CombinedError } from '@urql/core';
import { useClient } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { explain } from '../api/errors';
import { readAgain } from '../api/lists';
import { countUnread } from '../api/unread';
import type { BulkFragment, ProgressFragment } from '../generated/documents';
import { useLanguage } from '../i18n';
import type { Key } from '../i18n/en';
import { Dialog } from '../parts/dialog';
import { ReasonField } from '../parts/field';
import { Button, KindBadge, Skeleton } from '../parts/small';
import { useUndoOffer } from './acts';
import { useFollow } from './progress';
import { useToasts } from './toasts';

export type What = 'restore' | 'delete';
export type Answer = { preview?: BulkFragment | null; operationId?: string | null; progress?: ProgressFragment | null };
/** Sends the request: without a token for a preview, with that of a preview to do it. */
export type Matching = (options: { confirm?: string; reason?: string }) => Promise<{ answer?: Answer | null; error?: CombinedError }>;

const TEXTS = {
  restore: { title: 'bulk.restore', would: 'bulk.restored', doing: 'trash.restoring', done: 'trash.restored', icon: 'restore', look: 'primary' },
  delete: { title: 'bulk.delete', would: 'bulk.deleted', doing: 'trash.deleting', done: 'trash.deletedToast', icon: 'trash', look: 'danger' },
} as const;

/** Carries it out. */
function useMatching(what: What) {
  const client = useClient();
  const language = useLanguage();
  const { show } = useToasts();
  const follow = useFollow();
  const offerUndo = useUndoOffer();
  return async (request: Matching, preview: BulkFragment, reason: string) => {
    const { t } = language;
    const { doing, done } = TEXTS[what];
    const { answer, error } = await request({ confirm: preview.token, reason: reason || undefined });
    const { operationId, progress } = answer ?? {};
    if (!answer) return void show({ tone: 'error', text: explain(language, error) });
    if (!operationId || !progress) return void show({ text: t('bulk.nothing') });
    const end = progress.state === 'RUNNING' ? await follow(operationId, progress, doing) : progress;
    readAgain();
    countUnread(client);
    const { changed = 0, refused = 0, state } = end ?? {};
    if (changed > 0) offerUndo(t(done, { count: changed, label: preview.samples[0]?.label }), [operationId]);
    if (state !== 'DONE') show({ tone: 'error', text: t(state === 'CANCELLED' ? 'bulk.cancelled' : 'bulk.interrupted') });
    else if (refused > 0) show({ tone: 'error', text: t('bulk.left', { count: refused }) });
  };
}

export function MatchingDialog({ what, request, reason: given = '', onStart, onClose }: {
  what: What; request: Matching; reason?: string; onStart(): void; onClose(): void;
}) {
  const language = useLanguage();
  const { t } = language;
  const run = useMatching(what);
  const [preview, setPreview] = useState<BulkFragment>();
  const [problem, setProblem] = useState('');
  const [reason, setReason] = useState(given);
  const texts = TEXTS[what];
  useEffect(() => {
    void request({}).then(({ answer, error }) => {
      if (answer?.preview) setPreview(answer.preview);
      else setProblem(error ? explain(language, error) : t('bulk.nothing'));
    });
  }, []);
  const sum = (code?: string) => preview?.counts.filter((it) => (it.errorCode ?? undefined) === code).reduce((sum, it) => sum + it.count, 0) ?? 0;
  const codes = [...new Set(preview?.counts.flatMap((it) => it.errorCode ?? []))];
  const count = sum();
  function start() {
    if (!preview) return;
    onClose();
    onStart();
    void run(request, preview, reason);
  }
  return (
    <Dialog title={t(texts.title)} onClose={onClose}>
      {!preview && !problem && <Skeleton lines={3} />}
      {problem && <p class="field-error" role="alert">{problem}</p>}
      {preview && (
        <>
          <p>{t(texts.would, { count })}</p>
          {codes.map((code) => <p key={code} class="field-error">{t('bulk.stay', { count: sum(code), why: t(`bulk.${code}` as Key) })}</p>)}
          {preview.samples.length > 0 && (
            <ul class="plain-list" aria-label={t('bulk.samples')}>
              {preview.samples.map((it) => <li key={it.id} class="event-line"><KindBadge kind={it.kind} /> <span class="clip">{it.label}</span></li>)}
              {count > preview.samples.length && <li class="dim">{t('bulk.more', { count: count - preview.samples.length })}</li>}
            </ul>
          )}
          <ReasonField value={reason} onChange={setReason} />
        </>
      )}
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look={texts.look} icon={texts.icon} disabled={count === 0} onClick={start}>{t(what === 'restore' ? 'bulk.goRestore' : 'bulk.goDelete', { count })}</Button>
      </footer>
    </Dialog>
  );
}

/** In the place of the number of selected rows: that of all that match, or the offer to select these. */
export function WholeSelection({ chosen, total, isWhole, canBe, onChoose }: {
  chosen: number; total?: number; isWhole: boolean; canBe: boolean; onChoose(): void;
}) {
  const { t } = useLanguage();
  return (
    <>
      <span role="status">{isWhole ? t(total ? 'bulk.selected' : 'bulk.allSelected', { count: total }) : t('common.selected', { count: chosen })}</span>
      {canBe && !isWhole && <Button onClick={onChoose}>{t(total ? 'bulk.select' : 'bulk.selectAll', { count: total })}</Button>}
    </>
  );
}
