// The views that there are, and which of them somebody has a use for.

import type { Key } from '../i18n/en';
import type { IconName } from '../parts/icons';
import { kindsFor, type Viewer } from './viewer';

/** The key after “g” that goes to a view. */
const KEYS = { trash: 't', inbox: 'i', operations: 'o', audit: 'a', records: 'r', keys: 'k', people: 'p', translations: 'l' } as const;

export type Place = { path: string; icon: IconName; name: Key; key: string };

export function places(viewer: Viewer): Place[] {
  const views = kindsFor(viewer, 'view');
  const all: [boolean, IconName & keyof typeof KEYS][] = [
    [kindsFor(viewer, 'restore').length > 0, 'trash'],
    [true, 'inbox'],
    [viewer.canAudit, 'operations'],
    [viewer.canAudit, 'audit'],
    [views.length > 0, 'records'],
    [views.includes('API_KEY'), 'keys'],
    [true, 'people'],
    [views.includes('TRANSLATION'), 'translations'],
  ];
  return all.filter(([shown]) => shown).map(([, name]) => ({ path: `/${name}`, icon: name, name: `nav.${name}`, key: KEYS[name] }));
}

/** The first view: the trash, or the inbox of somebody who may restore nothing. */
export const firstPlace = (viewer: Viewer) => places(viewer)[0]?.path ?? '/inbox';
