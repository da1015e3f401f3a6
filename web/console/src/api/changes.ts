// What happens to records, as it happens. Changes are handed on a few times a second, however many there
// are, and past the cache, which would work out every list again for each of them.

import { useEffect, useRef } from 'preact/hooks';
import type { RecordChangedSubscription } from '../generated/documents';
import { signal } from './signal';

export type Change = RecordChangedSubscription['recordChanged'];

const PACE_MS = 100;

const arrived = signal<readonly Change[]>();
let waiting: Change[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function deliver() {
  timer = undefined;
  const changes = waiting;
  waiting = [];
  arrived.emit(changes);
}

/** Takes in a change that has arrived. */
export function arrive(change: Change) {
  waiting.push(change);
  timer ??= setTimeout(deliver, PACE_MS);
}

/** Calls this with what happens while the component is shown. */
export const useChanges = arrived.useListener;

const SETTLED_MS = 400;

/** Reads again what changes are about, once for many. */
export function useReread(isAbout: (change: Change) => boolean, read: () => void) {
  const current = useRef(read);
  current.current = read;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useChanges((changes) => {
    if (!changes.some(isAbout)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      current.current();
    }, SETTLED_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
