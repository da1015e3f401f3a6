// Lists of react-admin, with its filters, sorting and page numbers, as lists of the API.

import type { GetListParams, GetListResult, RaRecord, SortPayload } from 'ra-core';
import { type Connection, Pages, type Range } from './pages.ts';
import type { Ask } from './request.ts';
import { type Resource, type Schema, constant, named } from './schema.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `where` of a list. `q` is looked for in all texts. */
export function where(schema: Schema, { filter }: Resource, { q, ...values }: Record<string, unknown> = {}): object {
  const conditions = condition(schema, filter, values) as object;
  if (!q) return conditions;
  const texts = schema.inputs(filter).filter(({ type }) => named(type) === 'TextFilter');
  return { and: [conditions, { or: texts.map(({ name }) => ({ [name]: { contains: q } })) }] };
}

/** A text as `contains`, other values as `eq`, and lists as `in`. What has operators stays as it is. */
function condition(schema: Schema, type: string, value: unknown): unknown {
  const fields = schema.inputs(type);
  const has = (name: string) => fields.some((field) => field.name === name);
  if (has('eq')) {
    if (isObject(value)) return value;
    if (Array.isArray(value)) return { in: value };
    return has('contains') ? { contains: value } : { eq: value };
  }
  if (Array.isArray(value)) return value.map((each) => condition(schema, type, each));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => {
    const field = fields.find((field) => field.name === name);
    // The server refuses other fields, and says which there are.
    return [name, field ? condition(schema, named(field.type), each) : each];
  }));
}

/** `orderBy` of a list. Ids are in the order of `databaseId`. */
export const orderBy = ({ field, order }: SortPayload = { field: 'id', order: 'ASC' }) =>
  ({ field: field === 'id' ? 'DATABASE_ID' : constant(field), direction: order });

/** The filter for the records that refer to one: `user.id` is a field in a field. */
export const reference = (target: string, id: unknown) =>
  target.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), { eq: id }) as object;

/** A list of the API. */
export interface List {
  readonly field: string;
  /** The arguments beside the range, each with its type. */
  readonly args: Readonly<Record<string, readonly [type: string, value: unknown]>>;
  /** What is read of each record. */
  readonly selection: string;
  /** Whether it is read from its end. */
  readonly reverse?: boolean;
}

/** How many lists are remembered, each with its pages. */
const LISTS = 100;

/** Reads pages of lists. Without `totals` nothing is counted. */
export function lists(ask: Ask, totals: boolean) {
  const known = new Map<string, Pages>();

  function pagesOf(key: string): Pages {
    const pages = known.get(key) ?? new Pages();
    // The one that was used last is the last.
    known.delete(key);
    known.set(key, pages);
    if (known.size > LISTS) known.delete([...known.keys()][0]!);
    return pages;
  }

  return async ({ field, args, selection, reverse = false }: List, params: GetListParams): Promise<GetListResult> => {
    const { page, perPage } = params.pagination ?? { page: 1, perPage: 25 };
    const declared = Object.entries(args).map(([name, [type]]) => `, $${name}: ${type}`).join('');
    const passed = Object.keys(args).map((name) => `, ${name}: $${name}`).join('');
    const values = Object.fromEntries(Object.entries(args).map(([name, [, value]]) => [name, value]));

    const read = async (range: Range, withRecords: boolean): Promise<Connection<RaRecord>> => {
      const records = withRecords ? `nodes { ${selection} } ${totals ? 'totalCount' : ''}` : '';
      const document = `query ($first: Int, $after: String, $last: Int, $before: String${declared}) {
        list: ${field}(first: $first, after: $after, last: $last, before: $before${passed}) {
          ${records} pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }`;
      const variables = { ...values, ...(reverse ? turnedRange(range) : range) };
      const { list } = await ask<{ list: Connection<RaRecord> }>(document, variables, params.signal);
      return reverse ? turned(list) : list;
    };
    const pages = pagesOf(JSON.stringify([field, values, reverse]));
    const { nodes, total, hasNextPage } = await pages.read(read, (page - 1) * perPage, perPage);
    return { data: nodes, ...(totals ? { total } : { pageInfo: { hasNextPage, hasPreviousPage: page > 1 } }) };
  };
}

const turnedRange = ({ first, after, last, before }: Range): Range =>
  ({ first: last, after: before, last: first, before: after });

/** A list from its end is the same list, with its ends exchanged. */
function turned<T>({ nodes, pageInfo, ...rest }: Connection<T>): Connection<T> {
  return {
    ...rest,
    nodes: nodes?.reverse(),
    pageInfo: {
      hasNextPage: pageInfo.hasPreviousPage,
      hasPreviousPage: pageInfo.hasNextPage,
      startCursor: pageInfo.endCursor,
      endCursor: pageInfo.startCursor,
    },
  };
}
