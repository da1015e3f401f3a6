// Apollo Client for reinstate: queries and mutations over HTTP, subscriptions over a WebSocket.

import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { InboxDocument, createClient, possibleTypes } from '@reinstate/client';

export interface Session {
  /** The address of the server, such as http://127.0.0.1:8080. */
  server: string;
  token: string;
}

export function createApollo({ server, token }: Session, onSignedOut: () => void) {
  const authorization = `Bearer ${token}`;
  const http = new HttpLink({ uri: `${server}/graphql`, headers: { authorization } });
  const socket = createClient({
    url: `${server.replace(/^http/, 'ws')}/graphql/ws`,
    connectionParams: { authorization },
    // The token was revoked or has expired. With a refresh token: get another one, and return true.
    renew: () => {
      onSignedOut();
      return false;
    },
    onGap: () => client.refetchQueries({ include: [InboxDocument] }),
  });
  const client = new ApolloClient({
    cache: new InMemoryCache({ possibleTypes, typePolicies: { Viewer: { merge: true } } }),
    // What is read again after a change must not be answered by a request from before it.
    queryDeduplication: false,
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(socket),
      http,
    ),
  });
  return client;
}
