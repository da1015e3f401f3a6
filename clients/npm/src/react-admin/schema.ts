// The resources: every kind of the server, read from its schema. So they include the kinds that other
// programs add, and the fields of each are those that this server has.

import { HttpError } from './request.ts';

interface Ref {
  readonly kind: string;
  readonly name?: string | null;
  readonly ofType?: Ref | null;
}

interface Input {
  readonly name: string;
  readonly type: Ref;
  readonly defaultValue?: string | null;
}

interface Field {
  readonly name: string;
  readonly args: readonly Input[];
  readonly type: Ref;
}

interface Type {
  readonly kind: string;
  readonly name: string;
  readonly fields?: readonly Field[] | null;
  readonly inputFields?: readonly Input[] | null;
}

/** What introspection returns, or introspectionFromSchema of graphql. */
export interface Introspection {
  readonly __schema: {
    readonly queryType: { readonly name: string };
    readonly mutationType?: { readonly name: string } | null;
    readonly types: readonly Type[];
  };
}

/** A mutation that writes the fields of a record. */
export interface Write {
  readonly name: string;
  /** The argument that names the record, if it exists already: its `uuid`, its `code` … */
  readonly key: Input;
  /** The type of its input, and the fields of that. */
  readonly input: string;
  readonly fields: readonly Input[];
  /** What is selected of its payload. */
  readonly selection: string;
  /** The field of the payload that has the record. */
  readonly record: string;
}

export interface Resource {
  /** `apiKeys` */
  readonly name: string;
  /** `ApiKey` */
  readonly type: string;
  /** `API_KEY` */
  readonly kind: string;
  /** The field of its list, and the types of its arguments. */
  readonly list: string;
  readonly filter: string;
  readonly order: string;
  /** The fields of a record. */
  readonly selection: string;
  readonly create?: Write;
  readonly update?: Write;
}

const REF = 'type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }';
export const INTROSPECTION = `{ __schema { queryType { name } mutationType { name } types {
  kind name fields { name args { name ${REF} } ${REF} } inputFields { name defaultValue ${REF} }
} } }`;

/** The type without lists and exclamation marks. */
export const named = (type: Ref): string => (type.ofType ? named(type.ofType) : type.name!);

/** The type as documents write it. */
export const written = ({ kind, name, ofType }: Ref): string =>
  kind === 'NON_NULL' ? `${written(ofType!)}!` : kind === 'LIST' ? `[${written(ofType!)}]` : name!;

/** `lastUsedAt` and `ApiKey` as enums write them. */
export const constant = (name: string) => name.replace(/(?<=[a-z0-9])[A-Z]/g, '_$&').toUpperCase();

export class Schema {
  readonly resources: ReadonlyMap<string, Resource>;
  private readonly types: ReadonlyMap<string, Type>;

  constructor({ __schema }: Introspection) {
    this.types = new Map(__schema.types.map((type) => [type.name, type]));
    const mutations = this.fields(__schema.mutationType?.name);
    const resources = this.fields(__schema.queryType.name).flatMap((field) => this.resource(field, mutations) ?? []);
    this.resources = new Map(resources.map((resource) => [resource.name, resource]));
  }

  get(name: string): Resource {
    const resource = this.resources.get(name);
    if (resource) return resource;
    throw new HttpError(`The server has no “${name}”. It has ${[...this.resources.keys()].join(', ')}.`, 404);
  }

  /** The resource whose records have a type. */
  ofType(type: string): Resource | undefined {
    return [...this.resources.values()].find((resource) => resource.type === type);
  }

  /** The fields of a filter or another input. */
  inputs(type: string): readonly Input[] {
    return this.types.get(type)?.inputFields ?? [];
  }

  private fields(type: string | undefined): readonly Field[] {
    return (type && this.types.get(type)?.fields) || [];
  }

  /** The resource of a list: a connection of records that can be filtered, sorted and deleted. */
  private resource({ name: list, args, type: connection }: Field, mutations: readonly Field[]): Resource | undefined {
    const argument = (name: string) => args.find((it) => it.name === name)?.type;
    const [filter, order] = [argument('where'), argument('orderBy')];
    const nodes = this.fields(named(connection)).find(({ name }) => name === 'nodes');
    if (!filter || !order || !argument('trashed') || !nodes) return undefined;
    const type = named(nodes.type);
    const creates = mutations.filter(({ name, args }) => name.endsWith(type) && args.length === 1);
    // `roles` without arguments was there before the list of roles.
    const name = list.replace(/Connection$/, '');
    return {
      name, type, list,
      kind: constant(type),
      filter: named(filter),
      order: written(order),
      selection: this.selection(type),
      // Most are created, and a notification is sent.
      create: this.write(creates, 'input', type),
      update: this.write(mutations.filter(({ name }) => name === `update${type}`), 'changes', type),
    };
  }

  /** The first mutation that takes the argument and returns a record of the type. */
  private write(mutations: readonly Field[], argument: string, type: string): Write | undefined {
    return mutations.flatMap(({ name, args, type: result }): Write[] => {
      const payload = named(result);
      const input = args.find((it) => it.name === argument);
      const record = this.fields(payload).find((field) => named(field.type) === type)?.name;
      if (!input || !record) return [];
      const of = named(input.type);
      return [{
        name,
        // The global id, where the mutation takes it.
        key: args.find(({ name }) => name === 'id') ?? args[0]!,
        input: of,
        fields: this.inputs(of),
        record,
        // With what is shown once, such as the value of a new API key.
        selection: `${record} { ${this.selection(type)} } ${this.selection(payload, false)}`,
      }];
    })[0];
  }

  /** What is read of an object: its scalars, and those of the objects in it. */
  private selection(type: string, nested = true): string {
    return this.fields(type).filter(({ args }) => args.length === 0).flatMap(({ name, type }) => {
      const { kind } = this.types.get(named(type))!;
      if (kind === 'SCALAR' || kind === 'ENUM') return name;
      const fields = nested && !written(type).startsWith('[') && this.selection(named(type), false);
      return fields ? `${name} { ${fields} }` : [];
    }).join(' ');
  }
}
