// Restoring, deleting, purging or undoing all that matches: first how many and what becomes of them, then how
// far it is, and at the end an offer to undo it, where it can be undone.

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
import { isTooLong, ReasonField, SureField } from '../parts/field';
import { Button, KindBadge, Skeleton, useKindName } from '../parts/small';
import { SAYS, useUndoOffer } from './acts';
import { useFollow } from './progress';
import { useToasts } from './toasts';

export type What = 'restore' | 'delete' | 'purge' | 'undo';
export type Answer = { preview?: BulkFragment | null; operationId?: string | null; progress?: ProgressFragment | null };
/** Sends the request: without a token for a preview, with that of a preview to do it. */
export type Matching = (options: { confirm?: string; reason?: string }) => Promise<{ answer?: Answer | null; error?: CombinedError }>;

const TEXTS = {
  restore: { ...SAYS.restore, title: 'bulk.restore', would: 'bulk.restored', go: 'bulk.goRestore', icon: 'restore', look: 'primary' },
  delete: { ...SAYS.delete, title: 'bulk.delete', would: 'bulk.deleted', go: 'bulk.goDelete', icon: 'trash', look: 'danger' },
  purge: { ...SAYS.purge, title: 'purge.matching', would: 'purge.would', go: 'purge.go', icon: 'trash', look: 'danger' },
  undo: { doing: 'trash.undoing', done: 'trash.undone', title: 'undoMany.preview', would: 'undoMany.would', go: 'undoMany.go', icon: 'restore', look: 'primary' },
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
    const said = t(done, { count: changed, label: preview.samples[0]?.label });
    if (changed > 0 && what === 'purge') show({ tone: 'success', text: said });
    else if (changed > 0) offerUndo(said, [operationId]);
    if (state !== 'DONE') show({ tone: 'error', text: t(state === 'CANCELLED' ? 'bulk.cancelled' : 'bulk.interrupted') });
    else if (refused > 0) show({ tone: 'error', text: t('bulk.left', { count: refused }) });
  };
}

/** What keeps records from being purged, in words. */
function Kept({ kept }: { kept: BulkFragment['kept'] }) {
  const { t } = useLanguage();
  const kindName = useKindName();
  return (
    <ul class="plain-list dim" aria-label={t('purge.kept')}>
      {kept.map(({ onHold, kind, count }) => (
        <li key={`${onHold} ${kind}`}>
          {onHold ? t('purge.held', { count }) : kind ? t('purge.referred', { count, kind: kindName(kind, 2) }) : t('purge.referredByOthers', { count })}
        </li>
      ))}
    </ul>
  );
}

export function MatchingDialog({ what, title, request, reason: given = '', onStart, onClose }: {
  what: What; title?: string; request: Matching; reason?: string; onStart(): void; onClose(): void;
}) {
  const language = useLanguage();
  const { t, list } = language;
  const kindName = useKindName();
  const run = useMatching(what);
  const [preview, setPreview] = useState<BulkFragment>();
  const [problem, setProblem] = useState('');
  const [reason, setReason] = useState(given);
  const [sure, setSure] = useState(what !== 'purge');
  const texts = TEXTS[what];
  useEffect(() => {
    void request({}).then(({ answer, error }) => {
      if (answer?.preview) setPreview(answer.preview);
      else setProblem(error ? explain(language, error) : t('bulk.nothing'));
    });
  }, []);
  const those = (code?: string) => preview?.counts.filter((it) => (it.errorCode ?? undefined) === code && it.count > 0) ?? [];
  const sum = (code?: string) => those(code).reduce((sum, it) => sum + it.count, 0);
  /** Of which kinds, where they are counted so. */
  const kinds = (code?: string) => list(those(code).flatMap(({ kind, count }) => (kind ? t('preview.count', { count, kind: kindName(kind, count) }) : [])));
  const why = (code: string) => t(`${what === 'undo' ? 'undoMany' : what === 'purge' ? 'purge' : 'bulk'}.${code}` as Key);
  const codes = [...new Set(preview?.counts.flatMap((it) => it.errorCode ?? []))];
  const count = sum();
  function start() {
    if (!preview) return;
    onClose();
    onStart();
    void run(request, preview, reason);
  }
  return (
    <Dialog title={title ?? t(texts.title)} onClose={onClose}>
      {!preview && !problem && <Skeleton lines={3} />}
      {problem && <p class="field-error" role="alert">{problem}</p>}
      {preview && (
        <>
          <p>{t(texts.would, { count })}</p>
          {kinds() && <p class="dim">{kinds()}</p>}
          {codes.map((code) => (
            <p key={code} class="field-error">{t('bulk.stay', { count: sum(code), why: why(code) })}{kinds(code) && ` (${kinds(code)})`}</p>
          ))}
          {preview.kept.length > 0 && <Kept kept={preview.kept} />}
          {preview.samples.length > 0 && (
            <ul class="plain-list" aria-label={t('bulk.samples')}>
              {preview.samples.map((it) => <li key={it.id} class="event-line"><KindBadge kind={it.kind} /> <span class="clip">{it.label}</span></li>)}
              {count > preview.samples.length && <li class="dim">{t('bulk.more', { count: count - preview.samples.length })}</li>}
            </ul>
          )}
          <ReasonField value={reason} onChange={setReason} />
          {what === 'purge' && count > 0 && <SureField value={sure} onChange={setSure} />}
        </>
      )}
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look={texts.look} icon={texts.icon} disabled={count === 0 || !sure || isTooLong(reason)} onClick={start}>{t(texts.go, { count })}</Button>
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
