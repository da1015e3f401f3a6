// Which columns of a kind are shown, as this browser was told the last time.

import { useState } from 'preact/hooks';
import type { KindInfo } from '../../generated/kinds';
import { optional } from './columns';

/** How many columns there is room for at first. */
const FIRST = 3;

/** Those that were chosen, without any that the kind has no longer. */
function chosen(kept: string | null, names: readonly string[]): readonly string[] | undefined {
  try {
    const found: unknown = JSON.parse(kept ?? 'null');
    return Array.isArray(found) ? names.filter((it) => found.includes(it)) : undefined;
  } catch {
    return undefined;
  }
}

/** The names of these columns, and what shows or hides one. */
export function useVisible(kind: string, info: KindInfo) {
  const key = `reinstate.columns.${kind}`;
  const [visible, set] = useState<ReadonlySet<string>>(() => {
    const names = optional(info).map((it) => it.name);
    return new Set(chosen(localStorage.getItem(key), names) ?? names.slice(0, FIRST));
  });
  function toggle(name: string) {
    const next = new Set(visible);
    if (!next.delete(name)) next.add(name);
    localStorage.setItem(key, JSON.stringify([...next]));
    set(next);
  }
  return [visible, toggle] as const;
}
