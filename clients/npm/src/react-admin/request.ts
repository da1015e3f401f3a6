// Requests to the GraphQL API, and their errors in the form that react-admin knows.

import type { ServiceError } from '../errors.ts';
import { errorsOf } from '../errors.ts';

/** Sends a document, and returns its data. */
export type Ask = <Data>(query: string, variables?: object, signal?: AbortSignal) => Promise<Data>;

export interface RequestOptions {
  /** The address of the server, such as https://reinstate.example. */
  url: string;
  /** An access token, or what returns the present one. */
  token: string | (() => string | Promise<string>);
}

const STATUS: Readonly<Record<string, number>> = {
  BAD_REQUEST: 400,
  NOT_DELETED: 400,
  QUERY_TOO_EXPENSIVE: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  ABORTED: 409,
  ALREADY_DELETED: 409,
  CONFLICT: 409,
  VALIDATION_FAILED: 422,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};

/** What react-admin takes for its own HttpError: `status` is for authProvider.checkError, `body.errors` for forms. */
export class HttpError extends Error {
  readonly status: number;
  /** The error of the service, with one text for each field. */
  readonly body: Omit<Partial<ServiceError>, 'errors'> & { errors?: Record<string, string> };

  constructor(message: string, status: number, body: HttpError['body'] = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
  }
}

export function httpError({ errors, ...error }: ServiceError): HttpError {
  const texts = errors && Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts.join('; ')]));
  return new HttpError(error.message, STATUS[error.code] ?? 500, { ...error, ...(texts && { errors: texts }) });
}

/** The header of a request. */
export async function authorization({ token }: RequestOptions): Promise<string> {
  return `Bearer ${typeof token === 'string' ? token : await token()}`;
}

export function requests(options: RequestOptions): Ask {
  return async <Data>(query: string, variables?: object, signal?: AbortSignal) => {
    const response = await fetch(`${options.url}/graphql`, {
      method: 'POST',
      headers: { authorization: await authorization(options), 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
      signal,
    });
    const answer = (await response.json().catch(() => ({}))) as { data?: Data };
    // A field of a record that the caller may not view is null; what was asked for is there.
    const error = errorsOf(answer).find(({ code, path }) => code !== 'FORBIDDEN' || (path?.length ?? 0) < 2);
    if (error) throw httpError(error);
    if (!answer.data) throw new HttpError(response.statusText || `HTTP ${response.status}`, response.status);
    return answer.data;
  };
}
