// Who is signed in, and what they may do.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Kind, ViewerQuery } from '../generated/documents';

/** The caller, and the tables of other programs that they may view. */
export type Viewer = NonNullable<ViewerQuery['viewer']> & { adopted: NonNullable<ViewerQuery['adoptedTables']> };

export const ViewerContext = createContext<Viewer | null>(null);

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('nobody is signed in');
  return viewer;
}

type Act = Exclude<keyof Viewer['kinds'][number], 'kind'>;

export const mayOn = (viewer: Viewer, kind: Kind, act: Act) =>
  viewer.kinds.some((it) => it.kind === kind && it[act] !== 'NONE');

/** Whether the server has a kind at all: a program may leave out some. */
export const hasKind = (viewer: Viewer, kind: Kind) => viewer.kinds.some((it) => it.kind === kind);

/** The kinds on which the caller may act so, in the order of the server. */
export const kindsFor = (viewer: Viewer, act: Act) => viewer.kinds.filter((it) => it[act] !== 'NONE').map((it) => it.kind);

/** Whether names of permissions include this one; the wider covers the narrower. */
export const covers = (held: readonly string[], name: string) =>
  held.some((it) => it === '*' || it === name || `${it}.own` === name);

/** Whether the caller holds a permission, at least for what is its own. */
export const may = (viewer: Viewer, name: string) => covers(viewer.permissions, name) || viewer.permissions.includes(`${name}.own`);
