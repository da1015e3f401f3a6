// Pages by number of lists that are read by cursors: remembers where pages begin and end.

import { HttpError } from './request.ts';

export interface Range {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
}

export interface Connection<T> {
  nodes?: T[];
  totalCount?: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

/** Reads a part of a list; without records it reads cursors only. */
export type Read<T> = (range: Range, withRecords: boolean) => Promise<Connection<T>>;

export interface Page<T> {
  nodes: T[];
  total: number | undefined;
  hasNextPage: boolean;
}

/** What the server returns at most at once. */
const MOST = 100;
/** How many requests a jump to a page may take that no cursor is known for. */
const STEPS = 50;

/** The pages of one list with one filter and one order. */
export class Pages {
  /** By index of a record: the cursor of the one before it, and its own. */
  private readonly after = new Map<number, string>();
  private readonly at = new Map<number, string>();
  private total?: number;

  async read<T>(read: Read<T>, start: number, count: number): Promise<Page<T>> {
    return (await this.backward(read, start, count)) ?? this.forward(read, start, count);
  }

  /** Reads the last page, and those before it, from the end. */
  private async backward<T>(read: Read<T>, start: number, count: number): Promise<Page<T> | undefined> {
    const before = this.at.get(start + count);
    const last = before === undefined ? (this.total ?? 0) - start : count;
    if (start === 0 || this.after.has(start) || last <= 0 || last > count || last > MOST) return undefined;
    const { nodes = [], totalCount, pageInfo } = await read({ last, before }, true);
    if (before === undefined && totalCount !== this.total) {
      // Somebody has added records or deleted some: the last page is another one.
      this.total = totalCount;
      return this.backward(read, start, count);
    }
    this.remember(this.at, start, pageInfo.startCursor);
    return { nodes, total: totalCount, hasNextPage: pageInfo.hasNextPage };
  }

  private async forward<T>(read: Read<T>, start: number, count: number): Promise<Page<T>> {
    let after = await this.walk(read, start);
    const page: Page<T> = { nodes: [], total: undefined, hasNextPage: true };
    while (page.hasNextPage && page.nodes.length < count) {
      const first = Math.min(MOST, count - page.nodes.length);
      const { nodes = [], totalCount, pageInfo } = await read({ first, after }, true);
      const index = start + page.nodes.length;
      this.remember(this.at, index, pageInfo.startCursor);
      this.remember(this.after, index + nodes.length, pageInfo.endCursor);
      this.total = page.total = totalCount;
      page.nodes.push(...nodes);
      page.hasNextPage = pageInfo.hasNextPage;
      after = pageInfo.endCursor ?? undefined;
    }
    return page;
  }

  /** Goes to a place from the nearest one before it that is known. */
  private async walk<T>(read: Read<T>, start: number): Promise<string | undefined> {
    let index = Math.max(0, ...[...this.after.keys()].filter((known) => known <= start));
    if (start - index > STEPS * MOST) {
      throw new HttpError('This page is too far away: filter the list, or go page by page.', 400);
    }
    let after = this.after.get(index);
    while (index < start) {
      const first = Math.min(MOST, start - index);
      const { pageInfo } = await read({ first, after }, false);
      index += first;
      after = pageInfo.endCursor ?? after;
      // The list ends before the page, which is empty then.
      if (!pageInfo.hasNextPage) break;
      this.remember(this.after, index, pageInfo.endCursor);
    }
    return after;
  }

  /** Remembers a cursor. If another one was there, what is known of the places behind it is wrong by now. */
  private remember(cursors: Map<number, string>, index: number, cursor: string | null) {
    if (cursor === null || cursors.get(index) === cursor) return;
    if (cursors.has(index)) {
      for (const known of [this.after, this.at]) {
        for (const other of [...known.keys()]) if (other > index) known.delete(other);
      }
    }
    cursors.set(index, cursor);
  }
}
