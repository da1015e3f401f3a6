// The client of the API for one credential.

import { Client, fetchExchange, mapExchange, subscriptionExchange, type CombinedError } from '@urql/core';
import { cache } from './cache';
import { live } from './live';

export type Connection = { client: Client; dispose(): void };

const isRefused = (error: CombinedError) =>
  error.response?.status === 401 ||
  error.graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED');

/** Connects with a token; `refused` is called when the server doesn't accept it any more. */
export function connect(token: string, refused: () => void): Connection {
  const socket = live(token, refused);
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    fetchOptions: { headers: { authorization: `Bearer ${token}` }, credentials: 'omit' },
    exchanges: [
      mapExchange({
        onError(error) {
          if (isRefused(error)) refused();
        },
      }),
      cache(),
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query, variables }, sink) }),
        }),
      }),
      fetchExchange,
    ],
  });
  return { client, dispose: socket.dispose };
}
