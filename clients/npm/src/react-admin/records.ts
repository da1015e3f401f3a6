// The methods that every data provider has.

import type { DataProvider, Identifier, RaRecord, UpdateParams } from 'ra-core';
import type { ServiceError } from '../errors.ts';
import { ErrorCode } from '../generated/documents.ts';
import { type lists, orderBy, reference, where } from './lists.ts';
import { type Ask, HttpError, httpError } from './request.ts';
import { type Resource, type Schema, type Write, named, written } from './schema.ts';

/** What the methods share. */
export interface Server {
  readonly ask: Ask;
  readonly schema: () => Promise<Schema>;
  readonly readPage: ReturnType<typeof lists>;
}

/** A record before its fields are read. */
export interface Row {
  readonly id: Identifier;
  readonly resource: Resource;
}

/** What the server takes in one request for records by their ids. */
const MOST = 100;

/** What the server says of a record that has another version than the one that is expected. */
const OTHER_VERSION = 'Precondition Failed';

/** Reads records of any kinds, in order, deleted ones too. Those that are not there are left out. */
export async function readAll(ask: Ask, rows: readonly Row[], signal?: AbortSignal): Promise<RaRecord[]> {
  const records = new Map<Identifier, RaRecord>();
  for (let first = 0; first < rows.length; first += MOST) {
    const part = rows.slice(first, first + MOST);
    const resources = [...new Set(part.map(({ resource }) => resource))];
    const ids = resources.map(({ type }) => [type, part.filter(({ resource }) => resource.type === type).map(({ id }) => id)]);
    const document = `query (${resources.map(({ type }) => `$${type}: [ID!]!`).join()}) {
      ${resources.map(({ type, selection }) => `${type}: nodes(ids: $${type}) { ... on ${type} { ${selection} } }`).join('\n')}
    }`;
    const data = await ask<Record<string, (RaRecord | null)[]>>(document, Object.fromEntries(ids), signal);
    for (const record of Object.values(data).flat()) if (record?.id) records.set(record.id, record);
  }
  return rows.flatMap(({ id }) => records.get(id) ?? []);
}

/** Deletes, restores or purges records: all of them or, if one is refused, none. Returns those that are there. */
export async function changeMany(ask: Ask, mutation: string, ids: readonly Identifier[], reason?: string) {
  const document = `mutation ($ids: [ID!]!, $reason: String) { ${mutation}(ids: $ids, policy: ALL_OR_NOTHING, reason: $reason) {
    outcomes { record { id __typename } error { code message requiredPermissions } }
  } }`;
  type Outcome = { record: { id: string; __typename: string } | null; error: ServiceError | null };
  const { outcomes } = (await ask<Record<string, { outcomes: Outcome[] }>>(document, { ids, reason }))[mutation]!;
  const refused = outcomes.find(({ error }) => error && error.code !== ErrorCode.Aborted)?.error;
  if (refused) throw httpError(refused);
  return outcomes.flatMap(({ record }) => record ?? []);
}

/** The fields that a mutation takes, those that differ from the record before. */
function changes({ fields }: Write, data: Partial<RaRecord>, previous?: RaRecord): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap(({ name, type }) => {
    // A form has the account that a record shows; it is named by its id.
    const value = named(type) === 'ID' ? (data[name]?.id ?? data[name]) : data[name];
    if (value === undefined || (previous && JSON.stringify(value) === JSON.stringify(previous[name]))) return [];
    return [[name, value]];
  }));
}

/** Fills in texts that a form has left empty, for which it has null, and refuses what else is missing, as REST does. */
function complete({ fields }: Write, input: Record<string, unknown>): object {
  const missing = fields.filter(({ name, type, defaultValue }) =>
    type.kind === 'NON_NULL' && defaultValue == null && input[name] == null);
  const all = (text: string) => Object.fromEntries(missing.map(({ name }) => [name, text]));
  if (missing.some(({ type }) => named(type) !== 'String')) {
    throw new HttpError('Validation failed', 422, { code: ErrorCode.ValidationFailed, errors: all('is required') });
  }
  // The server says what is wrong with texts, together with what else is.
  return { ...input, ...all('') };
}

export function recordMethods({ ask, schema, readPage }: Server) {
  const get = async (name: string) => (await schema()).get(name);
  const gone = ({ type }: Resource) => new HttpError(`${type} not found`, 404, { code: ErrorCode.NotFound });

  async function update(name: string, { id, data, previousData }: Pick<UpdateParams, 'id' | 'data'> & Partial<UpdateParams>) {
    const resource = await get(name);
    const { update } = resource;
    if (!update) throw new Error(`${resource.type} can't be updated`);
    const { key, input, selection, record } = update;
    const before = previousData?.[key.name] ? previousData : (await readAll(ask, [{ id, resource }]))[0];
    if (!before) throw gone(resource);
    const document = `mutation ($key: ${written(key.type)}, $changes: ${input}!, $version: BigInt) {
      written: ${update.name}(${key.name}: $key, changes: $changes, expectedVersion: $version) { ${selection} }
    }`;
    // Without the version nobody has seen what would be overwritten.
    const variables = { key: before[key.name], changes: changes(update, data, before), version: previousData?.version };
    try {
      return (await ask<Record<string, Record<string, RaRecord>>>(document, variables)).written![record]!;
    } catch (error) {
      // There are other conflicts, such as that nobody would be an administrator any more.
      if (!(error instanceof HttpError) || error.message !== OTHER_VERSION) throw error;
      throw new HttpError('Somebody else has changed this record: refresh the page, and try again.', 409, error.body);
    }
  }

  const methods: DataProvider = {
    supportAbortSignal: true,

    async getList(name, params) {
      const known = await schema();
      const resource = known.get(name);
      const args = {
        where: [resource.filter, where(known, resource, params.filter)],
        orderBy: [resource.order, orderBy(params.sort)],
      } as const;
      return readPage({ field: resource.list, args, selection: resource.selection }, params);
    },

    getManyReference: (name, { target, id, filter, ...params }) =>
      methods.getList(name, { ...params, filter: { ...filter, and: [...(filter?.and ?? []), reference(target, id)] } }),

    async getOne(name, { id, signal }) {
      const resource = await get(name);
      const document = `query ($id: ID!) { node(id: $id) { ... on ${resource.type} { ${resource.selection} } } }`;
      const { node } = await ask<{ node: RaRecord | null }>(document, { id }, signal);
      if (!node?.id || node.deletedAt) throw gone(resource);
      return { data: node as never };
    },

    async getMany(name, { ids, signal }) {
      const resource = await get(name);
      return { data: (await readAll(ask, ids.map((id) => ({ id, resource })), signal)) as never };
    },

    async create(name, { data }) {
      const { type, create } = await get(name);
      if (!create) throw new Error(`${type} can't be created`);
      const input = complete(create, changes(create, data));
      const document = `mutation ($input: ${create.input}!) { created: ${create.name}(input: $input) { ${create.selection} } }`;
      const { created } = await ask<{ created: Record<string, unknown> }>(document, { input });
      const { [create.record]: record, ...shownOnce } = created;
      return { data: { ...shownOnce, ...(record as object) } as never };
    },

    update: async (name, params) => ({ data: (await update(name, params)) as never }),

    async updateMany(name, { ids, data }) {
      for (const id of ids) await update(name, { id, data });
      return { data: ids };
    },

    async delete(_, { id, previousData, meta }) {
      const document = 'mutation ($id: ID!, $reason: String) { delete(id: $id, reason: $reason) { operationId } }';
      await ask(document, { id, reason: meta?.reason });
      return { data: (previousData ?? { id }) as never };
    },

    async deleteMany(_, { ids, meta }) {
      await changeMany(ask, 'deleteMany', ids, meta?.reason);
      return { data: ids };
    },
  };
  return methods;
}
