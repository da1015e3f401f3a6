// The mutation that restores all records of the trash that match its filters. A filter that is named has to be
// set, so that a forgotten value never means everything.

import { gql, type TypedDocumentNode } from '@urql/core';
import type { Answer } from '../../app/bulk';
import { BulkFragmentDoc, ProgressFragmentDoc, type TrashQueryVariables } from '../../generated/documents';

const TYPES = {
  kinds: '[Kind!]', deletedById: 'ID', deletedAfter: 'DateTime', deletedBefore: 'DateTime', purgeBefore: 'DateTime', search: 'String',
} as const;
const ALWAYS = { confirm: 'String', reason: 'String' } as const;

export function restoring(filters: TrashQueryVariables): TypedDocumentNode<{ matching: Answer | null }, Record<string, unknown>> {
  const named = Object.entries(TYPES).filter(([name]) => filters[name as keyof typeof TYPES] !== undefined);
  const all = [...named, ...Object.entries(ALWAYS)];
  return gql`mutation Matching(${all.map(([name, type]) => `$${name}: ${type}`).join(', ')}) {
    matching: restoreTrash(${all.map(([name]) => `${name}: $${name}`).join(', ')}) {
      operationId preview { ...Bulk } progress { ...Progress }
    }
  }
  ${BulkFragmentDoc}
  ${ProgressFragmentDoc}`;
}
