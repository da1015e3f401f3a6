// What a removal is called.

import type { RemovalsQuery } from '../../generated/documents';
import { useLanguage } from '../../i18n';

export type Removal = NonNullable<RemovalsQuery['removals']>['nodes'][number];

/** How many of its rows can still come back. */
export const left = ({ tables }: Removal) => tables.reduce((sum, it) => sum + it.rows - it.undone - it.lost, 0);

export function useNames() {
  const { list, number } = useLanguage();
  const name = ({ tables }: Removal) => list(tables.map(({ table, rows }) => `${number(rows)} ${table}`));
  const who = ({ role, person }: Removal) => [role, person].filter(Boolean).join(' · ');
  return { name, who };
}
