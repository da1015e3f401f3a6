// Restoring, deleting and undoing, with a message that offers to undo it.

import { useClient } from '@urql/preact';
import { useCallback, useState } from 'preact/hooks';
import { DeleteDocument, RestoreDocument, RevertDocument, UndoDocument, type OutcomeFragment } from '../generated/documents';
import { useLanguage } from '../i18n';
import { explain } from '../api/errors';
import { useToasts } from './toasts';

export type Target = { id: string; label: string };
type How = { reason?: string; related?: boolean };

/** What one request may name at most. */
const MOST = 500;

let lastOperation: string | undefined;

export function useUndo() {
  const client = useClient();
  const language = useLanguage();
  const { show } = useToasts();
  return useCallback(async (operationId = lastOperation, reason?: string) => {
    if (!operationId) return false;
    const { t } = language;
    const { data, error } = await client.mutation(UndoDocument, { operationId, reason: reason || undefined }).toPromise();
    const outcomes = data?.undo?.outcomes;
    if (!outcomes) {
      show({ tone: 'error', text: t('trash.undoRefused', { why: error ? explain(language, error) : '' }) });
      return false;
    }
    if (operationId === lastOperation) lastOperation = undefined;
    const refused = outcomes.find((it) => it.error)?.error;
    if (refused) show({ tone: 'error', text: t('trash.undoRefused', { why: refused.message }) });
    const count = outcomes.filter((it) => it.changed).length;
    if (count > 0) show({ tone: 'success', text: t('trash.undone', { count }) });
    return !refused;
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

  async function act(what: 'restore' | 'delete', targets: readonly Target[], how: How = {}) {
    const { t } = language;
    const all = targets.slice(0, MOST);
    const [first] = all;
    if (!first) return [];
    const busy = what === 'restore' && all.length > 1
      ? show({ busy: true, text: t('trash.restoring', { count: all.length, label: first.label }) }) : undefined;
    setRefused((before) => new Map([...before].filter(([id]) => !all.some((it) => it.id === id))));
    const ids = all.map((it) => it.id);
    let outcomes: readonly OutcomeFragment[] | undefined;
    let operationId: string | null | undefined;
    let why = '';
    if (what === 'restore') {
      const { data, error } = await client.mutation(RestoreDocument, {
        ids, with: how.related ? 'RELATED' as const : undefined, reason: how.reason || undefined,
      }).toPromise();
      ({ outcomes, operationId } = data?.restoreMany ?? {});
      if (outcomes) outcomes = [...outcomes, ...(data?.restoreMany?.related ?? [])];
      if (error) why = explain(language, error);
    } else {
      const { data, error } = await client.mutation(DeleteDocument, { ids, reason: how.reason || undefined }).toPromise();
      ({ outcomes, operationId } = data?.deleteMany ?? {});
      if (error) why = explain(language, error);
    }
    if (busy) close(busy);
    if (!outcomes) {
      show({ tone: 'error', text: why });
      return [];
    }
    const failed = outcomes.filter((it) => it.error);
    const done = outcomes.filter((it) => it.changed);
    setRefused((before) => new Map([...before, ...failed.map((it) => [it.id, it.error?.message ?? ''] as const)]));
    if (failed.length > 0) {
      show({ tone: 'error', text: t('trash.refused', { count: failed.length, why: failed[0]?.error?.message }) });
    }
    if (operationId && done.length > 0) {
      const undone = operationId;
      lastOperation = undone;
      const label = all.find((it) => it.id === done[0]?.id)?.label;
      show({
        tone: 'success',
        text: t(what === 'restore' ? 'trash.restored' : 'trash.deletedToast', { count: done.length, label }),
        action: { label: t('common.undo'), run: () => void undo(undone) },
      });
    } else if (failed.length === 0) {
      show({ text: t('trash.already') });
    }
    return done;
  }
  return { act, undo, refused };
}
