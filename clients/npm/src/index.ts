// Typed documents, error codes and subscriptions that resume, for clients of reinstate.

import fragments from './generated/possible-types.ts';

export { errorsOf, hasCode, type ServiceError } from './errors.ts';
export * from './generated/documents.ts';
export { createClient, isUnauthenticated, type Options } from './socket.ts';

/** The types of each interface, which the cache of Apollo Client needs to match fragments. */
export const { possibleTypes } = fragments;
