// Rows that are on the screen, read again when somebody else changes them.

import { useClient } from '@urql/preact';
import { useEffect, useRef } from 'preact/hooks';
import { useChanges } from '../../api/changes';
import type { KindInfo } from '../../generated/kinds';
import { documents } from './documents';

/** What one request names at most, and how long the next one waits. */
const MOST = 100;
const PACE_MS = 500;

export function useFresh(info: KindInfo, rows: readonly { id: string }[]) {
  const client = useClient();
  const changed = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const shown = useRef(rows);
  shown.current = rows;
  function read() {
    timer.current = undefined;
    // One after the other as they are listed: what is in the same page of the list is worked out again with it.
    const ids = shown.current.filter(({ id }) => changed.current.has(id)).slice(0, MOST).map(({ id }) => id);
    if (ids.length === 0) return changed.current.clear();
    for (const id of ids) changed.current.delete(id);
    void client.query(documents(info).some, { ids }, { requestPolicy: 'network-only' }).toPromise();
    timer.current = setTimeout(read, PACE_MS);
  }
  useChanges((changes) => {
    const ids = new Set(changes.map(({ event }) => event.recordId));
    for (const { id } of shown.current) if (ids.has(id)) changed.current.add(id);
    timer.current ??= setTimeout(read, PACE_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
