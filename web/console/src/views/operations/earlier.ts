// Reading on among changes: by itself only while that brings operations, since one of many records fills page
// after page and is a single row.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Rows } from '../../api/lists';
import { PAGE } from '../../api/pages';

/** `ask` reads on until there is another operation beside those that were `found`. */
export function useEarlier({ rows, busy, more }: Rows<{ operationId: string }>, found: number) {
  const [asked, setAsked] = useState(0);
  const before = useMemo(() => new Set(rows.slice(0, -PAGE).map((it) => it.operationId)).size, [rows]);
  const isStuck = !!more && before === found;
  const isAsked = asked > 0 && asked === found;
  useEffect(() => {
    if (isAsked && isStuck && !busy) more();
    if (asked > 0 && !isAsked) setAsked(0);
  }, [isAsked, isStuck, busy, rows]);
  return {
    more: isStuck ? undefined : more,
    ask: isStuck || isAsked && busy ? () => setAsked(found) : undefined,
    isReading: isAsked && busy,
  };
}
