// urql for reinstate: queries and mutations over HTTP, subscriptions over a WebSocket.

import { Client, cacheExchange, fetchExchange, subscriptionExchange } from 'urql';
import { InboxDocument, createClient } from '@reinstate/client';

export interface Session {
  /** The address of the server, such as http://127.0.0.1:8080. */
  server: string;
  token: string;
}

export function createUrql({ server, token }: Session, onSignedOut: () => void) {
  const authorization = `Bearer ${token}`;
  const socket = createClient({
    url: `${server.replace(/^http/, 'ws')}/graphql/ws`,
    connectionParams: { authorization },
    // The token was revoked or has expired. With a refresh token: get another one, and return true.
    renew: () => {
      onSignedOut();
      return false;
    },
    onGap: () => client.query(InboxDocument, { first: 10 }, { requestPolicy: 'network-only' }).toPromise(),
  });
  const client = new Client({
    url: `${server}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers: { authorization } },
    exchanges: [
      cacheExchange,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query, variables }, sink) }),
        }),
      }),
    ],
  });
  return client;
}
