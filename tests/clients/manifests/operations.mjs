// The operations that persisted.mjs runs with Apollo Client.

import { gql } from '@apollo/client';

export const LOCALE = gql`
  query ApolloLocale($code: String!) {
    locale(code: $code) {
      id
      ...ApolloName
    }
  }

  fragment ApolloName on Locale {
    name
  }
`;

export const CHANGED = gql`
  subscription ApolloChanged {
    recordChanged(kinds: [LOCALE]) {
      event {
        action
      }
    }
  }
`;
