// What is open stays open, with what is typed in it, when what it is from is read again and lacks it.

import { useKept } from '../api/lists';

/** The row with an id, also after it has left the list. */
export function useOpened<Row>(rows: readonly Row[], id: string | undefined, idOf: (row: Row) => string): Row | undefined {
  const row = useKept(rows.find((it) => idOf(it) === id));
  return row && idOf(row) === id ? row : undefined;
}
