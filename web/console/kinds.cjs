// Writes what the schema says of each kind: its list, columns, filters, order and forms. The views of
// records are written once, over this.

const { getNamedType, getNullableType, isEnumType, isLeafType, isListType, isNonNullType } = require('graphql');

// Shown for every kind, so no column of one.
const COMMON = ['id', 'databaseId', 'restKey', 'kind', 'label', 'version', 'isActive', 'deletedAt', 'deletionReason', 'createdAt', 'updatedAt', 'purgeAt', 'purged'];
// The column that `label` shows: the first of these.
const LABEL = /^(name|title|email|key|organizationName|companyName)$/;

const constant = (name) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();

const leaf = (name, type) => ({
  name,
  type: getNamedType(type).name,
  required: isNonNullType(type),
  list: isListType(getNullableType(type)),
  values: isEnumType(getNamedType(type)) ? getNamedType(type).getValues().map((it) => it.name) : undefined,
});

/** What a form says below a field: of its description the part that is for people who fill it in. */
function hint(type, description) {
  // A picker and a calendar need no examples of their values.
  if (['DateTime', 'ID', 'Boolean'].includes(getNamedType(type).name)) return '';
  const [sentence] = (description ?? '').replace(/\n/g, ' ').replaceAll('`', '').split(/; |(?<=\.) /);
  return sentence && sentence.replace(/\.?$/, '.');
}

function inputs(type) {
  return Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && !field.deprecationReason)
    .map((field) => ({ ...leaf(field.name, field.type), description: hint(field.type, field.description) }))
    // Most records are in use, so that is asked last.
    .sort((a, b) => (a.name === 'isActive') - (b.name === 'isActive'));
}

/** A mutation of a kind: its name, the argument that names the record, and the fields that it takes. */
function form(schema, type, name, argument) {
  const field = schema.getMutationType().getFields()[name];
  const input = field?.args.find((it) => it.name === argument);
  if (!input) return undefined;
  const key = field.args.find((it) => it.name === 'id' || (it.name !== argument && isNonNullType(it.type)));
  const payload = Object.values(getNamedType(field.type).getFields())[0];
  return {
    name,
    argument,
    input: getNamedType(input.type).name,
    key: key && { name: key.name, type: String(key.type) },
    payload: payload.name,
    // What an update may leave out a record may still need.
    fields: inputs(getNamedType(input.type)).map((it) => ({
      ...it,
      required: it.required || (argument === 'changes' && isNonNullType(type.getFields()[it.name]?.type)),
    })),
  };
}

module.exports.plugin = (schema) => {
  const queries = Object.values(schema.getQueryType().getFields());
  const kinds = {};
  for (const value of schema.getType('Kind').getValues()) {
    const type = schema.getPossibleTypes(schema.getType('Record')).find((it) => constant(it.name) === value.name);
    const list = queries.find((it) => getNamedType(it.type).name === `${type.name}Connection`);
    const argument = (name) => getNamedType(list.args.find((it) => it.name === name).type);
    const filters = argument('where').getFields();
    const order = argument('orderBy').getFields().field.type;
    const sortable = getNamedType(order).getValues().map((it) => it.name);
    kinds[value.name] = {
      type: type.name,
      list: list.name,
      where: argument('where').name,
      orderBy: argument('orderBy').name,
      restorable: type.getInterfaces().some((it) => it.name === 'Restorable'),
      owned: 'user' in filters,
      sortable,
      label: Object.keys(type.getFields()).find((name) => LABEL.test(name)),
      columns: Object.values(type.getFields())
        // A list that may be null takes a permission of its own.
        .filter((it) => isNonNullType(it.type) || !isListType(it.type))
        .filter((it) => isLeafType(getNamedType(it.type)) && !COMMON.includes(it.name))
        .map((it) => ({
          ...leaf(it.name, it.type),
          filter: filters[it.name] && getNamedType(filters[it.name].type).name,
          order: sortable.find((name) => name === constant(it.name)),
        })),
      create: form(schema, type, `create${type.name}`, 'input'),
      update: form(schema, type, `update${type.name}`, 'changes'),
    };
  }
  return [
    'export type Field = { name: string; type: string; required: boolean; list: boolean; values?: readonly string[]; description: string };',
    "export type Column = Omit<Field, 'description'> & { filter?: string; order?: string };",
    'export type Form = { name: string; argument: string; input: string; key?: { name: string; type: string }; payload: string; fields: readonly Field[] };',
    'export type KindInfo = {',
    '  type: string; list: string; where?: string; orderBy?: string; restorable: boolean; owned: boolean;',
    '  sortable: readonly string[]; label?: string; columns: readonly Column[]; create?: Form; update?: Form;',
    '};\n',
    `export type RecordKind = ${Object.keys(kinds).map((kind) => `'${kind}'`).join(' | ')};`,
    `export const KINDS: Readonly<Record<RecordKind, KindInfo>> = ${JSON.stringify(kinds, null, 2)};`,
    '/** The fields that every record has, which are no columns of a kind. */',
    `export const COMMON: readonly string[] = ${JSON.stringify(COMMON)};`,
    `export const KIND_NAMES = ${JSON.stringify(Object.keys(kinds))} as readonly RecordKind[];\n`,
  ].join('\n');
};
