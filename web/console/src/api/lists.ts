// Pages of a list, one below the other.

import { useQuery, type AnyVariables, type CombinedError, type TypedDocumentNode } from '@urql/preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export const PAGE = 100;

type Connection<Row> = {
  nodes: readonly Row[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
  totalCount?: number;
};

export type Rows<Row> = {
  rows: readonly Row[];
  total?: number;
  /** Whether anything has arrived, or failed. */
  loaded: boolean;
  busy: boolean;
  error?: CombinedError;
  more?(): void;
  refresh(): void;
};

const open = new Set<() => void>();

/** Has all open lists read again, when more has changed than the answers said. */
export function readAgain() {
  for (const refresh of open) refresh();
}

/** The rows of a list. Those of the last search stay until the new ones are there. */
export function useRows<Data, Variables extends AnyVariables, Row>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'first' | 'after'>,
  pick: (data: Data) => Connection<Row> | null | undefined,
  pause = false,
): Rows<Row> {
  const key = JSON.stringify(variables);
  const [page, setPage] = useState<{ key: string; after?: string }>({ key });
  const after = page.key === key ? page.after : undefined;
  const [{ data, fetching, stale, error }, execute] = useQuery<Data, AnyVariables>({
    query: query as TypedDocumentNode<Data, AnyVariables>,
    variables: { ...variables, first: PAGE, after },
    requestPolicy: 'cache-and-network',
    pause,
  });
  const found = data ? pick(data) : undefined;
  const last = useRef<Connection<Row> | undefined>(undefined);
  useEffect(() => {
    if (found) last.current = found;
  }, [found]);
  const shown = found ?? (fetching ? last.current : undefined);
  const { hasNextPage, endCursor } = shown?.pageInfo ?? {};
  function refresh() {
    setPage({ key });
    execute({ requestPolicy: 'network-only' });
  }
  useReadAgain(refresh);
  return {
    rows: shown?.nodes ?? [],
    total: shown?.totalCount,
    loaded: !fetching || !!shown,
    busy: fetching || stale,
    error: fetching ? undefined : error,
    more: hasNextPage && endCursor && !fetching ? () => setPage({ key, after: endCursor }) : undefined,
    refresh,
  };
}

/** Calls this too when all open lists are read again. */
export function useReadAgain(refresh: () => void) {
  const again = useRef(refresh);
  again.current = refresh;
  useEffect(() => {
    const call = () => again.current();
    open.add(call);
    return () => void open.delete(call);
  }, []);
}
