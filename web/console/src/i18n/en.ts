// The texts of the console in English. Other languages have the same keys.

import { frame } from './en/frame';
import { keep } from './en/keep';
import { records } from './en/records';
import { people } from './en/people';
import { removals } from './en/removals';
import { server } from './en/server';
import { words } from './en/words';
import type { Text } from './text';

export const en = { ...frame, ...keep, ...records, ...people, ...removals, ...server, ...words };

export type Key = keyof typeof en;
export type Catalogue = Record<Key, Text>;
