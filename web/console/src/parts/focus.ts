// When what has the focus goes, or is disabled, its row takes it; else the title of what is open, the list, or the view.

import { useEffect } from 'preact/hooks';

function home(gone: Element) {
  const row = gone.isConnected ? gone.closest<HTMLElement>('[role="row"]') : null;
  const homes = ['dialog[open] h2', '.sheet h1', '.grid-rows [tabindex="0"]', 'h1'];
  return row ?? homes.map((it) => document.querySelector<HTMLElement>(it)).find(Boolean);
}

export function useKeptFocus() {
  useEffect(() => {
    let last: Element | null = null;
    let view = location.pathname;
    const note = ({ target }: FocusEvent) => {
      last = target as Element;
      view = location.pathname;
    };
    const observer = new MutationObserver(() => {
      const { activeElement } = document;
      if (!last || (activeElement !== document.body && activeElement !== last)) return;
      if (last.isConnected && !last.matches(':disabled')) return;
      // Where another view is, its title gets it.
      if (view !== location.pathname) return;
      const gone = last;
      last = null;
      home(gone)?.focus({ preventScroll: true });
    });
    addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      observer.disconnect();
      removeEventListener('focusin', note);
    };
  }, []);
}
