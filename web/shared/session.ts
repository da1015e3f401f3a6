// One sign-in for all pages of the server that a browser has open: tabs of the console hand it to each other, and to
// the pages on which the APIs are tried. A BroadcastChannel reaches pages of the same origin only, so no other site
// hears of it, nor one that has such a page in a frame; and it keeps nothing, so a token is written nowhere by it.

export type Owner = { id: string; email: string };
/** `keep` is whether a tab keeps it over a reload; whose it is may not be known yet. */
export type SignedIn = { token: string; keep: boolean; owner?: Owner };
export type Ended = 'out' | 'refused';

/** Where a tab keeps its token over a reload, and over a visit to another of these pages. */
export const KEY = 'reinstate.token';

type Message =
  | { ask: string }
  /** For the page that asked; without that, for all, since somebody signs in. */
  | { signedIn: SignedIn; to?: string }
  | { ended: Ended; of: SignedIn };

/** How long a page waits for tabs that are signed in. */
const ANSWER_MS = 150;

/**
 * Whether a sign-in ends with another one. A token that is refused is refused in every tab. Who signs out does so in
 * all tabs, whatever their tokens; somebody else who is signed in beside them is not signed out.
 */
export const endsWith = (mine: SignedIn, ended: Ended, { token, owner }: SignedIn) =>
  mine.token === token || (ended === 'out' && !!owner && owner.id === mine.owner?.id);

type Listener = {
  mine?(): SignedIn | undefined;
  /** Somebody is signed in; `isForUs` if this page has asked, or if it was just now. */
  signedIn(it: SignedIn, isForUs: boolean): void;
  ended(how: Ended, of: SignedIn): void;
};

/** In words, for pages that send requests with it. */
export const described = ({ owner }: SignedIn) => (owner ? `As ${owner.email}, from the console` : 'As in the console');

/** Joins the pages that are open. */
export function join(listener: Listener) {
  const self = crypto.randomUUID?.() ?? String(Math.random());
  const channel = new BroadcastChannel('reinstate.session');
  const tell = (message: Message) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('ended' in data) return listener.ended(data.ended, data.of);
    if ('signedIn' in data) return listener.signedIn(data.signedIn, data.to === undefined || data.to === self);
    const mine = listener.mine?.();
    if (mine) tell({ signedIn: mine, to: data.ask });
  };
  return {
    /** Asks who is signed in; resolves when that should be known. */
    ask() {
      tell({ ask: self });
      return new Promise<void>((resume) => setTimeout(resume, ANSWER_MS));
    },
    /** Says so to all, or to those only that wait for this account. */
    signedIn: (it: SignedIn, isNew: boolean) => tell(isNew ? { signedIn: it } : { signedIn: it, to: '' }),
    ended: (how: Ended, of: SignedIn) => tell({ ended: how, of }),
  };
}

/**
 * The sign-in of the console, for a page without its own: that which this tab has kept, or of another tab. `changed` is
 * called when it is there, and when it ends.
 */
export function follow(changed: (it: SignedIn | null) => void): Promise<void> {
  let current: SignedIn | null = null;
  const set = (next: SignedIn | null) => changed(current = next);
  const kept = sessionStorage.getItem(KEY);
  return new Promise((resume) => {
    const pages = join({
      signedIn(it, isForUs) {
        const isSame = current && (current.token === it.token || (!!current.owner && current.owner.id === it.owner?.id));
        if (current ? !isSame : !isForUs) return;
        set(it);
        resume();
      },
      ended(how, of) {
        if (!current || !endsWith(current, how, of)) return;
        // The console is not signed in either, should this tab go back to it.
        sessionStorage.removeItem(KEY);
        set(null);
        // Another tab may have a newer one.
        if (how === 'refused') void pages.ask();
      },
    });
    if (kept) {
      set({ token: kept, keep: true });
      resume();
    }
    // With one that is kept, whose it is.
    void pages.ask().then(resume);
  });
}
