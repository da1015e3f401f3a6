// What the console knows of each kind. Those that it was built with it knows whole; of one that another
// program adds it reads the same from the schema, where that can be read.

import { gql, useClient, type Client } from '@urql/preact';
import { useEffect, useReducer } from 'preact/hooks';
import { KINDS, type KindInfo, type RecordKind } from '../generated/kinds';
import { learn } from './cache';
import { extensions } from './errors';
import { asking, kindInfo, likely, typeName, type Type } from './schema';

const found = new Map<string, KindInfo>();
/** The types of the schema that were read; null for what it doesn't have. */
const read = new Map<string, Type | null>();

/** Without the schema: what every record has, in a list that is named as most are. */
function plain(kind: string): KindInfo {
  const type = typeName(kind);
  const list = `${type.charAt(0).toLowerCase()}${type.slice(1)}s`.replace(/([^aeiou])ys$/, '$1ies');
  return { type: 'Record', list, restorable: false, owned: true, sortable: [], columns: [] };
}

/** A server that refuses so may answer later. */
const LATER = /^(UNAUTHENTICATED|RATE_LIMITED|UNAVAILABLE|INTERNAL)$/;
const AGAIN_MS = 2000;

/** Reads what is needed of the schema, mostly with one request; undefined if the server doesn't answer for now. */
async function look(client: Client, kind: string): Promise<KindInfo | undefined> {
  let missing: readonly string[] = likely(kind).filter((name) => !read.has(name));
  for (;;) {
    if (missing.length > 0) {
      const { data, error } = await client.query<Record<string, Type | null>>(gql(asking(missing)), {}).toPromise();
      if (!data) return error?.networkError || LATER.test(extensions(error)?.code ?? '') ? undefined : plain(kind);
      missing.forEach((name, index) => read.set(name, data[`t${index}`] ?? null));
    }
    const lacking = new Set<string>();
    const info = kindInfo(kind, (name) => {
      if (!read.has(name)) lacking.add(name);
      return read.get(name) ?? undefined;
    });
    if (lacking.size === 0) return info ? withLabel(client, info) : plain(kind);
    missing = [...lacking];
  }
}

type Labelled = { label: string } & Record<string, unknown>;
const SOME = 5;

/** The column that labels show isn't in the schema, but some records tell. */
async function withLabel(client: Client, info: KindInfo): Promise<KindInfo> {
  const texts = info.columns.filter((it) => it.filter === 'TextFilter').map((it) => it.name);
  if (texts.length === 0) return info;
  const query = gql<{ records: { nodes: Labelled[] } | null }>(`query Labels { records: ${info.list}(first: ${SOME}) { nodes { id label ${texts.join(' ')} } } }`);
  const { data } = await client.query(query, {}).toPromise();
  const rows = data?.records?.nodes ?? [];
  const label = rows.length > 0 ? texts.find((name) => rows.every((row) => row[name] === row.label)) : undefined;
  return { ...info, label: label ?? info.label };
}

/** What is known of a kind that the console was built with, or that was looked up since. */
export const knownKind = (kind: string): KindInfo | undefined => (Object.hasOwn(KINDS, kind) ? KINDS[kind as RecordKind] : found.get(kind));

/** What is known of these kinds; the others are looked up meanwhile, one after the other. */
export function useKindInfos(kinds: readonly string[]): readonly KindInfo[] {
  const client = useClient();
  const [turn, again] = useReducer((n: number) => n + 1, 0);
  const unknown = kinds.find((it) => !knownKind(it));
  useEffect(() => {
    if (unknown === undefined) return undefined;
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void look(client, unknown).then((info) => {
      if (info && !found.has(unknown)) {
        found.set(unknown, info);
        learn(info);
      }
      if (isWanted) timer = setTimeout(again, info ? 0 : AGAIN_MS, 0);
    });
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [client, unknown, turn]);
  return kinds.flatMap((it) => knownKind(it) ?? []);
}

/** What is known of a kind; undefined while it is looked up. */
export const useKindInfo = (kind: string): KindInfo | undefined => useKindInfos([kind])[0];
