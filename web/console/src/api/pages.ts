// Pages of a list in the cache as one list. Each page is found by the cursor at the end of the one before,
// so that pages from before a list was read again are not mixed with those from after.

import { stringifyVariables } from '@urql/core';
import type { Cache, Resolver } from '@urql/exchange-graphcache';

type Arguments = Record<string, unknown> | null | undefined;
type Page = { nodes: string[]; after: unknown; hasNextPage: boolean; totalCount: unknown; typename: string };

/** The arguments that say what is listed, not which page of it. */
const filters = (args: Arguments) => stringifyVariables({ ...args, after: undefined });

function read(cache: Cache, link: unknown): Page | undefined {
  if (typeof link !== 'string') return undefined;
  const info = cache.resolve(link, 'pageInfo') as string;
  return {
    nodes: (cache.resolve(link, 'nodes') ?? []) as string[],
    after: cache.resolve(info, 'endCursor') ?? undefined,
    hasNextPage: cache.resolve(info, 'hasNextPage') === true,
    totalCount: cache.resolve(link, 'totalCount'),
    typename: cache.resolve(link, '__typename') as string,
  };
}

/** Resolves a list to all its pages that are in the cache. */
export const pages: Resolver = (_parent, args, cache, { parentKey, fieldName }) => {
  const known = new Map<unknown, Page>();
  for (const field of cache.inspectFields(parentKey)) {
    if (field.fieldName !== fieldName || filters(field.arguments) !== filters(args)) continue;
    const page = read(cache, cache.resolve(parentKey, field.fieldKey));
    if (page) known.set(field.arguments?.after ?? undefined, page);
  }
  const asked = known.get(args.after ?? undefined);
  const first = known.get(undefined) ?? asked;
  // Not in the cache: the server has to be asked.
  if (!asked || !first) return undefined;
  const nodes = new Set<string>();
  let last = first;
  for (let page: Page | undefined = first; page; page = page.hasNextPage ? known.get(page.after) : undefined) {
    for (const node of page.nodes) nodes.add(node);
    last = page;
  }
  return {
    __typename: first.typename,
    nodes: [...nodes],
    totalCount: first.totalCount,
    pageInfo: { __typename: 'PageInfo', hasNextPage: last.hasNextPage, endCursor: last.after ?? null },
  };
};
