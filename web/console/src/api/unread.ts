// The count of unread notifications, read again when it may be another one.

import type { Client } from '@urql/core';
import { UnreadDocument } from '../generated/documents';

/** Changes come in batches: one question answers for all. */
const SETTLED_MS = 300;

let timer: ReturnType<typeof setTimeout> | undefined;

export function countUnread(client: Client) {
  timer ??= setTimeout(() => {
    timer = undefined;
    void client.query(UnreadDocument, {}, { requestPolicy: 'network-only' }).toPromise();
  }, SETTLED_MS);
}
