// Subscriptions over one WebSocket. A subscription that was cut off continues after the last position
// that it has seen, so that nothing is lost and nothing comes twice.

import { createClient, type Client } from 'graphql-ws';
import { socketIs } from './connection';

// How a server says that the credential is not accepted.
const UNAUTHENTICATED = 4401;
const RETRY_MS = [250, 500, 1000, 2000, 4000];

type Data = Record<string, { position: string } | null>;

const isForbidden = (errors: readonly { extensions?: { code?: unknown } }[] | undefined) =>
  !!errors?.some((it) => it.extensions?.code === 'FORBIDDEN');

/** Connects with a token; `refused` is called when the server doesn't accept it any more, `resume` with another one. */
export function live(token: () => string | null, refused: () => void) {
  const url = new URL('/graphql/ws', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  let used: string | null = null;
  const client: Client = createClient({
    url: url.href,
    connectionParams: () => ({ Authorization: `Bearer ${used = token()}` }),
    retryAttempts: 0,
    keepAlive: 20_000,
    on: { connected: () => socketIs('live') },
  });
  let stopped = false;
  let stop = () => {};
  const waiting = new Set<() => void>();
  return {
    dispose() {
      stopped = true;
      // The client closes what no subscription needs; told to close while it connects, it would still send.
      stop();
    },
    resume() {
      for (const start of waiting) start();
      waiting.clear();
    },
    /** Hands on each event of a subscription that takes nothing but a position. */
    subscribe(query: string, next: (data: Data) => void) {
      let after: string | undefined;
      let failures = 0;
      const again = () => {
        if (stopped) return;
        socketIs('away');
        setTimeout(start, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
      };
      const start = () => {
        if (stopped) return;
        stop = client.subscribe<Data>({ query, variables: { after } }, {
          next({ data, errors }) {
            // What the account may not see stays so: asking again would make the connection look lost.
            if (isForbidden(errors)) stopped = true;
            failures = 0;
            const [event] = Object.values(data ?? {});
            if (!data || !event) return;
            after = event.position;
            next(data);
          },
          error(error) {
            if (stopped) return;
            // A token that has been replaced meanwhile may be refused.
            if ((error as { code?: number }).code === UNAUTHENTICATED && used === token()) {
              waiting.add(start);
              socketIs('connecting');
              return refused();
            }
            // A position that isn't accepted any more.
            if (Array.isArray(error)) after = undefined;
            stopped ||= Array.isArray(error) && isForbidden(error);
            return again();
          },
          complete: again,
        });
      };
      start();
    },
  };
}
