// The trash, with the methods of @react-admin/ra-soft-delete. The id of a deleted record is that of the record.

import type { DeleteParams, GetListParams, GetListResult, Identifier, RaRecord, SortPayload } from 'ra-core';
import { type Row, type Server, changeMany, readAll } from './records.ts';
import { HttpError } from './request.ts';

/** The name of the trash as a resource; no kind has it, since the API has a list of this name. */
export const TRASH = 'trash';

/** A record in the trash. */
export interface DeletedRecord {
  id: Identifier;
  resource: string;
  /** Null once it is restored. */
  deleted_at: string | null;
  /** The id of the account that deleted it; null if none did. */
  deleted_by: Identifier | null;
  /** The record, with all of its fields. */
  data: RaRecord;
}

interface One {
  id: Identifier;
  meta?: { reason?: string };
}

interface Many {
  ids: Identifier[];
  meta?: { reason?: string };
}

export interface SoftDelete {
  softDelete(resource: string, params: DeleteParams): Promise<{ data: DeletedRecord }>;
  softDeleteMany(resource: string, params: Many): Promise<{ data: DeletedRecord[] }>;
  getOneDeleted(params: One): Promise<{ data: DeletedRecord }>;
  /** Filters: `resource`, `q` and what the API's `trash` takes, such as `deletedAfter`. */
  getListDeleted(params: GetListParams): Promise<GetListResult<DeletedRecord>>;
  restoreOne(params: One): Promise<{ data: DeletedRecord }>;
  restoreMany(params: Many): Promise<{ data: DeletedRecord[] }>;
  hardDelete(params: One): Promise<{ data: Identifier }>;
  hardDeleteMany(params: Many): Promise<{ data: Identifier[] }>;
}

/** The arguments of `trash` by the filter that sets them. */
const FILTERS: Readonly<Record<string, readonly [argument: string, type: string]>> = {
  q: ['search', 'String'],
  deleted_by: ['deletedById', 'ID'],
  deletedAfter: ['deletedAfter', 'DateTime'],
  deletedBefore: ['deletedBefore', 'DateTime'],
  purgeBefore: ['purgeBefore', 'DateTime'],
};

/** The orders that the trash has: the newest deletion first, and what is purged first. */
const ORDERS: Readonly<Record<string, readonly [order: string, direction: SortPayload['order']]>> = {
  deleted_at: ['DELETED_AT', 'DESC'],
  'data.purgeAt': ['PURGE_AT', 'ASC'],
};

function deleted(resource: string, data: RaRecord): DeletedRecord {
  return { id: data.id, resource, deleted_at: data.deletedAt, deleted_by: data.deletedBy?.id ?? null, data };
}

export function trashMethods({ ask, schema, readPage }: Server): SoftDelete {
  /** Reads records of which only the types are known. */
  async function read(records: readonly { id: Identifier; __typename?: string }[], signal?: AbortSignal) {
    const known = await schema();
    const rows: Row[] = records.flatMap(({ id, __typename }) => {
      const resource = known.ofType(__typename!);
      return resource ? { id, resource } : [];
    });
    const names = new Map(rows.map(({ id, resource }) => [id, resource.name]));
    return (await readAll(ask, rows, signal)).map((record) => deleted(names.get(record.id)!, record));
  }

  return {
    async softDelete(name, { id, previousData, meta }) {
      const { type, selection } = (await schema()).get(name);
      const document = `mutation ($id: ID!, $reason: String) {
        delete(id: $id, reason: $reason) { record { ... on ${type} { ${selection} } } }
      }`;
      const answer = await ask<{ delete: { record: RaRecord | null } }>(document, { id, reason: meta?.reason });
      return { data: deleted(name, answer.delete.record ?? { ...previousData, id }) };
    },

    softDeleteMany: async (_, { ids, meta }) => ({ data: await read(await changeMany(ask, 'deleteMany', ids, meta?.reason)) }),

    async getOneDeleted({ id }) {
      const { node } = await ask<{ node: RaRecord | null }>('query ($id: ID!) { node(id: $id) { id __typename } }', { id });
      const [data] = await read(node ? [node] : []);
      if (!data?.deleted_at) throw new HttpError('The trash has no such record', 404);
      return { data };
    },

    async getListDeleted({ filter = {}, sort = { field: 'deleted_at', order: 'DESC' }, ...params }) {
      const { resource, ...filters } = filter as Record<string, unknown>;
      const [order, direction] = ORDERS[sort.field] ?? [];
      if (!order) throw new HttpError(`The trash is sorted by ${Object.keys(ORDERS).join(' or ')}, not by ${sort.field}.`, 400);
      const known = await schema();
      const kinds = resource ? [resource].flat().map((name) => known.get(String(name)).kind) : undefined;
      const args = Object.entries(filters).map(([name, value]) => {
        const [argument, type] = FILTERS[name] ?? [];
        const known = ['resource', ...Object.keys(FILTERS)].join(', ');
        if (!argument) throw new HttpError(`The trash is filtered by ${known}, not by ${name}.`, 400);
        return [argument, [type, value]] as const;
      });
      const list = {
        field: 'trash',
        args: { kinds: ['[Kind!]', kinds], orderBy: ['TrashOrder', order], ...Object.fromEntries(args) },
        selection: 'id __typename',
        reverse: sort.order !== direction,
      } as const;
      const page = await readPage(list, params);
      return { ...page, data: await read(page.data, params.signal) };
    },

    async restoreOne({ id, meta }) {
      const document = `mutation ($id: ID!, $reason: String) { restore(id: $id, reason: $reason) { record { id __typename } } }`;
      const { restore } = await ask<{ restore: { record: RaRecord | null } }>(document, { id, reason: meta?.reason });
      const [data] = await read(restore.record ? [restore.record] : []);
      // Who may restore a record may not be allowed to view it.
      return { data: data ?? ({ id } as DeletedRecord) };
    },

    restoreMany: async ({ ids, meta }) => ({ data: await read(await changeMany(ask, 'restoreMany', ids, meta?.reason)) }),

    async hardDelete({ id, meta }) {
      const document = 'mutation ($id: ID!, $reason: String) { purge(id: $id, reason: $reason) { operationId } }';
      await ask(document, { id, reason: meta?.reason });
      return { data: id };
    },

    async hardDeleteMany({ ids, meta }) {
      await changeMany(ask, 'purgeMany', ids, meta?.reason);
      return { data: ids };
    },
  };
}
