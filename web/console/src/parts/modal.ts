// A <dialog> above everything else for as long as it is drawn.

import { useEffect, useRef } from 'preact/hooks';

export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed by the browser it gives the focus back, which one that is only removed doesn't.
    return () => element?.close();
  }, []);
  return dialog;
}
