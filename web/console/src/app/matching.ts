// The mutations that act on all that matches some filters. A filter that is named has to be set, so that a forgotten
// value never means everything: each set of filters has a document of its own.

import { gql, type TypedDocumentNode } from '@urql/core';
import { BulkFragmentDoc, ProgressFragmentDoc } from '../generated/documents';
import type { Answer } from './bulk';

const ALWAYS = { confirm: 'String', reason: 'String' } as const;

/** `types` are those of the filters that the mutation takes, by their names. */
export function matchingDocument<Name extends string>(
  mutation: string, types: Readonly<Record<Name, string>>, filters: Partial<Record<NoInfer<Name>, unknown>>,
): TypedDocumentNode<{ matching: Answer | null }, Record<string, unknown>> {
  const named = (Object.entries(types) as [Name, string][]).filter(([name]) => filters[name] !== undefined);
  const all = [...named, ...Object.entries(ALWAYS)];
  return gql`mutation Matching(${all.map(([name, type]) => `$${name}: ${type}`).join(', ')}) {
    matching: ${mutation}(${all.map(([name]) => `${name}: $${name}`).join(', ')}) {
      operationId preview { ...Bulk } progress { ...Progress }
    }
  }
  ${BulkFragmentDoc}
  ${ProgressFragmentDoc}`;
}
