// Deletions that happened since the trash was opened.

import type { Arrival } from '../../api/arrivals';
import type { TrashQuery, TrashQueryVariables } from '../../generated/documents';

export type Row = NonNullable<TrashQuery['trash']>['nodes'][number];

/** The rows of arrivals that belong to a list with these filters and aren't in it. */
export function arrivedRows(arrivals: readonly Arrival[], list: readonly Row[], wanted: TrashQueryVariables): Row[] {
  const { kinds, search, deletedById, deletedAfter, deletedBefore, orderBy } = wanted;
  // Where they would stand in another order only the server knows.
  if (orderBy) return [];
  const seen = new Set(list.filter((row) => row.deletedAt).map((row) => row.id));
  const rows: Row[] = [];
  for (const { event, record } of arrivals) {
    if (seen.has(event.recordId)) continue;
    seen.add(event.recordId);
    if (event.action !== 'DELETED' || !record?.deletedAt || !('restoredBy' in record)) continue;
    const fits = (!kinds || [kinds].flat().includes(event.kind))
      && (!search || record.label.toLowerCase().includes(search.toLowerCase()))
      && (!deletedById || record.deletedBy?.id === deletedById)
      && (!deletedAfter || record.deletedAt > deletedAfter)
      && (!deletedBefore || record.deletedAt < deletedBefore);
    if (fits) rows.push(record as Row);
  }
  return rows;
}
