// The holds of rows in the trash, read again when somebody sets or ends one.

import { useClient } from '@urql/preact';
import { useChanges } from '../../api/changes';
import { HoldsDocument } from '../../generated/documents';

/** How many records one request may name. */
const MOST = 100;

export function useFreshHolds(rows: readonly { id: string }[]) {
  const client = useClient();
  useChanges((changes) => {
    const changed = new Set(changes.flatMap(({ event: { action, recordId } }) => (action === 'HELD' || action === 'RELEASED' ? [recordId] : [])));
    const ids = rows.map((it) => it.id).filter((id) => changed.has(id));
    for (let at = 0; at < ids.length; at += MOST) {
      void client.query(HoldsDocument, { ids: ids.slice(at, at + MOST) }, { requestPolicy: 'network-only' }).toPromise();
    }
  });
}
