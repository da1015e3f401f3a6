// Restoring, deleting and undoing, with a message that offers to undo it.

import { useClient, type Client } from '@urql/preact';
import { useCallback, useState } from 'preact/hooks';
import {
  DeleteDocument, ProgressDocument, RestoreDocument, RevertDocument, UndoDocument, type OutcomeFragment, type UndoMutation,
} from '../generated/documents';
import { useLanguage } from '../i18n';
import { explain } from '../api/errors';
import { readAgain } from '../api/lists';
import { countUnread } from '../api/unread';
import { useToasts } from './toasts';

export type Target = { id: string; label: string };
type How = { reason?: string; related?: boolean };
type Progress = NonNullable<NonNullable<UndoMutation['undo']>['progress']>;

/** What one request may name at most. */
const MOST = 500;
/** How often one asks how far an operation is that runs in batches. */
const POLL_MS = 500;

/** What one act did last; more than one request if it was large. */
let lastOperations: readonly string[] = [];

/** Waits for the end of an operation that runs in batches; undefined if nobody can say. */
async function ended(client: Client, id: string, progress: Progress): Promise<Progress | undefined> {
  let now: Progress | null | undefined = progress;
  while (now?.state === 'RUNNING') {
    await new Promise((resume) => setTimeout(resume, POLL_MS));
    const { data } = await client.query(ProgressDocument, { id }, { requestPolicy: 'network-only' }).toPromise();
    now = data?.operation?.progress;
  }
  return now ?? undefined;
}

export function useUndo() {
  const client = useClient();
  const language = useLanguage();
  const { show, close } = useToasts();
  return useCallback(async (operationIds = lastOperations, reason?: string) => {
    if (operationIds.length === 0) return false;
    const { t } = language;
    let count = 0;
    let why: string | undefined;
    // What was done last is undone first.
    for (const operationId of [...operationIds].reverse()) {
      const { data, error } = await client.mutation(UndoDocument, { operationId, reason: reason || undefined }).toPromise();
      const { outcomes, progress, operationId: undoing } = data?.undo ?? {};
      if (!outcomes) {
        why = error ? explain(language, error) : '';
        continue;
      }
      why ??= outcomes.find((it) => it.error)?.error?.message;
      count += outcomes.filter((it) => it.changed).length;
      if (!progress || !undoing) continue;
      const busy = show({ busy: true, text: t('trash.undoing', { count: progress.total }) });
      const end = await ended(client, undoing, progress);
      close(busy);
      count += end?.changed ?? 0;
      if (end?.state !== 'DONE') why ??= t('trash.undoUnfinished');
      else if (end.refused > 0) why ??= t('trash.undoLeft', { count: end.refused });
      readAgain();
    }
    countUnread(client);
    if (why !== undefined) show({ tone: 'error', text: t('trash.undoRefused', { why }) });
    if (count > 0) show({ tone: 'success', text: t('trash.undone', { count }) });
    if (why === undefined) lastOperations = lastOperations.filter((it) => !operationIds.includes(it));
    return why === undefined;
  }, [client, language]);
}

/** Gives a record the values that it had right after an event. */
export function useRevert() {
  const client = useClient();
  const language = useLanguage();
  const { show } = useToasts();
  return useCallback(async (eventId: string, reason?: string) => {
    const { t } = language;
    const { data, error } = await client.mutation(RevertDocument, { eventId, reason: reason || undefined }).toPromise();
    const { changedFields = [], record } = data?.revert ?? {};
    if (data?.revert) show({ tone: 'success', text: t(changedFields.length > 0 ? 'audit.reverted' : 'audit.revertNothing', { label: record?.label }) });
    else show({ tone: 'error', text: t('trash.undoRefused', { why: error ? explain(language, error) : '' }) });
  }, [client, language]);
}

/** Restores or deletes records. `refused` says for each record why nothing happened. */
export function useActs() {
  const client = useClient();
  const language = useLanguage();
  const { show, close } = useToasts();
  const undo = useUndo();
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());

  async function request(what: 'restore' | 'delete', ids: readonly string[], { related, reason }: How) {
    const shared = { ids: [...ids], reason: reason || undefined };
    if (what === 'delete') {
      const { data, error } = await client.mutation(DeleteDocument, shared).toPromise();
      return { ...data?.deleteMany, error };
    }
    const { data, error } = await client.mutation(RestoreDocument, { ...shared, with: related ? 'RELATED' as const : undefined }).toPromise();
    const { outcomes, operationId, related: others = [] } = data?.restoreMany ?? {};
    return { outcomes: outcomes && [...outcomes, ...others], operationId, error };
  }

  async function act(what: 'restore' | 'delete', targets: readonly Target[], how: How = {}) {
    const { t } = language;
    const [first] = targets;
    if (!first) return [];
    const busy = targets.length > 1
      ? show({ busy: true, text: t(what === 'restore' ? 'trash.restoring' : 'trash.deleting', { count: targets.length, label: first.label }) }) : undefined;
    setRefused((before) => new Map([...before].filter(([id]) => !targets.some((it) => it.id === id))));
    const outcomes: OutcomeFragment[] = [];
    const operationIds: string[] = [];
    let why: string | undefined;
    for (let at = 0; at < targets.length && why === undefined; at += MOST) {
      const answer = await request(what, targets.slice(at, at + MOST).map((it) => it.id), how);
      outcomes.push(...(answer.outcomes ?? []));
      if (answer.operationId) operationIds.push(answer.operationId);
      // The rest would fail in the same way.
      if (!answer.outcomes) why = answer.error ? explain(language, answer.error) : '';
    }
    if (busy) close(busy);
    if (why !== undefined) show({ tone: 'error', text: why });
    const failed = outcomes.filter((it) => it.error);
    const done = outcomes.filter((it) => it.changed);
    if (done.some((it) => it.record?.kind === 'NOTIFICATION')) countUnread(client);
    setRefused((before) => new Map([...before, ...failed.map((it) => [it.id, it.error?.message ?? ''] as const)]));
    if (failed.length > 0) {
      show({ tone: 'error', text: t('trash.refused', { count: failed.length, why: failed[0]?.error?.message }) });
    }
    if (operationIds.length > 0 && done.length > 0) {
      lastOperations = operationIds;
      const label = targets.find((it) => it.id === done[0]?.id)?.label;
      show({
        tone: 'success',
        text: t(what === 'restore' ? 'trash.restored' : 'trash.deletedToast', { count: done.length, label }),
        action: { label: t('common.undo'), run: () => void undo(operationIds) },
      });
    } else if (failed.length === 0 && why === undefined) {
      show({ text: t('trash.already') });
    }
    return done;
  }
  return { act, undo, refused };
}
