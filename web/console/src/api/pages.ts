// The pages of a list, one below the other. Each is a query of its own, so that a change of a record works
// out one page again and not all. What is shown stays until what replaces it is whole.

import type { AnyVariables, Client, CombinedError, OperationResult, RequestPolicy, TypedDocumentNode } from '@urql/core';

export const PAGE = 100;
/** How many rows are read again at most; below them one scrolls again. */
const MOST = 1000;

export type Connection<Row> = {
  nodes: readonly Row[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
  totalCount?: number;
};

type Page<Row> = { found?: Connection<Row>; error?: CombinedError; busy: boolean; stop(): void };

export type Source<Data, Row> = {
  client: Client;
  query: TypedDocumentNode<Data, AnyVariables>;
  variables: AnyVariables;
  pick(data: Data): Connection<Row> | null | undefined;
};

const NOTHING = { nodes: [], pageInfo: { hasNextPage: false } };

/** `changed` is called when there is something else to show. */
export class Pages<Data, Row extends { id: string }> {
  #rows: readonly Row[] | undefined = [];
  /** When the reading of these rows began; what happened later isn't in them. */
  readAt = Date.now();
  #shown: Page<Row>[] = [];
  /** What is read to replace them, and why the last such attempt failed. */
  #next: Page<Row>[] | undefined;
  #failure: CombinedError | undefined;
  #source: Source<Data, Row> | undefined;

  constructor(private readonly changed: () => void) {}

  /** All rows, put together once for all pages that have changed since the last drawing. */
  get rows() {
    this.#rows ??= [...new Map(this.#shown.flatMap(({ found }) => found?.nodes ?? []).map((row) => [row.id, row])).values()];
    return this.#rows;
  }
  get #last() { return this.#shown.at(-1); }
  get total() { return this.#shown[0]?.found?.totalCount; }
  get isLoaded() { return this.#shown.length > 0; }
  get busy() { return !!this.#next || this.#shown.some((it) => it.busy); }
  get error() { return this.#failure ?? this.#shown.find((it) => it.error)?.error; }
  get hasMore() { return !this.#next && !!this.#last?.found?.pageInfo.hasNextPage && !!this.#last.found.pageInfo.endCursor; }

  /** Lists something else, at least so many rows; what was shown stays until that is there, or can't be had. */
  start(source: Source<Data, Row>, wanted = 0) {
    this.#source = source;
    this.#read('cache-and-network', Math.min(wanted, MOST));
  }

  /** Reads as many pages again as there are. */
  refresh() {
    if (this.#source) this.#read('network-only', Math.min(this.#shown.length * PAGE, MOST));
  }

  more() {
    const after = this.#last?.found?.pageInfo.endCursor ?? undefined;
    if (this.hasMore) this.#page(this.#shown, 'cache-and-network', after, () => {});
    this.changed();
  }

  /** Shows nothing, and reads nothing. */
  stop() {
    for (const page of [...this.#shown, ...(this.#next ?? [])]) page.stop();
    this.#shown = [];
    this.#next = undefined;
    this.#source = undefined;
    this.#rows = [];
  }

  #read(policy: RequestPolicy, wanted: number) {
    for (const page of this.#next ?? []) page.stop();
    const next: Page<Row>[] = [];
    const readAt = Date.now();
    const read = (after?: string) => this.#page(next, policy, after, ({ found, error }) => {
      if (this.#next !== next) return;
      const count = next.reduce((sum, it) => sum + (it.found?.nodes.length ?? 0), 0);
      const { hasNextPage, endCursor } = found?.pageInfo ?? {};
      if (count < wanted && hasNextPage && endCursor) return read(endCursor);
      this.#next = undefined;
      const isLost = !found && policy === 'network-only';
      for (const page of isLost ? next : this.#shown) page.stop();
      if (isLost) this.#failure = error;
      else [this.#shown, this.readAt] = [next, readAt];
    });
    // Those that are there are put together before others come between them.
    void this.rows;
    this.#next = next;
    this.#failure = undefined;
    read();
    this.changed();
  }

  /** Adds a page; `ended` is called once, when it is there or has failed. */
  #page(to: Page<Row>[], requestPolicy: RequestPolicy, after: string | undefined, ended: (page: Page<Row>) => void) {
    const { client, query, variables, pick } = this.#source as Source<Data, Row>;
    const page: Page<Row> = { busy: true, stop: () => {} };
    to.push(page);
    let isNew = true;
    const take = ({ data, error, stale }: OperationResult<Data, AnyVariables>) => {
      const found = (data && pick(data)) ?? (error ? undefined : NOTHING);
      page.busy = stale;
      page.error = error;
      // One that failed has what it had before.
      if (found) page.found = found;
      if (isNew && !(stale && requestPolicy === 'network-only')) {
        isNew = false;
        ended(page);
      }
      this.#draw();
    };
    page.stop = client.query(query, { ...variables, first: PAGE, after }, { requestPolicy }).subscribe(take).unsubscribe;
  }

  #draw() {
    // While pages are read one after the other, those that are there don't fit together.
    if (!this.#next) this.#rows = undefined;
    this.changed();
  }
}
