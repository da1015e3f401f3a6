// A question over a dialog that would lose something. The harmless answer has the focus, and Escape gives it.

import { useId } from 'preact/hooks';
import { useModal } from './modal';
import { Button } from './small';

export function Question({ title, lead, stay, go, onStay, onGo }: {
  title: string; lead: string; stay: string; go: string; onStay(): void; onGo(): void;
}) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog} role="alertdialog" class="dialog" aria-labelledby={id} aria-describedby={`${id}-lead`}
      // It is told late that one is closed which is gone already: by then another may be there.
      onClose={() => { if (dialog.current) onStay(); }}
      // Neither a key nor a click in it is one in the dialog below, which the browser would close together with it.
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onStay();
      }}
      onClick={(event) => event.stopPropagation()}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        <p id={`${id}-lead`}>{lead}</p>
        <footer>
          <Button look="danger" onClick={onGo}>{go}</Button>
          <Button look="primary" autofocus onClick={onStay}>{stay}</Button>
        </footer>
      </div>
    </dialog>
  );
}
