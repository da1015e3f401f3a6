// What the schema says of a kind: its list, columns, filters, order and forms. The views of records are written
// once, over this. Of the kinds of this program it is read when the console is built (kinds.cjs), of those that
// another program adds when somebody looks at them (kinds.ts): in the same way, so that both are alike.

export type Field = { name: string; type: string; required: boolean; list: boolean; values?: readonly string[]; description: string };
export type Column = Omit<Field, 'description'> & { filter?: string; order?: string };
export type Form = {
  name: string; argument: string; input: string; key?: { name: string; type: string }; payload: string; fields: readonly Field[];
};
export type KindInfo = {
  type: string; list: string; where?: string; orderBy?: string;
  /** How the mutations are named that act on all that match: “Reports” for `deleteReports`. */
  plural?: string;
  restorable: boolean; owned: boolean; sortable: readonly string[]; label?: string;
  columns: readonly Column[]; create?: Form; update?: Form;
};

type Ref = { kind: string; name?: string | null; ofType?: Ref | null };
type Named = { name: string };
type Member = Named & { type: Ref; description?: string | null; args?: readonly Member[] };
/** A type as introspection shows it. */
export type Type = {
  interfaces?: readonly Named[] | null; possibleTypes?: readonly Named[] | null; enumValues?: readonly Named[] | null;
  fields?: readonly Member[] | null; inputFields?: readonly Member[] | null;
};
/** Finds a type by its name, where the schema has it. */
export type Types = (name: string) => Type | undefined;

/** “[String!]!” has so many. */
const REF = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }';

/** The document that asks for types: the first is `t0`. Deprecated fields are in no answer. */
export const asking = (names: readonly string[]) => `query Types {
  ${names.map((name, index) => `t${index}: __type(name: ${JSON.stringify(name)}) { ...Type }`).join('\n  ')}
}
fragment Type on __Type {
  interfaces { name } possibleTypes { name } enumValues { name }
  fields { name type { ${REF} } args { name type { ${REF} } } }
  inputFields { name description type { ${REF} } }
}`;

// Shown for every kind, so no column of one.
const COMMON = [
  'id', 'databaseId', 'restKey', 'kind', 'label', 'version', 'isActive', 'deletedAt', 'deletionReason', 'createdAt', 'updatedAt', 'purgeAt', 'purged',
];
// The column that `label` shows: the first of these.
const LABEL = /^(name|title|email|key|organizationName|companyName)$/;

const constant = (name: string) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();
/** “PURCHASE_ORDER” as “PurchaseOrder”. */
export const typeName = (kind: string) => kind.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The types that a kind probably has, to ask for them all at once. */
export function likely(kind: string) {
  const type = typeName(kind);
  return [
    'Query', 'Mutation', 'Record', type, ...['Filter', 'Order', 'OrderField', 'Changes'].map((it) => type + it),
    `Create${type}Input`, `Create${type}Payload`, `Update${type}Payload`,
  ];
}

const named = (ref: Ref): Ref => (ref.ofType ? named(ref.ofType) : ref);
const nameOf = (ref: Ref) => named(ref).name ?? '';
const isRequired = (ref: Ref) => ref.kind === 'NON_NULL';
const isList = (ref: Ref) => ((isRequired(ref) && ref.ofType) || ref).kind === 'LIST';
const isLeaf = (ref: Ref) => ['SCALAR', 'ENUM'].includes(named(ref).kind);
const written = ({ kind, name, ofType }: Ref): string =>
  !ofType ? name ?? '' : kind === 'LIST' ? `[${written(ofType)}]` : `${written(ofType)}!`;

const valuesOf = (types: Types, name: string) => types(name)?.enumValues?.map((it) => it.name) ?? [];

const leaf = (types: Types, { name, type }: Member) => ({
  name,
  type: nameOf(type),
  required: isRequired(type),
  list: isList(type),
  values: named(type).kind === 'ENUM' ? valuesOf(types, nameOf(type)) : undefined,
});

/** What a form says below a field: of its description the part that is for people who fill it in. */
function hint({ type, description }: Member) {
  // A picker and a calendar need no examples of their values.
  if (['DateTime', 'ID', 'Boolean'].includes(nameOf(type))) return '';
  const [sentence] = (description ?? '').replace(/\n/g, ' ').replaceAll('`', '').split(/; |(?<=\.) /);
  return sentence ? sentence.replace(/\.?$/, '.') : '';
}

/** A mutation of a kind: its name, the argument that names the record, and the fields that it takes. */
function form(types: Types, type: Type, name: string, argument: string): Form | undefined {
  const field = types('Mutation')?.fields?.find((it) => it.name === name);
  const input = field?.args?.find((it) => it.name === argument);
  if (!field || !input) return undefined;
  const key = field.args?.find((it) => it.name === 'id' || (it.name !== argument && isRequired(it.type)));
  // What an update may leave out a record may still need.
  const needed = new Set(argument === 'changes' ? type.fields?.filter((it) => isRequired(it.type)).map((it) => it.name) : []);
  return {
    name,
    argument,
    input: nameOf(input.type),
    key: key && { name: key.name, type: written(key.type) },
    payload: types(nameOf(field.type))?.fields?.[0]?.name ?? '',
    fields: (types(nameOf(input.type))?.inputFields ?? [])
      .filter((it) => isLeaf(it.type))
      .map((it) => ({ ...leaf(types, it), required: isRequired(it.type) || needed.has(it.name), description: hint(it) }))
      // Most records are in use, so that is asked last.
      .sort((a, b) => Number(a.name === 'isActive') - Number(b.name === 'isActive')),
  };
}

/** What the schema says of a kind; undefined if it has no such kind. */
export function kindInfo(kind: string, types: Types): KindInfo | undefined {
  const name = types('Record')?.possibleTypes?.find((it) => constant(it.name) === kind)?.name;
  const type = name && types(name);
  const list = types('Query')?.fields?.find((it) => nameOf(it.type) === `${name}Connection`);
  if (!name || !type || !list) return undefined;
  const input = (name: string) => list.args?.find((it) => it.name === name);
  const [where, orderBy] = ['where', 'orderBy'].map((name) => nameOf(input(name)?.type ?? { kind: '' })) as [string, string];
  const filters = new Map(types(where)?.inputFields?.map((it) => [it.name, nameOf(it.type)]));
  const order = types(orderBy)?.inputFields?.find((it) => it.name === 'field');
  const sortable = order ? valuesOf(types, nameOf(order.type)) : [];
  const fields = type.fields ?? [];
  return {
    type: name,
    list: list.name,
    where: where || undefined,
    orderBy: orderBy || undefined,
    plural: types('Mutation')?.fields
      ?.find((it) => it.name.startsWith('delete') && it.args?.some((it) => it.name === 'where' && nameOf(it.type) === where))?.name.slice('delete'.length),
    restorable: !!type.interfaces?.some((it) => it.name === 'Restorable'),
    owned: filters.has('user'),
    sortable,
    label: fields.find((it) => LABEL.test(it.name))?.name,
    columns: fields
      // A list that may be null takes a permission of its own.
      .filter((it) => isRequired(it.type) || !isList(it.type))
      .filter((it) => isLeaf(it.type) && !COMMON.includes(it.name))
      .map((it) => ({ ...leaf(types, it), filter: filters.get(it.name), order: sortable.find((name) => name === constant(it.name)) })),
    create: form(types, type, `create${name}`, 'input'),
    update: form(types, type, `update${name}`, 'changes'),
  };
}
