// Lists of the API as views show them.

import { createRequest, useClient, type AnyVariables, type CombinedError, type TypedDocumentNode } from '@urql/preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { cameBack } from '../parts/place';
import { Pages, type Connection } from './pages';
import { signal } from './signal';

export type Rows<Row> = {
  rows: readonly Row[];
  total?: number;
  /** Whether anything has arrived, or failed. */
  loaded: boolean;
  busy: boolean;
  /** When the reading of these rows began; what happened later isn't in them. */
  readAt: number;
  error?: CombinedError;
  more?(): void;
  refresh(): void;
};

const again = signal();
/** How many rows each list had when somebody left it. */
const lengths = new Map<number, number>();

/** Has all open lists read again, when more has changed than the answers said. */
export const readAgain = () => again.emit();
/** Calls this too when all open lists are read again. */
export const useReadAgain = again.useListener;

/** The rows of a list. They stay until others are there, whatever becomes of the request for these. */
export function useRows<Data, Variables extends AnyVariables, Row extends { id: string }>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'first' | 'after'>,
  pick: (data: Data) => Connection<Row> | null | undefined,
  pause = false,
): Rows<Row> {
  const client = useClient();
  const [, draw] = useReducer((n: number) => n + 1, 0);
  const [pages] = useState(() => new Pages<Data, Row>(() => draw(0)));
  useLayoutEffect(() => {
    if (pause) return pages.stop();
    const { key } = createRequest<Data, AnyVariables>(query, variables);
    pages.start({ client, query: query as TypedDocumentNode<Data, AnyVariables>, variables, pick }, cameBack() ? lengths.get(key) : 0);
    return () => void lengths.set(key, pages.rows.length);
  }, [client, query, JSON.stringify(variables), pause]);
  useEffect(() => () => pages.stop(), []);
  useReadAgain(() => pages.refresh());
  const { rows, total, busy, readAt } = pages;
  return {
    rows, total, busy, readAt,
    loaded: pause || pages.isLoaded,
    error: busy ? undefined : pages.error,
    more: pages.hasMore ? () => pages.more() : undefined,
    refresh: () => pages.refresh(),
  };
}

/** What was read last, while there is nothing: a request for it has failed, or the record is gone. */
export function useKept<Value>(value: Value): Value {
  const last = useRef(value);
  last.current = value ?? last.current;
  return last.current;
}
