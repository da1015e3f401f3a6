// Translations by group and key, each with its texts by locale.

import type { TranslationsQuery } from '../../generated/documents';

export type Text = NonNullable<TranslationsQuery['translations']>['nodes'][number];
export type Row = { id: string; group: string; key: string; texts: Map<string, Text> };

const { compare } = new Intl.Collator();

/** The texts of each key, in order. There may be very many, so that only what changes is worked out again. */
export class Keys {
  #rows: readonly Row[] = [];
  #byId = new Map<string, Row>();
  #texts: ReadonlySet<Text> = new Set();

  /** The rows of all these texts; the same ones as before where nothing is different. */
  take(texts: Iterable<Text>): readonly Row[] {
    const before = this.#texts;
    const next = new Set(texts);
    const changed = new Map<string, Row>();
    const rowOf = ({ group, key }: Text) => {
      const id = `${group} ${key}`;
      const row = changed.get(id) ?? { id, group, key, texts: new Map(this.#byId.get(id)?.texts) };
      changed.set(id, row);
      return row;
    };
    for (const text of before) {
      if (next.has(text)) continue;
      const row = rowOf(text);
      if (row.texts.get(text.locale) === text) row.texts.delete(text.locale);
    }
    for (const text of next) if (!before.has(text)) rowOf(text).texts.set(text.locale, text);
    this.#texts = next;
    if (changed.size === 0) return this.#rows;
    for (const [id, row] of changed) {
      if (row.texts.size > 0) this.#byId.set(id, row);
      else this.#byId.delete(id);
    }
    // Two parts that are each in order take little to sort.
    const came = [...changed.values()].filter((it) => it.texts.size > 0).sort((a, b) => compare(a.id, b.id));
    this.#rows = [...this.#rows.filter((it) => !changed.has(it.id)), ...came].sort((a, b) => compare(a.id, b.id));
    return this.#rows;
  }
}

/** How many texts of a row are missing. */
export const lacking = (row: Row, codes: readonly string[]) => codes.filter((code) => !row.texts.has(code)).length;
