// The documents of records of any kind, made of what the schema says of the kind.

import { gql, type TypedDocumentNode } from '@urql/core';
import type { Answer } from '../../app/bulk';
import type { ActorFragment, HoldFragment, RowFragment } from '../../generated/documents';
import { BulkFragmentDoc, ProgressFragmentDoc, RowFragmentDoc } from '../../generated/documents';
import type { Form, KindInfo } from '../../generated/kinds';

/** A record with the columns of its kind. */
export type AnyRecord = RowFragment & { purgeAt?: string | null; hold?: HoldFragment | null; restoredBy?: ActorFragment | null } & Record<string, unknown>;

export type Page = {
  records: { nodes: AnyRecord[]; pageInfo: { hasNextPage: boolean; endCursor?: string | null } } | null;
};

/** How many records there are. */
type Total = { records: { totalCount: number } | null };

type Found = Record<string, { nodes: Pick<RowFragment, 'id' | 'kind' | 'label'>[] } | null>;

type Documents = {
  list: TypedDocumentNode<Page, Record<string, unknown>>;
  total: TypedDocumentNode<Total, Record<string, unknown>>;
  one: TypedDocumentNode<{ node: AnyRecord | null }, { id: string }>;
  some: TypedDocumentNode<unknown, { ids: string[] }>;
};

const made = new Map<KindInfo, Documents>();

export function documents(info: KindInfo): Documents {
  const known = made.get(info);
  if (known) return known;
  const { type, list, where, orderBy, columns, restorable } = info;
  const fields = [...columns.map((it) => it.name), restorable ? 'hold { reason since }' : ''].join(' ');
  const documents: Documents = {
    list: gql`query Records($first: Int, $after: String, $trashed: Trashed${where ? `, $where: ${where}, $orderBy: [${orderBy}!]` : ''}) {
      records: ${list}(first: $first, after: $after, trashed: $trashed${where ? ', where: $where, orderBy: $orderBy' : ''}) {
        nodes { ...Row ${fields} }
        pageInfo { hasNextPage endCursor }
      }
    }
    ${RowFragmentDoc}`,
    // A list waits for no count.
    total: gql`query Total($trashed: Trashed${where ? `, $where: ${where}` : ''}) {
      records: ${list}(first: 1, trashed: $trashed${where ? ', where: $where' : ''}) { totalCount }
    }`,
    one: gql`query Record($id: ID!) { node(id: $id) { id ... on ${type} { ...Row ${fields} ${restorable ? 'purgeAt restoredBy { accountId: id databaseId email }' : ''} } } }
    ${RowFragmentDoc}`,
    some: gql`query Some($ids: [ID!]!) { nodes(ids: $ids) { id ... on ${type} { ...Row ${fields} } } }
    ${RowFragmentDoc}`,
  };
  made.set(info, documents);
  return documents;
}

/** How many records of each kind are offered to somebody who types a name. */
const OFFERED = 3;

/** The kinds whose records can be found by their labels. */
export const findable = ({ label, columns }: KindInfo) => columns.some((it) => it.name === label && it.filter === 'TextFilter');

/**
 * Records of these kinds, and deleted ones, by a part of their label. No query of the server searches all kinds, so
 * this asks for a few of each in one request, which ends each search early, and for nothing that is counted or worked
 * out per record.
 */
export function finding(infos: readonly KindInfo[], trash: boolean): TypedDocumentNode<Found, { text: string }> {
  const nodes = '{ nodes { id kind label } }';
  const lists = infos.map(({ list, label }) => `${list}(first: ${OFFERED}, where: { ${label}: { contains: $text } }) ${nodes}`);
  return gql`query Find($text: String!) { ${[...lists, ...(trash ? [`trash(first: ${OFFERED}, search: $text) ${nodes}`] : [])].join(' ')} }`;
}

type Saved = Record<string, Record<string, AnyRecord | null> | null>;

/** The mutation behind a form. */
export function saving({ columns }: KindInfo, form: Form): TypedDocumentNode<Saved, Record<string, unknown>> {
  const fields = columns.map((it) => it.name).join(' ');
  const key = form.key ? `$key: ${form.key.type}, ` : '';
  const version = form.key ? ', $expectedVersion: BigInt' : '';
  const named = form.key ? `${form.key.name}: $key, expectedVersion: $expectedVersion, ` : '';
  return gql`mutation Save(${key}$input: ${form.input}!${version}) {
    ${form.name}(${named}${form.argument}: $input) { ${form.payload} { ...Row ${fields} } }
  }
  ${RowFragmentDoc}`;
}

/** The mutation that restores or deletes all records of a kind that match a filter. */
export function matching({ plural, where }: KindInfo, what: 'restore' | 'delete'): TypedDocumentNode<{ matching: Answer | null }, Record<string, unknown>> {
  return gql`mutation Matching($where: ${where ?? ''}!, $confirm: String, $reason: String) {
    matching: ${what}${plural ?? ''}(where: $where, confirm: $confirm, reason: $reason) {
      operationId preview { ...Bulk } progress { ...Progress }
    }
  }
  ${BulkFragmentDoc}
  ${ProgressFragmentDoc}`;
}
