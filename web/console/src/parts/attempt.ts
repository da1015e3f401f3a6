// What a dialog is for: it closes when that is done, and stays with what is in it when it is refused.

import { useRef, useState } from 'preact/hooks';

/** Does something that says why it was refused, if it was. */
export type Act = () => Promise<string | undefined>;

export function useAttempt(onDone: () => void) {
  const busy = useRef(false);
  const [problem, setProblem] = useState('');
  /** What takes long goes on without the dialog, which would cover how far it is. */
  async function attempt(act: Act, isLong = false) {
    // A button that is disabled meanwhile would lose the focus.
    if (busy.current) return;
    if (isLong) {
      void act();
      return onDone();
    }
    busy.current = true;
    setProblem('');
    const why = await act();
    busy.current = false;
    if (why === undefined) onDone();
    else setProblem(why);
  }
  return { problem, attempt };
}
