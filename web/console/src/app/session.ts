// The credential of this tab, and why the last one ended. What an account has open stays when its credential
// ends, until somebody signs in again.
//
// All tabs have one sign-in: one that is opened takes it from those that are open, and it ends in all. A tab that
// is signed in keeps to its account, whoever signs in elsewhere, since what is open in it is of that account.

import { useSyncExternalStore } from 'preact/compat';
import { endsWith, join, KEY, type Ended as How, type Owner, type SignedIn } from '../../../shared/session';
import { valueOf } from './link';
import { returns } from './oidc';

export type { Owner };
export type Ended = How | null;
type Session = {
  token: string | null;
  ended: Ended;
  /** Whose it is, once that is known. */
  owner?: Owner;
  /** Another one for each account that signs in. */
  visit: number;
  /** Whether other tabs are asked for theirs. */
  asking: boolean;
};

let session: Session = { token: sessionStorage.getItem(KEY), ended: null, visit: 0, asking: false };
/** The token that was refused last, which other tabs may still believe in. */
let refused: string | undefined;
const listeners = new Set<() => void>();

function set(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

/** What other tabs are told; from an identity provider it is kept in memory only. */
const mine = (): SignedIn | undefined =>
  session.token ? { token: session.token, keep: sessionStorage.getItem(KEY) !== null, owner: session.owner } : undefined;

function begin({ token, keep, owner }: SignedIn) {
  if (keep) sessionStorage.setItem(KEY, token);
  const goesOn = owner && owner.id === session.owner?.id;
  set({ token, ended: null, owner, visit: goesOn ? session.visit : session.visit + 1, asking: false });
}

function end(how: How) {
  refused = how === 'refused' ? session.token ?? undefined : undefined;
  sessionStorage.removeItem(KEY);
  set({ ...session, token: null, ended: how, owner: how === 'refused' ? session.owner : undefined });
  // Another tab may have signed in again.
  if (how === 'refused') void tabs.ask();
}

const tabs = join({
  mine,
  signedIn(it, isForUs) {
    if (session.token || it.token === refused) return;
    if (session.owner ? session.owner.id === it.owner?.id : isForUs) begin(it);
  },
  ended(how, of) {
    const own = mine();
    if (own && endsWith(own, how, of)) end(how);
  },
});

// Whoever comes with a link, or from a provider, is about to sign in here.
if (!session.token && !valueOf(location.hash) && !returns()) {
  session.asking = true;
  void tabs.ask().then(() => { if (session.asking) set({ ...session, asking: false }); });
}

/** Signs in with a token; one that isn't kept is gone when the page is. The same account goes on where it was. */
export function signIn(token: string, { keep = true, owner }: { keep?: boolean; owner?: Owner } = {}) {
  begin({ token, keep, owner });
  tabs.signedIn({ token, keep, owner }, true);
}

/** Notes whose the session is. */
export function belongsTo(owner: Owner) {
  const isNew = !session.owner;
  if (session.token) session = { ...session, owner };
  const own = mine();
  if (isNew && own) tabs.signedIn(own, false);
}

/** Ends the session, in other tabs too. */
export function signOut(how: How = 'out') {
  const own = mine();
  if (!own) return;
  tabs.ended(how, own);
  end(how);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentToken = () => session.token;
export const useSession = () => useSyncExternalStore(subscribe, () => session);
