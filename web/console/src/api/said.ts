// What the server says, in the language of the page.

import { KIND_NAMES } from '../generated/kinds';
import type { Language } from '../i18n';
import type { Key } from '../i18n/en';
import { server } from '../i18n/en/server';
import { words } from '../i18n/en/words';
import type { Text } from '../i18n/text';

const PARAMETER = /\\\{(\w+)\\\}/g;

/** What the schema says below fields as patterns, each with a group for every parameter. */
const HINTS = Object.entries(server).map(([key, text]) => {
  const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(PARAMETER, (_, name: string) => `(?<${name}>.+?)`);
  return { key: key as Key, pattern: new RegExp(`^${pattern}$`, 's') };
});

/** What is below a field in the language of the page; undefined if there is no text for it. */
export function hinted(language: Language, text: string): string | undefined {
  if (language.language === 'en') return text;
  for (const { key, pattern } of HINTS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(([name, value]) =>
      [name, /^\d[\d,]*$/.test(value) ? Number(value.replaceAll(',', '')) : value] as const);
    return language.t(key, Object.fromEntries(values));
  }
  return undefined;
}

/** A kind, or something else that has a title in English, in the language of the page. */
function titled({ t }: Language, title: string, count = 1) {
  const english = words as Record<string, Text | undefined>;
  const kind = [...KIND_NAMES, 'ROLE'].find((it) => {
    const name = english[`kind.${it}`];
    return typeof name === 'object' && name.one === title;
  });
  return t((kind ? `kind.${kind}` : `title.${title}`) as Key, { count });
}

/** What the server says: a code, and the parameters of its text. */
export type Coded = { code: string; [parameter: string]: unknown };

type Parameters = { problem?: Coded; kind?: string; records?: { kind: string; count: number }[] };

/** The same in the language of the page; undefined if the server says it in this language itself. */
export function coded(language: Language, from: 'said' | 'refused' | 'removed' | 'gaps', { code, ...parameters }: Coded): string | undefined {
  const { t, has } = language;
  const key = `${from}.${code.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  if (!has(key)) return undefined;
  const values = { ...parameters } as Record<string, string | number | undefined>;
  const { problem, kind, records } = parameters as Parameters;
  if (problem) values.problem = coded(language, 'said', problem);
  if (kind) values.kind = titled(language, kind);
  if (records) {
    const counts = records.map((it) => t('preview.count', { count: it.count, kind: titled(language, it.kind, it.count) }));
    values.records = counts.join(', ') || t('refused.others' as Key);
  }
  return t(key as Key, values);
}
