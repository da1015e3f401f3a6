// The credential of this tab, and why the last one ended. What an account has open stays when its credential
// ends, until somebody signs in again.

import { useSyncExternalStore } from 'preact/compat';

export type Ended = 'out' | 'refused' | null;
export type Owner = { id: string; email: string };
type Session = {
  token: string | null;
  ended: Ended;
  /** Whose it is, once that is known. */
  owner?: Owner;
  /** Another one for each account that signs in. */
  visit: number;
};

const KEY = 'reinstate.token';
let session: Session = { token: sessionStorage.getItem(KEY), ended: null, visit: 0 };
const listeners = new Set<() => void>();

function set(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

/** Signs in with a token; one that isn't kept is gone when the page is. The same account goes on where it was. */
export function signIn(token: string, { keep = true, owner }: { keep?: boolean; owner?: Owner } = {}) {
  if (keep) sessionStorage.setItem(KEY, token);
  const goesOn = owner && owner.id === session.owner?.id;
  set({ token, ended: null, owner, visit: goesOn ? session.visit : session.visit + 1 });
}

/** Notes whose the session is. */
export function belongsTo(owner: Owner) {
  if (session.token) session = { ...session, owner };
}

export function signOut(ended: Ended = 'out') {
  if (!session.token) return;
  sessionStorage.removeItem(KEY);
  set({ ...session, token: null, ended, owner: ended === 'refused' ? session.owner : undefined });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentToken = () => session.token;
export const useSession = () => useSyncExternalStore(subscribe, () => session);
