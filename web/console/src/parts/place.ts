// Where somebody was in a list, for when they come back to it.

import { useLayoutEffect, useState } from 'preact/hooks';

type Place = { offset: number; id?: string };

const places = new Map<string, Place>();
let isBack = false;
addEventListener('popstate', () => { isBack = true; });
// The events of the router.
for (const type of ['pushState', 'replaceState']) addEventListener(type, () => { isBack = false; });

/** Whether what is shown was left before. */
export const cameBack = () => isBack;

/** The place in the list with this label, if somebody comes back to it; `now` says where they are. */
export function usePlace(label: string, now: () => Place): Place | undefined {
  const key = () => `${location.pathname}${location.search} ${label}`;
  const [kept] = useState(() => (cameBack() ? places.get(key()) : undefined));
  useLayoutEffect(() => void places.set(key(), now()));
  return kept;
}
