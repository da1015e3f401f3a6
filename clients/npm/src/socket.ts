// A client of graphql-ws whose subscriptions go on where they were when the connection was lost.

import { createClient as createSocket } from 'graphql-ws';
import type { Client, ClientOptions } from 'graphql-ws';
import { hasCode } from './errors.ts';
import { ErrorCode } from './generated/documents.ts';
import { iterate } from './iterate.ts';

/** What the server closes a connection with when its credential is not or no longer accepted. */
const UNAUTHENTICATED = 4401;

/** The options of graphql-ws, and what else a lost connection needs. */
export interface Options extends ClientOptions {
  /**
   * Gets another credential after the server has refused the present one: true subscribes again, with
   * what `connectionParams` returns then. Without it, and on false, subscriptions end with the error.
   */
  renew?: () => boolean | Promise<boolean>;
  /**
   * The connection was lost before a subscription had its first event, so there was no position to go
   * on from. Read again what you show: events of the meantime didn't arrive.
   */
  onGap?: () => void;
}

/**
 * Creates a client of graphql-ws, for GraphQLWsLink of Apollo, subscriptionExchange of urql and others. A
 * subscription that has the variable `$after` and selects `position` resumes: its events arrive once each.
 */
export function createClient({ renew, onGap, ...options }: Options): Client {
  // The pings notice a connection that nobody closed, such as that of a computer that slept.
  const client = createSocket({ keepAlive: 30_000, retryAttempts: Infinity, shouldRetry: () => true, ...options });
  const renewed = once(client, renew);

  const subscribe: Client['subscribe'] = (payload, sink) => {
    // graphql-ws sends this very object again whenever it reconnects.
    const variables: Record<string, unknown> = { ...payload.variables };
    const request = { ...payload, variables };
    const unlisten = watchGaps(client, () => variables['after'] == null && onGap?.());
    let stopped = false;
    let stop = () => {};

    const end = (finish: () => void) => {
      unlisten();
      finish();
    };
    const failed = async (cause: unknown) => {
      const again = isUnauthenticated(cause) && !stopped && (await renewed());
      if (stopped) end(() => sink.complete());
      else if (again) start();
      else end(() => sink.error(cause));
    };
    const start = () => {
      let refused = false;
      stop = client.subscribe(request, {
        next: (result) => {
          // An event came after the credential had ended and before the connection was closed for it.
          refused = hasCode(result, ErrorCode.Unauthenticated);
          if (refused) return;
          variables['after'] = positionIn(result.data) ?? variables['after'];
          sink.next(result as Parameters<typeof sink.next>[0]);
        },
        error: failed,
        complete: () => (refused ? whenClosed(client, failed) : end(() => sink.complete())),
      });
    };
    start();
    return () => {
      stopped = true;
      stop();
    };
  };

  return { ...client, subscribe, iterate: (payload) => iterate(subscribe, payload) };
}

/** Whether a subscription ended because the server doesn't accept the credential. */
export function isUnauthenticated(cause: unknown): boolean {
  return (cause as { code?: unknown } | null)?.code === UNAUTHENTICATED;
}

/** Calls back with the refusal once the connection is closed, which the server does within a second. */
function whenClosed(client: Client, refused: (cause: unknown) => void) {
  const unlisten = client.on('closed', () => {
    unlisten();
    refused({ code: UNAUTHENTICATED, reason: 'Unauthenticated' });
  });
}

/** Renews once for all subscriptions, and only once until a connection is accepted. */
function once(client: Client, renew: Options['renew']): () => Promise<boolean> {
  let renewing: Promise<boolean> | undefined;
  client.on('connected', () => (renewing = undefined));
  // The new credential was refused too.
  client.on('closed', (event) => {
    if (renewing && isUnauthenticated(event)) renewing = Promise.resolve(false);
  });
  return () => (renewing ??= Promise.resolve(renew?.() ?? false).catch(() => false));
}

/** Calls back when the client is connected again after it was not. */
function watchGaps(client: Client, reconnected: () => void): () => void {
  let closed = false;
  const stops = [
    client.on('closed', () => (closed = true)),
    client.on('connected', () => {
      if (closed) reconnected();
      closed = false;
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** The position of the event in a result. */
function positionIn(data: unknown): string | undefined {
  const fields = Object.values(data ?? {}) as ({ position?: unknown } | null)[];
  const position = fields.find((field) => typeof field?.position === 'string')?.position;
  return position as string | undefined;
}
