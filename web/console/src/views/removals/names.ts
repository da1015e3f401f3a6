// What a removal is called.

import type { RemovalsQuery } from '../../generated/documents';
import { useLanguage } from '../../i18n';

export type Removal = NonNullable<RemovalsQuery['removals']>['nodes'][number];

/** How many of its rows can still come back, or be as before. */
export const left = ({ tables }: Removal) =>
  tables.reduce((sum, it) => sum + it.rows + it.changed + it.created - it.undone - it.lost, 0);

export function useNames() {
  const { t, list, number } = useLanguage();
  const name = ({ tables }: Removal) => list(tables.flatMap(({ table, rows, changed, created }) => [
    rows > 0 && `${number(rows)} ${table}`,
    changed > 0 && t('removals.changed', { count: changed, table }),
    created > 0 && t('removals.created', { count: created, table }),
  ].filter((it) => it !== false)));
  const who = ({ role, person }: Removal) => [role, person].filter(Boolean).join(' · ');
  return { name, who };
}
