// Die Texte der Konsole auf Deutsch.

import { frame } from './de/frame';
import { keep } from './de/keep';
import { records } from './de/records';
import { people } from './de/people';
import { removals } from './de/removals';
import { server } from './de/server';
import { words } from './de/words';
import type { Catalogue } from './en';

export const de: Catalogue = { ...frame, ...keep, ...records, ...people, ...removals, ...server, ...words };
