// What the window is like, and that time passes in it.

import { useSyncExternalStore } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';

/** Whether a media query matches. */
export function useMedia(query: string) {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const change = () => setMatches(list.matches);
    change();
    list.addEventListener('change', change);
    return () => list.removeEventListener('change', change);
  }, [query]);
  return matches;
}

/** How many columns of this width stand beside what takes the rest of the window. */
export function useRoomFor(width: number, rest: number) {
  const count = () => Math.max(1, Math.floor((innerWidth - rest) / width));
  const [most, setMost] = useState(count);
  useEffect(() => {
    const change = () => setMost(count());
    change();
    addEventListener('resize', change);
    return () => removeEventListener('resize', change);
  }, [width, rest]);
  return most;
}

export const useNarrow = () => useMedia('(max-width: 860px)');

/** Whether there is room for the columns that can be done without. */
export const useRoom = () => useMedia('(min-width: 1100px)');

const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let minute = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minute += 1;
    for (const it of listeners) it();
  }, MINUTE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Draws again each minute what says how long ago something was; all share one timer. */
export const useMinute = () => useSyncExternalStore(subscribe, () => minute);
