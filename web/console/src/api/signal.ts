// What many components listen to while they are shown.

import { useEffect, useRef } from 'preact/hooks';

export function signal<Value = void>() {
  const listeners = new Set<(value: Value) => void>();
  return {
    emit(value: Value) {
      for (const listener of listeners) listener(value);
    },
    /** Calls the listener of the last drawing. */
    useListener(listener: (value: Value) => void) {
      const current = useRef(listener);
      current.current = listener;
      useEffect(() => {
        const call = (value: Value) => current.current(value);
        listeners.add(call);
        return () => void listeners.delete(call);
      }, []);
    },
  };
}
