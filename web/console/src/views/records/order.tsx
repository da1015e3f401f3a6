// The order of records, where there is no room for the heads of columns.

import type { Key } from '../../i18n/en';
import { useLanguage } from '../../i18n';
import { Select } from '../../parts/small';

const DIRECTIONS: readonly [string, Key][] = [['ASC', 'records.ascending'], ['DESC', 'records.descending']];

/** `columns` are the orders of the API with what stands above these columns. */
export function OrderFilter({ columns, value, onChange }: { columns: readonly [string, string][]; value: string; onChange(sort: string): void }) {
  const { t } = useLanguage();
  const options = columns.flatMap(([field, column]) => DIRECTIONS.map(([direction, text]): [string, string] => [`${field}:${direction}`, t(text, { column })]));
  return <Select label={t('trash.order')} value={value} onChange={onChange} options={[['', t('records.usual')], ...options]} />;
}
