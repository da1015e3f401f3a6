// Where somebody was in a list, for when they come back to it.

import { useLayoutEffect, useState } from 'preact/hooks';

type Place = { offset: number; id?: string };

const places = new Map<string, Place>();
const searches = new Map<string, string>();
let isBack = false;
addEventListener('popstate', () => { isBack = true; });
// The events of the router.
for (const type of ['pushState', 'replaceState']) addEventListener(type, () => { isBack = false; });

/** Given to a link that leads back. */
export const BACK = { back: true };

/** Whether what is shown was left before. */
export const cameBack = () => isBack || !!(history.state as typeof BACK | null)?.back;

/** The place in the list with this label, if somebody comes back to it; `now` says where they are. */
export function usePlace(label: string, now: () => Place): Place | undefined {
  const key = () => `${location.pathname}${location.search} ${label}`;
  const [kept] = useState(() => (cameBack() ? places.get(key()) : undefined));
  useLayoutEffect(() => {
    places.set(key(), now());
    searches.set(location.pathname, location.search);
  });
  return kept;
}

/** A path of the console with the filters that its list had last. */
export const withFilters = (path: string) => path + (searches.get(`/console${path}`) ?? '');
