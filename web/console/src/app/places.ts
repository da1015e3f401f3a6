// The views that there are, and which of them somebody has a use for.

import type { Kind } from '../generated/documents';
import type { Key } from '../i18n/en';
import type { IconName } from '../parts/icons';
import { hasKind, kindsFor, type Viewer } from './viewer';

/** The key after “g” that goes to a view. */
const KEYS = { trash: 't', inbox: 'i', operations: 'o', audit: 'a', records: 'r', keys: 'k', people: 'p', translations: 'l', removals: 's' } as const;

/** The kind that a view is about. Where a server doesn't have it, there is no such view. */
const ABOUT: Partial<Record<keyof typeof KEYS, Kind>> = { inbox: 'NOTIFICATION', keys: 'API_KEY', people: 'USER', translations: 'TRANSLATION' };

export const isThere = (viewer: Viewer, name: keyof typeof KEYS) => !ABOUT[name] || hasKind(viewer, ABOUT[name]);

export type Place = { path: string; icon: IconName; name: Key; key: string };

export function places(viewer: Viewer): Place[] {
  const views = kindsFor(viewer, 'view');
  const all: [boolean, IconName & keyof typeof KEYS][] = [
    [kindsFor(viewer, 'restore').length > 0, 'trash'],
    [viewer.adopted.length > 0, 'removals'],
    [true, 'inbox'],
    [viewer.canAudit, 'operations'],
    [viewer.canAudit, 'audit'],
    [views.length > 0, 'records'],
    [views.includes('API_KEY'), 'keys'],
    [true, 'people'],
    [views.includes('TRANSLATION'), 'translations'],
  ];
  return all.filter(([shown, name]) => shown && isThere(viewer, name)).map(([, name]) => ({ path: `/${name}`, icon: name, name: `nav.${name}`, key: KEYS[name] }));
}

/** The first view: the trash, or the inbox of somebody who may restore nothing. */
export const firstPlace = (viewer: Viewer) => places(viewer)[0]?.path ?? '/records';
