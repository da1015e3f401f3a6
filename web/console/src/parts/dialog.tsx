// A modal dialog: the browser keeps the focus inside, and gives it back.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useLanguage } from '../i18n';
import { CopyButton, IconButton } from './small';

export function Dialog({ title, onClose, children, wide }: {
  title: string; onClose(): void; children: ComponentChildren; wide?: boolean;
}) {
  const { t } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => before?.isConnected && before.focus();
  }, []);
  return (
    <dialog
      ref={dialog} class={wide ? 'dialog wide' : 'dialog'} aria-labelledby={heading} onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
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
    <Dialog title={title} onClose={onClose}>
      <p>{t('common.once')}</p>
      <p class="secret-value"><code data-secret>{value}</code><CopyButton text={value} /></p>
    </Dialog>
  );
}
