// Translations by group and key, each with its texts by locale.

import type { TranslationsQuery } from '../../generated/documents';

export type Text = NonNullable<TranslationsQuery['translations']>['nodes'][number];
export type Row = { id: string; group: string; key: string; texts: Map<string, Text> };

export function byKey(texts: readonly Text[]): Row[] {
  const found = new Map<string, Row>();
  for (const text of texts) {
    const id = `${text.group} ${text.key}`;
    const row = found.get(id) ?? { id, group: text.group, key: text.key, texts: new Map() };
    row.texts.set(text.locale, text);
    found.set(id, row);
  }
  return [...found.values()].sort((a, b) => a.id.localeCompare(b.id));
}

/** How many texts of a row are missing. */
export const lacking = (row: Row, codes: readonly string[]) => codes.filter((code) => !row.texts.has(code)).length;
