// The documents of records of any kind, made of what the schema says of the kind.

import { gql, type TypedDocumentNode } from '@urql/core';
import type { AccountFragment, Kind, RowFragment } from '../../generated/documents';
import { RowFragmentDoc } from '../../generated/documents';
import { KINDS, type Form } from '../../generated/kinds';

/** A record with the columns of its kind. */
export type AnyRecord = RowFragment & { purgeAt?: string | null; restoredBy?: AccountFragment | null } & Record<string, unknown>;

export type Page = {
  records: { nodes: AnyRecord[]; pageInfo: { hasNextPage: boolean; endCursor?: string | null } } | null;
};

type Documents = {
  list: TypedDocumentNode<Page, Record<string, unknown>>;
  one: TypedDocumentNode<{ node: AnyRecord | null }, { id: string }>;
};

const made = new Map<Kind, Documents>();

export function documents(kind: Kind): Documents {
  const known = made.get(kind);
  if (known) return known;
  const { type, list, where, orderBy, columns } = KINDS[kind];
  const fields = columns.map((it) => it.name).join(' ');
  const documents: Documents = {
    list: gql`query Records($first: Int, $after: String, $where: ${where}, $orderBy: [${orderBy}!], $trashed: Trashed) {
      records: ${list}(first: $first, after: $after, where: $where, orderBy: $orderBy, trashed: $trashed) {
        nodes { ...Row ${fields} }
        pageInfo { hasNextPage endCursor }
      }
    }
    ${RowFragmentDoc}`,
    one: gql`query Record($id: ID!) { node(id: $id) { id ... on ${type} { ...Row ${fields} ${KINDS[kind].restorable ? 'purgeAt restoredBy { id email deletedAt }' : ''} } } }
    ${RowFragmentDoc}`,
  };
  made.set(kind, documents);
  return documents;
}

type Saved = Record<string, Record<string, AnyRecord | null> | null>;

/** The mutation behind a form. */
export function saving(kind: Kind, form: Form): TypedDocumentNode<Saved, Record<string, unknown>> {
  const { columns } = KINDS[kind];
  const fields = columns.map((it) => it.name).join(' ');
  const key = form.key ? `$key: ${form.key.type}, ` : '';
  const version = form.key ? ', $expectedVersion: BigInt' : '';
  const named = form.key ? `${form.key.name}: $key, expectedVersion: $expectedVersion, ` : '';
  return gql`mutation Save(${key}$input: ${form.input}!${version}) {
    ${form.name}(${named}${form.argument}: $input) { ${form.payload} { ...Row ${fields} } }
  }
  ${RowFragmentDoc}`;
}
