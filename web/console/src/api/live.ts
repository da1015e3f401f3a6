// Subscriptions over one WebSocket. A subscription that was cut off continues after the last position
// that it has seen, so that nothing is lost and nothing comes twice.

import { createClient, type Client } from 'graphql-ws';
import { useSyncExternalStore } from 'preact/compat';

export type LiveState = 'connecting' | 'live' | 'away';

// How a server says that the credential is not accepted.
const UNAUTHENTICATED = 4401;
const RETRY_MS = [250, 500, 1000, 2000, 4000];

let state: LiveState = 'connecting';
const listeners = new Set<() => void>();

function become(next: LiveState) {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether changes arrive at present. */
export const useLiveState = () => useSyncExternalStore(subscribe, () => state);

type Payload = { query: string; variables?: Record<string, unknown> };
type Sink = { next(result: never): void; error(error: unknown): void; complete(): void };

/** Connects with a token; `refused` is called when the server doesn't accept it any more. */
export function live(token: string, refused: () => void) {
  const url = new URL('/graphql/ws', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const client: Client = createClient({
    url: url.href,
    connectionParams: { Authorization: `Bearer ${token}` },
    retryAttempts: 0,
    keepAlive: 20_000,
    on: { connected: () => become('live') },
  });
  return {
    dispose: () => client.dispose(),
    subscribe(payload: Payload, sink: Sink) {
      let after: unknown;
      let failures = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let stop = () => {};
      let stopped = false;
      const again = () => {
        if (stopped) return;
        become('away');
        timer = setTimeout(start, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
      };
      const start = () => {
        const variables = after === undefined ? payload.variables : { ...payload.variables, after };
        stop = client.subscribe({ ...payload, variables }, {
          next(result) {
            // What the account may not see stays so: asking again would make the connection look lost.
            if (result.errors?.some((it) => it.extensions?.code === 'FORBIDDEN')) {
              stopped = true;
              return sink.error(result.errors);
            }
            failures = 0;
            const [event] = Object.values(result.data ?? {}) as { position?: string }[];
            if (event?.position) after = event.position;
            sink.next(result as never);
          },
          error(error) {
            if ((error as { code?: number }).code === UNAUTHENTICATED) return refused();
            if (Array.isArray(error)) return sink.error(error);
            return again();
          },
          complete: again,
        });
      };
      start();
      return () => {
        stopped = true;
        clearTimeout(timer);
        stop();
      };
    },
  };
}
