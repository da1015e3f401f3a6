// What a list and the record that is open beside it know of each other.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What a record is named by in an address. */
export type Named = { kind: string; id: string };

export type Beside = {
  /** The record that is open. */
  openId?: string;
  /** Where a record is open beside this list. */
  href(record: Named): string;
  /** Given to a link there, so that closing it leads back. */
  state: unknown;
  open(record: Named): void;
  /** Told by the list: how to open what stands before and after the record that is open. */
  around(previous: (() => void) | undefined, next: (() => void) | undefined): void;
};

export const BesideContext = createContext<Beside | null>(null);

/** Of a list beside which records are opened. */
export function useBeside(): Beside {
  const beside = useContext(BesideContext);
  if (!beside) throw new Error('nothing opens beside this list');
  return beside;
}

/** Hears what is shown, once it is known. */
export const TitleContext = createContext<((title: string) => void) | null>(null);
