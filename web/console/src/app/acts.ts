// Restoring, deleting, purging, holding, releasing and undoing, with a message that offers to undo what can be undone.

import { useClient } from '@urql/preact';
import { useCallback, useState } from 'preact/hooks';
import { RevertDocument, UndoDocument, type OutcomeFragment } from '../generated/documents';
import { useLanguage } from '../i18n';
import { explain, refusal } from '../api/errors';
import { readAgain } from '../api/lists';
import { release } from '../api/news';
import { countUnread } from '../api/unread';
import { useOffers } from './offers';
import { useFollow } from './progress';
import { MOST, request, type Act, type How } from './requests';
import { useToasts } from './toasts';

export type Target = { id: string; label: string };
/** What is said while it is done, and when it is. */
export const SAYS = {
  restore: { doing: 'trash.restoring', done: 'trash.restored' },
  delete: { doing: 'trash.deleting', done: 'trash.deletedToast' },
  purge: { doing: 'purge.doing', done: 'purge.done' },
  hold: { doing: 'hold.doing', done: 'hold.done' },
  release: { doing: 'hold.releasing', done: 'hold.released' },
} as const;
/** What nothing undoes. */
const FINAL: readonly Act[] = ['purge', 'hold', 'release'];
export type Refused = { act: Act; why: string };

/** What one act did last; more than one request if it was large. */
let lastOperations: readonly string[] = [];
/** What is being undone, restored or deleted: a second click is no second request. */
const running = new Set<string>();

/** Offers to undo operations, also with a key. */
export function useUndoOffer() {
  const { t } = useLanguage();
  const { offer } = useOffers();
  const undo = useUndo();
  return useCallback((text: string, operationIds: readonly string[], ids?: Iterable<string>) => {
    lastOperations = operationIds;
    offer({ tone: 'success', text, action: { label: t('common.undo'), run: () => void undo(operationIds) } }, operationIds, ids);
  }, [undo, offer, t]);
}

/** Takes operations back. Says why, where none of it is; `onRefused` is told of each record that was left alone. */
export function useUndo() {
  const client = useClient();
  const language = useLanguage();
  const { show, update, close } = useToasts();
  const { withdraw } = useOffers();
  const follow = useFollow();
  return useCallback(async (operationIds = lastOperations, reason?: string, onRefused?: (refused: readonly OutcomeFragment[]) => void) => {
    const { t } = language;
    const wanted = operationIds.filter((it) => !running.has(it));
    if (wanted.length === 0) return undefined;
    for (const it of wanted) running.add(it);
    withdraw((it) => it.operationIds.some((id) => wanted.includes(id)));
    const busy = wanted.length > 1 ? show({ busy: true, text: t('trash.undoingParts', { done: 0, count: wanted.length }) }) : undefined;
    let count = 0;
    const left: OutcomeFragment[] = [];
    let why: string | undefined;
    // What was done last is undone first.
    for (const [index, operationId] of [...wanted].reverse().entries()) {
      const { data, error } = await client.mutation(UndoDocument, { operationId, reason: reason || undefined }).toPromise();
      if (busy) update(busy, t('trash.undoingParts', { done: index + 1, count: wanted.length }));
      const { outcomes, progress, operationId: undoing } = data?.undo ?? {};
      if (!outcomes) {
        why = explain(language, error);
        continue;
      }
      const refused = outcomes.filter((it) => it.error);
      left.push(...refused);
      const [failed] = refused.flatMap((it) => it.error ?? []);
      if (failed) why ??= refusal(language, failed);
      count += outcomes.filter((it) => it.changed).length;
      if (!progress || !undoing) continue;
      const end = await follow(undoing, progress, 'trash.undoing');
      count += end?.changed ?? 0;
      if (end?.state !== 'DONE') why ??= t('trash.undoUnfinished');
      else if (end.refused > 0) why ??= t('trash.undoLeft', { count: end.refused });
    }
    for (const it of wanted) running.delete(it);
    if (busy) close(busy);
    readAgain();
    countUnread(client);
    if (why !== undefined) show({ tone: 'error', text: t('trash.undoRefused', { why }) });
    if (count > 0) show({ tone: 'success', text: t('trash.undone', { count }) });
    else if (why === undefined) show({ text: t('trash.undoneAlready') });
    if (why === undefined) lastOperations = lastOperations.filter((it) => !wanted.includes(it));
    onRefused?.(left);
    return count > 0 ? undefined : why;
  }, [client, language]);
}

/** Gives a record the values that it had right after an event. Says why, where it can't. */
export function useRevert() {
  const client = useClient();
  const language = useLanguage();
  const { show } = useToasts();
  return useCallback(async (eventId: string, reason?: string) => {
    const { t } = language;
    const { data, error } = await client.mutation(RevertDocument, { eventId, reason: reason || undefined }).toPromise();
    const { changedFields = [], record } = data?.revert ?? {};
    if (data?.revert) {
      readAgain();
      show({ tone: 'success', text: t(changedFields.length > 0 ? 'audit.reverted' : 'audit.revertNothing', { label: record?.label }) });
    }
    const why = data?.revert ? undefined : explain(language, error);
    if (why !== undefined) show({ tone: 'error', text: t('trash.undoRefused', { why }) });
    return why;
  }, [client, language]);
}

/** Acts on records. `refused` says for each record why nothing happened; `act` says why, where all are refused. */
export function useActs() {
  const client = useClient();
  const language = useLanguage();
  const { show, update, close } = useToasts();
  const undo = useUndo();
  const offerUndo = useUndoOffer();
  const [refused, setRefused] = useState<ReadonlyMap<string, Refused>>(new Map());

  async function act(what: Act, asked: readonly Target[], how: How = {}) {
    const { t } = language;
    const targets = asked.filter((it) => !running.has(it.id));
    const [first] = targets;
    if (!first) return undefined;
    for (const { id } of targets) running.add(id);
    const says = (done: number) => t(SAYS[what].doing, { count: targets.length, done });
    const most = MOST[what];
    let isCancelled = false;
    const cancel = targets.length > most ? { label: t('common.cancel'), run() { isCancelled = true; } } : undefined;
    const busy = targets.length > 1 ? show({ busy: true, text: says(0), action: cancel }) : undefined;
    setRefused((before) => new Map([...before].filter(([id]) => !targets.some((it) => it.id === id))));
    const outcomes: OutcomeFragment[] = [];
    const operationIds: string[] = [];
    let why: string | undefined;
    let at = 0;
    for (; at < targets.length && why === undefined && !isCancelled; at += most) {
      const answer = await request(client, what, targets.slice(at, at + most).map((it) => it.id), how);
      outcomes.push(...(answer.outcomes ?? []));
      if (answer.operationId) operationIds.push(answer.operationId);
      // The rest would fail in the same way.
      if (!answer.outcomes) why = explain(language, answer.error);
      if (busy) update(busy, says(outcomes.length));
    }
    for (const { id } of targets) running.delete(id);
    if (busy) close(busy);
    if (why !== undefined) show({ tone: 'error', text: why });
    else if (at < targets.length) show({ tone: 'error', text: t('bulk.cancelled') });
    const failed = outcomes.filter((it) => it.error);
    const done = outcomes.filter((it) => it.changed);
    const firstWhy = failed[0]?.error ? refusal(language, failed[0].error) : undefined;
    if (done.some((it) => it.record?.kind === 'NOTIFICATION')) countUnread(client);
    setRefused((before) => new Map([...before, ...failed.map(({ id, error }) => [id, { act: what, why: error ? refusal(language, error) : '' }] as const)]));
    if (failed.length > 0) {
      show({ tone: 'error', text: t('trash.refused', { count: failed.length, why: firstWhy }) });
    }
    if (done.length > 0) {
      const label = targets.find((it) => it.id === done[0]?.id)?.label;
      const said = t(SAYS[what].done, { count: done.length, label });
      if (FINAL.includes(what)) show({ tone: 'success', text: said });
      else offerUndo(said, operationIds, done.map((it) => it.id));
      release(done.map((it) => it.id));
    } else if (failed.length === 0 && why === undefined) {
      show({ text: t('trash.already') });
    }
    // The answers don't say which lists had what is gone, nor since when what is held is so.
    if (FINAL.includes(what)) readAgain();
    return done.length > 0 ? undefined : why ?? firstWhy;
  }
  return { act, undo, refused };
}
