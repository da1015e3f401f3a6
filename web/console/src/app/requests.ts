// What acts on records send, and what the server says of each of these records.

import { gql, type Client, type CombinedError } from '@urql/core';
import { DeleteDocument, PurgeDocument, RestoreDocument, type ErrorCode, type OutcomeFragment } from '../generated/documents';
import { extensions } from '../api/errors';

export type Act = 'restore' | 'delete' | 'purge' | 'hold' | 'release';
export type How = { reason?: string; related?: boolean };
/** Without outcomes where nothing was done at all. */
type Answer = { outcomes?: readonly OutcomeFragment[] | null; operationId?: string | null; error?: CombinedError };

/** What one request may name at most. Holds are as many changes as records, of which a document may be sent again. */
export const MOST: Readonly<Record<Act, number>> = { restore: 500, delete: 500, purge: 500, hold: 50, release: 50 };

/** The server holds and releases one record at a time: a document asks for it once for each. */
async function keep(client: Client, what: 'hold' | 'release', ids: readonly string[], reason: string): Promise<Answer> {
  const query = gql<Record<string, { operationId: string } | null>>(`mutation Keep($reason: String!, ${ids.map((_, at) => `$id${at}: ID!`).join(', ')}) {
    ${ids.map((_, at) => `${what}${at}: ${what}(id: $id${at}, reason: $reason) { operationId }`).join(' ')}
  }`);
  const variables = { reason, ...Object.fromEntries(ids.map((id, at) => [`id${at}`, id])) };
  const { data, error } = await client.mutation(query, variables).toPromise();
  if (!data) return { error };
  const outcomes = ids.map((id, at): OutcomeFragment => {
    const path = `${what}${at}`;
    const failed = error?.graphQLErrors.find((it) => it.path?.[0] === path);
    const { code = 'INTERNAL', reason, requiredPermissions } = extensions(error, path) ?? {};
    return { id, changed: !!data[path], record: null, error: failed && { code: code as ErrorCode, message: failed.message, reason, requiredPermissions } };
  });
  return { outcomes, error };
}

/** Sends one act on at most so many records. */
export async function request(client: Client, what: Act, named: readonly string[], { related, reason }: How): Promise<Answer> {
  const ids = [...named];
  if (what === 'hold' || what === 'release') return keep(client, what, ids, reason ?? '');
  const shared = { ids, reason: reason || undefined };
  if (what === 'delete') {
    const { data, error } = await client.mutation(DeleteDocument, shared).toPromise();
    return { ...data?.deleteMany, error };
  }
  if (what === 'purge') {
    const { data, error } = await client.mutation(PurgeDocument, shared).toPromise();
    return { ...data?.purgeMany, error };
  }
  const { data, error } = await client.mutation(RestoreDocument, { ...shared, with: related ? 'RELATED' as const : undefined }).toPromise();
  const { outcomes, operationId, related: others = [] } = data?.restoreMany ?? {};
  return { outcomes: outcomes && [...outcomes, ...others], operationId, error };
}
