// A modal dialog: the browser keeps the focus inside, and gives it back.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useLanguage } from '../i18n';
import { Button, CopyButton, IconButton } from './small';

/** A click beside it closes it, but not one that shows a value once, nor a form in which something was done. */
export function Dialog({ title, onClose, children, wide, keep }: {
  title: string; onClose(): void; children: ComponentChildren; wide?: boolean; keep?: boolean;
}) {
  const { t } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const touched = useRef(keep);
  const pressed = useRef<EventTarget | null>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => before?.isConnected && before.focus();
  }, []);
  return (
    <dialog
      ref={dialog} class={wide ? 'dialog wide' : 'dialog'} aria-labelledby={heading} onClose={onClose}
      // Text that is marked with the mouse may end outside, where the click is then said to be.
      onPointerDown={(event) => { pressed.current = event.target; }}
      onInput={() => { touched.current = true; }}
      onClick={({ target }) => {
        if (target !== dialog.current) touched.current ||= !!(target as Element).closest('form button');
        else if (pressed.current === target && !touched.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={heading}>{title}</h2>
          <IconButton icon="close" label={t('common.close')} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** Shows a value that the server gives away once. */
export function SecretDialog({ title, value, onClose }: { title: string; value: string; onClose(): void }) {
  const { t } = useLanguage();
  return (
    <Dialog keep title={title} onClose={onClose}>
      <p>{t('common.once')}</p>
      <p class="secret-value"><code data-secret>{value}</code><CopyButton text={value} /></p>
      <footer><Button look="primary" onClick={onClose}>{t('common.done')}</Button></footer>
    </Dialog>
  );
}
