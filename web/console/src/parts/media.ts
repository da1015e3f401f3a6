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

export const useNarrow = () => useMedia('(max-width: 860px)');

/** Whether there is room for the columns that can be done without. */
export const useRoom = () => useMedia('(min-width: 1100px)');
