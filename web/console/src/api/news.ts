// What happened to the records of a list since it was read. Nothing enters or leaves the list by itself,
// so that no row moves under the pointer: how much is new is said, and shown when somebody asks for it.

import { useMemo, useReducer, useRef } from 'preact/hooks';
import type { RecordAction } from '../generated/documents';
import { useChanges, type Change } from './changes';
import type { Rows } from './lists';
import { signal } from './signal';

/** How many are remembered. */
const MOST = 50_000;

type Entry = { action: RecordAction; isNew: boolean; isHeld: boolean; at: number };

type Concern<Row> = {
  /** The row that a change is about, if it is one of this list at all. */
  idOf(change: Change): string | undefined;
  isNew(change: Change): boolean;
  /** Whether a row still belongs to the list, as far as its values say. */
  belongs?(row: Row): boolean;
  /** What makes a row leave the list. */
  leaving?: readonly RecordAction[];
};

export type News = {
  /** How many rows the list lacks. */
  count: number;
  /** What somebody else did to a row, so that it is in the list only until that is read again. */
  fate(id: string): RecordAction | undefined;
  show(): void;
};

const released = signal<readonly string[]>();

/** Lets rows leave that the caller has acted on: they are held only where somebody else did. */
export const release = released.emit;

export function useNews<Row extends { id: string }>(
  list: Rows<Row>, { idOf, isNew, belongs = () => true, leaving = [] }: Concern<Row>,
): News & { rows: readonly Row[] } {
  const [turn, draw] = useReducer((n: number) => n + 1, 0);
  const entries = useRef(new Map<string, Entry>());
  const readAt = useRef(list.readAt);
  if (readAt.current !== list.readAt) {
    readAt.current = list.readAt;
    for (const [id, { at }] of entries.current) if (at < list.readAt) entries.current.delete(id);
  }
  const isHeld = (id: string) => !!entries.current.get(id)?.isHeld;
  const last = useRef<readonly Row[]>([]);
  const rows = useMemo(() => {
    const next = list.rows.filter((row) => belongs(row) || isHeld(row.id));
    // What views work out of very many rows stays while these are the same.
    const isSame = next.length === last.current.length && next.every((row, at) => row === last.current[at]);
    return isSame ? last.current : next;
  }, [list.rows, list.readAt, turn]);
  last.current = rows;
  const shown = useMemo(() => new Set(rows.map((it) => it.id)), [rows]);
  useChanges((changes) => {
    let isMore = false;
    for (const change of changes) {
      const id = idOf(change);
      if (id === undefined || (entries.current.size >= MOST && !entries.current.has(id))) continue;
      const { action } = change.event;
      // What has left already, by an act of this window, is not held.
      const entry = { action, isNew: isNew(change), isHeld: shown.has(id) && (isHeld(id) || leaving.includes(action)), at: Date.now() };
      entries.current.set(id, entry);
      isMore ||= entry.isHeld || entry.isNew;
    }
    if (isMore) draw(0);
  });
  released.useListener((ids) => {
    for (const id of ids) entries.current.delete(id);
    draw(0);
  });
  let count = 0;
  for (const [id, entry] of entries.current) if (entry.isNew && !shown.has(id)) count += 1;
  return {
    rows,
    count,
    fate(id) {
      const { action } = (isHeld(id) && entries.current.get(id)) || {};
      return action && leaving.includes(action) ? action : undefined;
    },
    show() {
      document.querySelector('.grid-body')?.scrollTo({ top: 0 });
      list.refresh();
    },
  };
}
