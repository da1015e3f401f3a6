// The operation that persisted.mjs runs with what graphql-codegen generates.

import { graphql } from './generated/codegen';

export const locale = graphql(`
  query CodegenLocale($code: String!) {
    locale(code: $code) {
      name
    }
  }
`);
