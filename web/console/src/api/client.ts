// The client of the API for one account, whose credential may be replaced.

import { Client, fetchExchange, makeOperation, mapExchange, stringifyDocument, type CombinedError } from '@urql/core';
import { RecordChangedDocument } from '../generated/documents';
import { cache } from './cache';
import { arrive, type Change } from './changes';
import { answered } from './connection';
import { live } from './live';

export type Connection = { client: Client; resume(): void; dispose(): void };

const isRefused = (error: CombinedError) =>
  error.response?.status === 401 ||
  error.graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED');

const isUnreachable = (error: CombinedError | undefined) =>
  !!error?.networkError || !!error?.graphQLErrors.some(({ extensions }) => extensions.code === 'UNAVAILABLE');

/** Requests with a token; `refused` is called when the server doesn't accept it. */
export function requests(token: () => string | null, refused: () => void): Client {
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    fetchOptions: () => ({ headers: { authorization: `Bearer ${token()}` }, credentials: 'omit' }),
    exchanges: [
      cache(),
      mapExchange({
        onOperation(operation) {
          // What is wrong with fields is asked for by code, so that the page says it in its language.
          const extensions = { ...operation.extensions, problems: true };
          return makeOperation(operation.kind, { ...operation, extensions }, { ...operation.context, sent: token() });
        },
        onResult({ error, operation }) {
          answered(!isUnreachable(error));
          // A token that has been replaced meanwhile may be refused.
          if (error && isRefused(error) && operation.context.sent === token()) refused();
        },
      }),
      fetchExchange,
    ],
  });
}

/** Requests, and what happens as it happens; `resume` is called when there is another token. */
export function connect(token: () => string | null, refused: () => void): Connection {
  const client = requests(token, refused);
  const socket = live(token, refused);
  socket.subscribe(stringifyDocument(RecordChangedDocument), ({ recordChanged }) => arrive(recordChanged as Change));
  return { client, resume: socket.resume, dispose: socket.dispose };
}
