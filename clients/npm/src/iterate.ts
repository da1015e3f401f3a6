// The results of a subscription, one after the other.

import type { Client, FormattedExecutionResult, SubscribePayload } from 'graphql-ws';

/** Subscribes, and yields the results until the subscription ends or the loop is left. */
export async function* iterate<Data, Extensions>(
  subscribe: Client['subscribe'],
  payload: SubscribePayload,
): AsyncIterableIterator<FormattedExecutionResult<Data, Extensions>> {
  const results: FormattedExecutionResult<Data, Extensions>[] = [];
  let ended: { error?: unknown } | undefined;
  let wake = () => {};
  const end = (how: { error?: unknown }) => {
    ended = how;
    wake();
  };
  const stop = subscribe<Data, Extensions>(payload, {
    next: (result) => {
      results.push(result);
      wake();
    },
    error: (error) => end({ error }),
    complete: () => end({}),
  });
  try {
    for (;;) {
      while (results.length > 0) yield results.shift()!;
      if (ended && 'error' in ended) throw ended.error;
      if (ended) return;
      await new Promise<void>((resume) => (wake = resume));
    }
  } finally {
    stop();
  }
}
