// A search field that waits until somebody stops typing, and says that it is busy.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icons';

const TYPING_MS = 250;

export function Search({ label, value, busy, onChange }: {
  label: string; value: string; busy: boolean; onChange(value: string): void;
}) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // The address has changed otherwise, by “back” for example.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class="search" data-busy={busy || text !== sent.current}>
      <Icon name="search" />
      <input
        type="search" aria-label={label} placeholder={label} data-search value={text} autoComplete="off" spellcheck={false}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}
