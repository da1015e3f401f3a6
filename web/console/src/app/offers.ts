// Offers to undo what was done. One that can't work any more is withdrawn: what it is about is undone
// already, or somebody has changed all of it since.

import { useCallback } from 'preact/hooks';
import { useChanges } from '../api/changes';
import { useToasts, type Toast } from './toasts';

/** `ids` are the records that nobody has changed since, where they are known. */
type Offer = { operationIds: readonly string[]; ids: Set<string> };

const offers = new Map<number, Offer>();

export function useOffers() {
  const { show, close } = useToasts();
  const offer = useCallback((toast: Toast, operationIds: readonly string[], ids: Iterable<string> = []) => {
    offers.set(show(toast), { operationIds, ids: new Set(ids) });
  }, [show]);
  const withdraw = useCallback((isVoid: (offer: Offer) => boolean) => {
    for (const [id, it] of offers) {
      if (!isVoid(it)) continue;
      offers.delete(id);
      close(id);
    }
  }, [close]);
  return { offer, withdraw };
}

export function Offers() {
  const { withdraw } = useOffers();
  useChanges((changes) => withdraw(({ operationIds, ids }) => {
    const before = ids.size;
    // Ids of operations are in the order of time; news of what was done before may come late.
    const since = (id: string) => operationIds.every((it) => id > it);
    for (const { event } of changes) if (since(event.operationId)) ids.delete(event.recordId);
    return before > 0 && ids.size === 0;
  }));
  return null;
}
