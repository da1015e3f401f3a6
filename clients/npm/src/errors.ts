// The errors of the service, whichever client they come through.

import type { ErrorCode } from './generated/documents.ts';

/** An error of the service. */
export interface ServiceError {
  /** Its code; a later server may have further ones. */
  readonly code: ErrorCode | (string & {});
  readonly message: string;
  /** The field that failed. */
  readonly path?: readonly (string | number)[];
  /** FORBIDDEN: the permissions, any one of which is enough. */
  readonly requiredPermissions?: readonly string[];
  /** VALIDATION_FAILED: what is wrong, by field of the input. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** RATE_LIMITED: the seconds after which a retry can succeed. */
  readonly retryAfter?: number;
}

interface GraphQLErrorLike {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/**
 * The errors of the service in what a client threw or returned: a response, a list of errors, and the
 * errors of Apollo Client, urql and graphql-ws. Empty for others, such as a lost connection.
 */
export function errorsOf(cause: unknown): ServiceError[] {
  const { graphQLErrors, errors } = (cause ?? {}) as Record<string, unknown>;
  const list = [cause, graphQLErrors, errors].find(Array.isArray) ?? [];
  return list
    .filter((error: GraphQLErrorLike) => typeof error?.extensions?.['code'] === 'string')
    .map(({ message, path, extensions }: GraphQLErrorLike) => ({ ...extensions, message, path }) as ServiceError);
}

/** Whether one of the errors of the service has the code. */
export function hasCode(cause: unknown, code: ErrorCode): boolean {
  return errorsOf(cause).some((error) => error.code === code);
}
