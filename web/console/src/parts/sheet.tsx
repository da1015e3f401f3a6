// A record in a sheet over its list, which stays as it is: with its place, filters, selection and focus. The
// address names both: that of the list, then the kind and the id.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useLanguage } from '../i18n';
import { BesideContext, TitleContext, type Beside } from './beside';
import { isForView } from './keys';
import { IconButton } from './small';

/** In the history, of a sheet that was opened from its list. */
const OPENED = { sheet: true };

type Step = (() => void) | undefined;

/** `list` is where the list alone is; `id` that of the record in the sheet, if one is open. */
export function WithSheet({ at, list, id, sheet, children }: {
  at: string; list: string; id?: string; sheet: ComponentChildren; children: ComponentChildren;
}) {
  const [, navigate] = useLocation();
  const under = useRef<HTMLDivElement>(null);
  const before = useRef(id);
  const isClosing = useRef(false);
  const [[previous, next], setSteps] = useState<[Step, Step]>([undefined, undefined]);
  const [around] = useState(() => (...steps: [Step, Step]) => setSteps(steps));
  useLayoutEffect(() => {
    isClosing.current = false;
    const wasOpen = before.current;
    before.current = id;
    if (id || !wasOpen) return;
    setSteps([undefined, undefined]);
    // The row that was open takes the focus, or what has its place.
    const homes = ['.grid-rows [tabindex="0"]', 'h1'];
    homes.map((it) => under.current?.querySelector<HTMLElement>(it)).find(Boolean)?.focus({ preventScroll: true });
  }, [id]);
  function close() {
    // “Back” takes its time; a second one would leave the list too.
    if (isClosing.current) return;
    isClosing.current = true;
    if ((history.state as typeof OPENED | null)?.sheet) history.back();
    else navigate(list + location.search, { replace: true });
  }
  const href: Beside['href'] = (record) => `${at}/${record.kind}/${record.id}${location.search}`;
  const beside: Beside = {
    openId: id,
    href,
    state: OPENED,
    // From one to the next is no step of the history: “back” leads to the list.
    open: (record) => navigate(href(record), id ? { replace: true, state: history.state } : { state: OPENED }),
    around,
  };
  return (
    <div class="place">
      <div class="under" ref={under} inert={!!id}>
        <BesideContext.Provider value={beside}>{children}</BesideContext.Provider>
      </div>
      {id && (
        <>
          <div class="shade" onClick={close} />
          <Sheet id={id} previous={previous} next={next} onClose={close}>{sheet}</Sheet>
        </>
      )}
    </div>
  );
}

function Sheet({ id, previous, next, onClose, children }: { id: string; previous: Step; next: Step; onClose(): void; children: ComponentChildren }) {
  const { t } = useLanguage();
  const panel = useRef<HTMLElement>(null);
  const [title, setTitle] = useState('');
  const [said, say] = useState('');
  // What had the focus may have gone with the record before.
  const isLost = () => !panel.current?.contains(document.activeElement) || document.activeElement === panel.current;
  useLayoutEffect(() => { if (isLost()) panel.current?.focus(); }, [id]);
  function named(title: string) {
    setTitle(title);
    if (isLost() && !document.querySelector('dialog[open]')) panel.current?.querySelector('h1')?.focus();
    // Who stays on a button hears where it has led.
    else say(title);
  }
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isForView(event)) return;
      const act = event.key === 'Escape' ? onClose : event.key === 'k' ? previous : event.key === 'j' ? next : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
  return (
    <section class="sheet" ref={panel} tabIndex={-1} aria-label={title || t('common.loading')}>
      <div class="sheet-bar">
        <IconButton icon="up" label={t('sheet.previous')} aria-keyshortcuts="k" disabled={!previous} onClick={previous} />
        <IconButton icon="down" label={t('sheet.next')} aria-keyshortcuts="j" disabled={!next} onClick={next} />
        <IconButton icon="close" label={t('common.close')} onClick={onClose} />
      </div>
      <p class="visually-hidden" role="status">{said}</p>
      <TitleContext.Provider value={named}>{children}</TitleContext.Provider>
    </section>
  );
}
