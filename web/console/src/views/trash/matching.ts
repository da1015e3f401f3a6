// The mutations that restore or purge all records of the trash that match its filters.

import { matchingDocument } from '../../app/matching';
import type { TrashQueryVariables } from '../../generated/documents';

const TYPES = {
  kinds: '[Kind!]', deletedById: 'ID', deletedAfter: 'DateTime', deletedBefore: 'DateTime', purgeBefore: 'DateTime', search: 'String',
  ownerId: 'ID', deletionReason: 'String',
} as const;

export const matchingTrash = (what: 'restore' | 'purge', filters: TrashQueryVariables) =>
  matchingDocument(what === 'restore' ? 'restoreTrash' : 'emptyTrash', TYPES, filters);
