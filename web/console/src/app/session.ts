// The credential of this tab, and why the last one ended.

import { useSyncExternalStore } from 'preact/compat';

export type Ended = 'out' | 'refused' | null;
type Session = { token: string | null; ended: Ended };

const KEY = 'reinstate.token';
let session: Session = { token: sessionStorage.getItem(KEY), ended: null };
const listeners = new Set<() => void>();

function set(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

/** Signs in with a token; one that isn't kept is gone when the page is. */
export function signIn(token: string, { keep = true } = {}) {
  if (keep) sessionStorage.setItem(KEY, token);
  set({ token, ended: null });
}

/** Ends the session; that of a token only if it is still the one of this tab. */
export function signOut(ended: Ended = 'out', token = session.token) {
  if (token !== session.token) return;
  sessionStorage.removeItem(KEY);
  set({ token: null, ended });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSession = () => useSyncExternalStore(subscribe, () => session);
