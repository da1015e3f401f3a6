// Texte dessen, was in SQL aus Tabellen anderer Programme gelöscht wurde, auf Deutsch.

import type { Text } from '../text';

export const removals = {
  'nav.removals': 'In SQL gelöscht',

  'removals.lead': 'Was an allen Schnittstellen vorbei gelöscht wurde, je Zeile eine Transaktion. Hol es zurück.',
  'removals.newest': 'In SQL gelöscht: {rows} {who}',
  'removals.empty': 'In SQL wurde nichts gelöscht',
  'removals.emptyHint': 'Was jemand in der Datenbank aus diesen Tabellen löscht, erscheint hier.',
  'removals.what': 'Zeilen',
  'removals.who': 'Rolle',
  'removals.restore': 'Zurückholen',
  'removals.done': 'Zurück',
  'removals.back': 'Alle Zeilen sind zurück',
  'removals.backBy': 'Zurückgeholt {who}',
  'removals.lost': { one: '{count} Zeile wurde nicht aufbewahrt', other: '{count} Zeilen wurden nicht aufbewahrt: zu viele auf einmal' } as Text,
  'removals.come': { one: '{count} Zeile von {table} kommt zurück', other: '{count} Zeilen von {table} kommen zurück' } as Text,
  'removals.stay': { one: '{count} Zeile von {table} bleibt weg', other: '{count} Zeilen von {table} bleiben weg' } as Text,
  'removals.outcomes': 'Was zurückkäme',
  'removals.rows': 'Die Zeilen',
  'removals.first': 'Das sind die ersten {count}.',
  'removals.notKept': 'nicht aufbewahrt oder zu lang',
  'removals.go': { one: '{count} Zeile zurückholen', other: '{count} Zeilen zurückholen', zero: 'Nichts kommt zurück' } as Text,
  'removals.restored': { one: '{count} Zeile ist zurück', other: '{count} Zeilen sind zurück', zero: 'Nichts kam zurück' } as Text,
  'removals.coverage': 'Abdeckung',
  'removals.coverageLead': 'Die Tabellen, von denen die Datenbank aufbewahrt, was gelöscht wird. Was vorher oder in einer Lücke geschah, kann nicht zurückkommen.',
  'removals.kept': 'Aufbewahrt',
  'removals.keptSince': 'Seit {when}',
  'removals.gaps': 'Nicht alles wird aufbewahrt von {tables}.',
};
