// What each filter of a list says while it narrows it, told by the filters themselves, so that no view repeats it.

import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** One without a text says all with its name. */
export type Chip = { label: string; text?: string; remove(): void };
type Tell = (key: object, chip: Chip | undefined) => void;

/** Nothing where a field filters nothing, as in a form. */
export const ChipContext = createContext<Tell | null>(null);

/** Shows what a filter is set to for as long as it is `on`. */
export function useChip(on: boolean, label: string, text: string | undefined, remove: () => void) {
  const tell = useContext(ChipContext);
  const [key] = useState({});
  const latest = useRef(remove);
  latest.current = remove;
  useLayoutEffect(() => tell?.(key, on ? { label, text, remove: () => latest.current() } : undefined), [tell, on, label, text]);
  useLayoutEffect(() => () => tell?.(key, undefined), [tell]);
}

/** The chips of the filters below a context with `tell`, in the order in which they were set. */
export function useChips() {
  const [chips, setChips] = useState<ReadonlyMap<object, Chip>>(new Map());
  const [tell] = useState((): Tell => (key, chip) => setChips((before) => {
    if (!chip && !before.has(key)) return before;
    const next = new Map(before);
    if (chip) next.set(key, chip);
    else next.delete(key);
    return next;
  }));
  return { chips: [...chips.values()], tell };
}
