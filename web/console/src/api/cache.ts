// The normalised cache: each record is in it once, so a change shows wherever the record is shown.

import { cacheExchange, type Cache } from '@urql/exchange-graphcache';
import { KINDS, KIND_NAMES, type KindInfo } from '../generated/kinds';
import { ViewerDocument } from '../generated/documents';

const TYPES = KIND_NAMES.map((kind) => KINDS[kind].type);
/** Takes in a kind that the console was not built with. */
export function learn({ type }: KindInfo) {
  TYPES.push(type);
}

/** The type of a record in the cache, by its global id. */
const typeOf = (cache: Cache, id: string) =>
  TYPES.find((type) => cache.resolve({ __typename: type, id }, 'kind') !== undefined);

function setUnread(cache: Cache, unreadCount: unknown) {
  if (typeof unreadCount !== 'number') return;
  cache.updateQuery({ query: ViewerDocument }, (data) =>
    data?.viewer ? { ...data, viewer: { ...data.viewer, unreadCount } } : data,
  );
}

/** Lists that a change can add records to are read again. */
function invalidate(cache: Cache, fields: readonly string[]) {
  for (const { fieldName, arguments: args } of cache.inspectFields('Query')) {
    if (fields.includes(fieldName)) cache.invalidate('Query', fieldName, args);
  }
}

type Counted = { unreadCount?: number };

export const cache = () => cacheExchange({
  keys: Object.fromEntries([
    ['Viewer', () => 'viewer'],
    ...['KindAccess', 'Credential', 'ViewerCan', 'TrashSummary', 'KindCount', 'BulkOutcome', 'BulkError', 'RestorePreview',
      'DeletedDependents', 'PageInfo', 'BulkProgress', 'BulkPreview', 'BulkCount', 'BulkKept', 'RecordHold', 'RecordAsOf', 'AdoptedTable', 'AdoptedRow', 'RemovedPart', 'RemovalOutcome'].map((type) => [type, () => null]),
  ]),
  // What is restored leaves the trash at once, and comes back if the server refuses.
  optimistic: {
    restoreMany: ({ ids }, cache) => ({
      __typename: 'RestoreManyPayload',
      operationId: null,
      related: [],
      outcomes: (ids as string[]).map((id) => {
        const type = typeOf(cache, id);
        const record = type ? { __typename: type, id, deletedAt: null } : null;
        return { __typename: 'BulkOutcome', id, changed: true, record, error: null };
      }),
    }),
  },
  updates: {
    Mutation: {
      ...Object.fromEntries(['restoreMany', 'deleteMany', 'purgeMany', 'undo'].map((name) => [
        name,
        (_result: unknown, _args: unknown, cache: Cache, { optimistic }: { optimistic?: boolean }) => {
          if (!optimistic) invalidate(cache, ['trashSummary']);
        },
      ])),
      markNotificationsRead: (result, _args, cache) =>
        setUnread(cache, (result.markNotificationsRead as Counted | null)?.unreadCount),
      markAllNotificationsRead: (result, _args, cache) =>
        setUnread(cache, (result.markAllNotificationsRead as Counted | null)?.unreadCount),
    },
  },
});
