// The language of the console: its texts, its plurals, and how it writes times.

import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { isolated } from './bidi';
import { de } from './de';
import { en, type Catalogue, type Key } from './en';
import { humanize, type Text } from './text';

const CATALOGUES: Record<string, { name: string; dir: 'ltr' | 'rtl'; texts: Catalogue }> = {
  en: { name: 'English', dir: 'ltr', texts: en },
  de: { name: 'Deutsch', dir: 'ltr', texts: de },
};
const CHOICE = 'reinstate.language';

type Values = Record<string, string | number | undefined>;

export type Language = {
  language: string;
  setLanguage(language: string): void;
  languages: { code: string; name: string }[];
  t(key: Key, values?: Values): string;
  /** Whether there is a text, which what the server says in English itself has in other languages alone. */
  has(key: string): boolean;
  /** A time such as “4 days ago”. */
  ago(time: string): string;
  /** A time with date and zone, for where precision counts. */
  exact(time: string): string;
  number(value: number): string;
  /** Texts as a list: “a, b and c”. */
  list(texts: readonly string[]): string;
};

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000], ['month', 2_592_000], ['day', 86_400], ['hour', 3_600], ['minute', 60],
];

/** A language as it is written where the browser is: English in Britain is “en-GB”. */
function inRegion(code: string) {
  const region = navigator.languages.map((it) => new Intl.Locale(it).region).find(Boolean);
  return region ? `${code}-${region}` : code;
}

function languageOf(code: string): Omit<Language, 'setLanguage' | 'languages'> {
  const texts = CATALOGUES[code]?.texts ?? en;
  const plurals = new Intl.PluralRules(code);
  const numbers = new Intl.NumberFormat(code);
  const lists = new Intl.ListFormat(code);
  const relative = new Intl.RelativeTimeFormat(code, { numeric: 'auto' });
  const dates = new Intl.DateTimeFormat(inRegion(code), { dateStyle: 'medium', timeStyle: 'long' });
  return {
    language: code,
    has: (key) => key in texts,
    t(key, values = {}) {
      // Words of the schema that came after this was built, such as a kind, are in no catalogue.
      const found = (texts as Record<string, Text | undefined>)[key] ?? humanize(key.replace(/^.*\./, ''));
      const count = Number(values.count ?? 1);
      const form = plurals.select(count) === 'one' ? 'one' : 'other';
      const text = typeof found === 'string' ? found : ((count === 0 && found.zero) || found[form] || found.other);
      return text.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = values[name];
        return typeof value === 'number' ? numbers.format(value) : isolated(value ?? '');
      });
    },
    ago(time) {
      const seconds = (Date.parse(time) - Date.now()) / 1000;
      const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
      return relative.format(Math.trunc(seconds / length), unit);
    },
    exact: (time) => dates.format(new Date(time)),
    number: (value) => numbers.format(value),
    list: (texts) => lists.format(texts.map(isolated)),
  };
}

function preferred() {
  const kept = localStorage.getItem(CHOICE);
  const wanted = [kept ?? '', ...navigator.languages].map((it) => it.split('-')[0] ?? '');
  return wanted.find((it) => it in CATALOGUES) ?? 'en';
}

const Context = createContext<Language | null>(null);

export function LanguageProvider({ children }: { children: ComponentChildren }) {
  const [language, setLanguage] = useState(preferred);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = CATALOGUES[language]?.dir ?? 'ltr';
  }, [language]);
  const value = useMemo(() => ({
    ...languageOf(language),
    languages: Object.entries(CATALOGUES).map(([code, { name }]) => ({ code, name })),
    setLanguage(code: string) {
      localStorage.setItem(CHOICE, code);
      setLanguage(code);
    },
  }), [language]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

export function useLanguage(): Language {
  const language = useContext(Context);
  if (!language) throw new Error('there is no LanguageProvider');
  return language;
}
