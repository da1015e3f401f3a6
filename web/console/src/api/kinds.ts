// What the console knows of each kind. Those that it was built with it knows whole; of one that another
// program adds it reads the columns and the list from the schema, where that can be read.

import { useQuery } from '@urql/preact';
import { ForeignKindDocument, type ForeignKindQuery } from '../generated/documents';
import { COMMON, KINDS, type KindInfo, type RecordKind } from '../generated/kinds';
import { learn } from './cache';

const found = new Map<string, KindInfo>();

/** “PURCHASE_ORDER” as “PurchaseOrder”. */
const typeName = (kind: string) => kind.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Without the schema: what every record has, in a list that is named as most are. */
function plain(kind: string): KindInfo {
  const type = typeName(kind);
  const list = `${type.charAt(0).toLowerCase()}${type.slice(1)}s`.replace(/([^aeiou])ys$/, '$1ies');
  return { type: 'Record', list, restorable: false, owned: true, sortable: [], columns: [] };
}

function read(kind: string, { __schema, __type }: ForeignKindQuery): KindInfo {
  const type = typeName(kind);
  const list = __schema.queryType.fields?.find((it) => it.type.name === `${type}Connection`)?.name;
  if (!__type || !list) return plain(kind);
  const columns = (__type.fields ?? []).filter((it) => !COMMON.includes(it.name)).flatMap(({ name, type }) => {
    const { kind, name: of } = (type.kind === 'NON_NULL' && type.ofType) || type;
    return of && (kind === 'SCALAR' || kind === 'ENUM') ? [{ name, type: of, required: type.kind === 'NON_NULL', list: false }] : [];
  });
  // What people know it by is in the first column anyway.
  const label = columns.find((it) => /^(name|title|email|key)$/.test(it.name))?.name;
  return { ...plain(kind), type, list, label, columns, restorable: !!__type.interfaces?.some((it) => it.name === 'Restorable') };
}

/** What is known of a kind that the console was built with. */
export const knownKind = (kind: string): KindInfo | undefined => (Object.hasOwn(KINDS, kind) ? KINDS[kind as RecordKind] : undefined);

/** What is known of a kind; undefined while it is looked up. */
export function useKindInfo(kind: string): KindInfo | undefined {
  const known = knownKind(kind) ?? found.get(kind);
  const [{ data, fetching }] = useQuery({ query: ForeignKindDocument, variables: { name: typeName(kind) }, pause: !!known });
  if (known || fetching) return known;
  const info = data ? read(kind, data) : plain(kind);
  found.set(kind, info);
  learn(info);
  return info;
}
