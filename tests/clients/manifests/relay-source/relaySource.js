// The operation that persisted.mjs runs with Relay.

import { graphql } from 'relay-runtime';

export const locale = graphql`
  query relaySourceLocaleQuery($code: String!) {
    locale(code: $code) {
      id
      name
    }
  }
`;
