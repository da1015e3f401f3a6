// Keeps a page where something would be lost: “back” asks first, and so does the browser before the tab is closed.

import { useEffect } from 'preact/hooks';

type Guard = { here: string; wouldLose(): boolean; ask(go: () => void): void };
const guards = new Set<Guard>();
const needed = () => [...guards].find((it) => it.wouldLose());

// Listens from the start, so that it hears of it before the router does.
addEventListener('popstate', (event) => {
  const guard = needed();
  if (!guard) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', guard.here);
  guard.ask(() => history.back());
});
addEventListener('beforeunload', (event) => { if (needed()) event.preventDefault(); });

/** While something would be lost, `ask` is called in place of going back; what it is given goes back after all. */
export function useGuard(wouldLose: () => boolean, ask: (go: () => void) => void) {
  useEffect(() => {
    const guard = { here: location.href, wouldLose, ask };
    guards.add(guard);
    return () => void guards.delete(guard);
  }, []);
}
