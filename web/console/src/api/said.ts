// What the server says, in the language of the page.

import { KIND_NAMES } from '../generated/kinds';
import type { Language } from '../i18n';
import type { Key } from '../i18n/en';
import { server } from '../i18n/en/server';
import { words } from '../i18n/en/words';

const PARAMETER = /\\\{(\w+)\\\}/g;

/** The sentences as patterns, each with a group for every parameter. */
const SENTENCES = Object.entries(server).map(([key, text]) => {
  const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(PARAMETER, (_, name: string) => `(?<${name}>.+?)`);
  return { key: key as Key, pattern: new RegExp(`^${pattern}$`, 's') };
});

/** A kind by its title in English, or that of several. */
const kindOf = (title: string) =>
  [...KIND_NAMES, 'ROLE'].find((kind) => {
    const name: unknown = words[`kind.${kind}` as keyof typeof words];
    return Object.values((name as Record<string, string> | undefined) ?? {}).some((it) => it.toLowerCase() === title.toLowerCase());
  });

/** “2 reports, 1 API key” in the language of the page. */
const counted = ({ t }: Language, text: string) => text.split(', ').map((part) => {
  const [, number, title = ''] = /^(\d+) (.+)$/.exec(part) ?? [];
  const kind = kindOf(title);
  if (!kind) return part === 'other records' ? t('said.others') : part;
  return t('preview.count', { count: Number(number), kind: t(`kind.${kind}` as Key, { count: Number(number) }) });
}).join(', ');

/** The sentence in the language of the page; undefined if there is none for it. */
export function translated(language: Language, text: string): string | undefined {
  if (language.language === 'en') return text;
  for (const { key, pattern } of SENTENCES) {
    const found = pattern.exec(text);
    if (!found) continue;
    const values: Record<string, string | number | undefined> = { ...found.groups };
    for (const [name, value] of Object.entries(values)) {
      if (/^\d[\d,]*$/.test(String(value))) values[name] = Number(String(value).replaceAll(',', ''));
    }
    const { problem, kind: title, records } = found.groups ?? {};
    if (records) values.records = counted(language, records);
    if (problem) values.problem = translated(language, problem) ?? problem;
    const kind = title && kindOf(title);
    if (kind) values.kind = language.t(`kind.${kind}` as Key);
    return language.t(key, values);
  }
  return undefined;
}

/** What is wrong with a field: a code, and the parameters of its text. */
export type Problem = { code: string; [parameter: string]: unknown };

/** The same in the language of the page; undefined if it has no text for it. */
export function problemText(language: Language, { code, problem, kind: title, ...parameters }: Problem): string | undefined {
  const key = `said.${code.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  if (!(key in server)) return undefined;
  const values = { ...parameters } as Record<string, string | number>;
  if (problem) values.problem = problemText(language, problem as Problem) ?? '';
  const kind = title && kindOf(String(title));
  if (title) values.kind = kind ? language.t(`kind.${kind}` as Key) : String(title);
  return language.t(key as Key, values);
}
