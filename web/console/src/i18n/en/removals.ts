// Texts of what was deleted in SQL from tables of other programs, in English.

import type { Text } from '../text';

export const removals = {
  'nav.removals': 'Deleted in SQL',

  'removals.lead': 'What was deleted past every API, one transaction in a row. Bring it back.',
  'removals.newest': 'Deleted in SQL: {rows} {who}',
  'removals.empty': 'Nothing was deleted in SQL',
  'removals.emptyHint': 'What somebody deletes from these tables in the database appears here.',
  'removals.what': 'Rows',
  'removals.who': 'Role',
  'removals.restore': 'Bring back',
  'removals.done': 'Back',
  'removals.back': 'All rows are back',
  'removals.backBy': 'Brought back by {who}',
  'removals.lost': { one: '{count} row was not kept', other: '{count} rows were not kept: too many at once' } as Text,
  'removals.come': { one: '{count} row of {table} comes back', other: '{count} rows of {table} come back' } as Text,
  'removals.stay': { one: '{count} row of {table} is left out', other: '{count} rows of {table} are left out' } as Text,
  'removals.outcomes': 'What would come back',
  'removals.rows': 'The rows',
  'removals.first': 'These are the first {count}.',
  'removals.notKept': 'not kept, or too long to show',
  'removals.go': { one: 'Bring back {count} row', other: 'Bring back {count} rows', zero: 'Nothing comes back' } as Text,
  'removals.restored': { one: '{count} row is back', other: '{count} rows are back', zero: 'Nothing came back' } as Text,
  'removals.coverage': 'Coverage',
  'removals.coverageLead': 'The tables of which the database keeps what is deleted. What happened before, or in a gap, can’t come back.',
  'removals.kept': 'Kept',
  'removals.keptSince': 'Since {when}',
  'removals.gaps': 'Not all is kept of {tables}.',
};
