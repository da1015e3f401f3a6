// The operations that relay-compiler compiles and relay.mjs runs.

import { graphql } from 'relay-runtime';

export const restorable = graphql`
  fragment clientsRestorable on Restorable {
    id
    kind
    label
    deletedAt
    viewerCan {
      restore
      delete
    }
  }
`;

export const currencies = graphql`
  fragment clientsCurrencies on Query
  @refetchable(queryName: "clientsCurrenciesPaginationQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 1 }, cursor: { type: "String" }) {
    currencies(first: $count, after: $cursor, orderBy: [{ field: CODE }], trashed: WITH)
      @connection(key: "clients_currencies") {
      edges {
        node {
          id
          code
          ...clientsRestorable
        }
      }
    }
  }
`;

export const list = graphql`
  query clientsCurrenciesQuery {
    ...clientsCurrencies
  }
`;

export const bin = graphql`
  query clientsBinQuery {
    trash(first: 100) {
      nodes {
        id
        ...clientsRestorable
      }
    }
  }
`;

export const node = graphql`
  query clientsNodeQuery($id: ID!) {
    node(id: $id) {
      __typename
      ... on Currency {
        code
        deletedAt
      }
    }
  }
`;

export const restore = graphql`
  mutation clientsRestoreMutation($code: String!) {
    restoreCurrency(code: $code) {
      restored
      currency {
        ...clientsRestorable
      }
    }
  }
`;

export const remove = graphql`
  mutation clientsDeleteMutation($code: String!) {
    deleteCurrency(code: $code) {
      currency {
        ...clientsRestorable
      }
    }
  }
`;
