// A modal dialog: the browser keeps the focus inside, and gives it back.

import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { useLanguage } from '../i18n';
import { useGuard } from './guard';
import { isSending } from './keys';
import { useModal } from './modal';
import { Question } from './question';
import { Button, CopyButton, IconButton } from './small';

/**
 * A click beside it closes it, and so does Escape. Enter in a line of text, and with Control anywhere, does what it is for. Where something was done in it a click beside it does nothing,
 * and Escape, “back” and links ask first; so they do where it shows a value once, until that is `copied`.
 */
export function Dialog({ title, onClose, children, wide, copied }: {
  title: string; onClose(): void; children: ComponentChildren; wide?: boolean; copied?: boolean;
}) {
  const { t } = useLanguage();
  const dialog = useModal();
  const heading = useId();
  const once = copied !== undefined;
  const touched = useRef(once);
  const left = useRef(false);
  const pressed = useRef<EventTarget | null>(null);
  const [asked, ask] = useState<{ go(): void }>();
  const kept = useRef(copied);
  kept.current = copied;
  const wouldLose = () => touched.current && !kept.current && !left.current;
  const leave = (go: () => void) => (wouldLose() ? ask({ go }) : go());
  useGuard(wouldLose, (go) => ask({ go }));
  return (
    <dialog
      ref={dialog} class={wide ? 'dialog wide' : 'dialog'} aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.defaultPrevented) return;
        if (isSending(event) && !once) {
          event.preventDefault();
          // What it is for is the last of its buttons.
          [...dialog.current?.querySelectorAll<HTMLElement>('footer .primary:enabled, footer .danger:enabled') ?? []].at(-1)?.click();
        }
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave(onClose);
      }}
      // The browser closes it by other means too, such as a gesture, and asks nobody the second time.
      onClose={() => {
        if (!dialog.current) return;
        if (wouldLose()) dialog.current.showModal();
        leave(onClose);
      }}
      // Text that is marked with the mouse may end outside, where the click is then said to be.
      onPointerDown={(event) => { pressed.current = event.target; }}
      onInput={() => { touched.current = true; }}
      onClickCapture={(event) => {
        const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
        if (!link || link.target || !wouldLose() || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        ask({ go: () => link.click() });
      }}
      onClick={({ target }) => {
        if (target !== dialog.current) touched.current ||= !!(target as Element).closest('form button');
        else if (pressed.current === target && !touched.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={heading} tabIndex={-1}>{title}</h2>
          {/* Who closes a value that is shown once with a button means it. */}
          <IconButton icon="close" label={t('common.close')} onClick={() => (once ? onClose() : leave(onClose))} />
        </header>
        {children}
      </div>
      {asked && (
        <Question
          title={t(once ? 'dialog.notCopied' : 'dialog.discard')} lead={t(once ? 'dialog.notCopiedLead' : 'dialog.discardLead')}
          stay={t(once ? 'dialog.toValue' : 'dialog.goOn')} go={t(once ? 'dialog.closeAnyway' : 'dialog.discardIt')}
          onStay={() => ask(undefined)}
          // While the question is there nothing below the dialog can be given the focus back.
          onGo={() => { left.current = true; ask(undefined); setTimeout(asked.go); }}
        />
      )}
    </dialog>
  );
}

/** Shows a value that the server gives away once. */
export function SecretDialog({ title, value, onClose }: { title: string; value: string; onClose(): void }) {
  const { t } = useLanguage();
  const [copied, setCopied] = useState(false);
  return (
    <Dialog copied={copied} title={title} onClose={onClose}>
      <p>{t('common.once')}</p>
      <p class="secret-value" onCopy={() => setCopied(true)}><code data-secret>{value}</code><CopyButton text={value} onCopied={() => setCopied(true)} /></p>
      <footer><Button look="primary" onClick={onClose}>{t('common.done')}</Button></footer>
    </Dialog>
  );
}
