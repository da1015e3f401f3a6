// Whether the server can be reached: by requests, and by the WebSocket through which changes arrive.

import { useSyncExternalStore } from 'preact/compat';

/** `away` is without changes, which are still read on request; `unreachable` is without an answer. */
export type Connection = 'connecting' | 'live' | 'away' | 'unreachable';

let socket: Exclude<Connection, 'unreachable'> = 'connecting';
let isAnswered = true;
const listeners = new Set<() => void>();

function told() {
  for (const listener of listeners) listener();
}

/** What the WebSocket says. */
export function socketIs(next: typeof socket) {
  if (socket === next) return;
  socket = next;
  told();
}

/** Whether the last request was answered. */
export function answered(next: boolean) {
  if (isAnswered === next) return;
  isAnswered = next;
  told();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConnection = () => useSyncExternalStore(subscribe, (): Connection => (isAnswered ? socket : 'unreachable'));
