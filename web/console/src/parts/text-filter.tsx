// A text to filter by, which is used once it is whole: with Enter, or when one goes on.

import { useEffect, useState } from 'preact/hooks';

export function TextFilter({ label, hint, value, onChange }: { label: string; hint?: string; value: string; onChange(text: string): void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const send = (text: string) => { if (text.trim() !== value) onChange(text.trim()); };
  return (
    <div class="person">
      <input
        type="search" aria-label={label} placeholder={label} title={hint} value={text} autoComplete="off" spellcheck={false}
        onInput={(event) => {
          setText(event.currentTarget.value);
          if (event.currentTarget.value === '') send('');
        }}
        onBlur={(event) => send(event.currentTarget.value)}
        onKeyDown={(event) => { if (event.key === 'Enter') send(event.currentTarget.value); }}
      />
    </div>
  );
}
