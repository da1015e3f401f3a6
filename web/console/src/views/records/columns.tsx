// The columns of a kind: what a cell shows, which are visible, and filters by their values.

import type { KindInfo, Column } from '../../generated/kinds';
import type { Key } from '../../i18n/en';
import { useLanguage } from '../../i18n';
import { isolated } from '../../i18n/bidi';
import { useFieldName } from '../../parts/field';
import { dayRange } from '../../parts/filters';
import { Badge, Select, Time } from '../../parts/small';
import { DayFilter, InputFilter } from '../../parts/tools';

const HIDDEN = /^(uuid|metadata|message|readAt)$/;

/** What every record has, beside the columns of its kind. */
const CREATED: Column = { name: 'createdAt', type: 'DateTime', required: true, list: false, order: 'CREATED_AT' };

/** The columns beside the label, which are shown if somebody wants them. */
export const optional = (info: KindInfo) => [...info.columns.filter((it) => !HIDDEN.test(it.name) && it.name !== info.label), CREATED];

/** What stands above a column. */
export function useColumnName() {
  const { t } = useLanguage();
  const fieldName = useFieldName();
  return (name: string) => (name === CREATED.name ? t('records.created') : fieldName(name));
}

/** The text of a value of an enum, from the catalogue, or made of its name. */
export function useValueName() {
  const { t } = useLanguage();
  return (value: string) => t(`type.${value}` as Key);
}

export function Cell({ column, value }: { column: Column; value: unknown }) {
  const { t } = useLanguage();
  const valueName = useValueName();
  if (value === null || value === undefined || value === '') return <span class="dim">–</span>;
  if (column.type === 'DateTime') return <Time at={String(value)} />;
  if (column.type === 'Boolean') return <>{t(value ? 'common.yes' : 'common.no')}</>;
  if (column.values) return <Badge tone={String(value)}>{valueName(String(value))}</Badge>;
  const text = Array.isArray(value) ? value.map((it) => isolated(String(it))).join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return <span class="clip" title={text}>{text}</span>;
}

/** The columns that have a filter of their own, beside the search. */
const filtered = (info: KindInfo) =>
  info.columns.filter((it) => it.filter && !['UUIDFilter', 'BigIntFilter'].includes(it.filter) && it.name !== info.label);
/** The names of these filters in the address. */
export const filterNames = (info: KindInfo) => filtered(info).map((it) => `f.${it.name}`);

/** The filter of the API for the values in the address. */
export function where(info: KindInfo, values: Record<string, string>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const { name, filter, values: options } of filtered(info)) {
    const value = values[`f.${name}`];
    if (!value) continue;
    const day = filter === 'DateTimeFilter' ? dayRange(value) : undefined;
    if (day) found[name] = { gte: day[0], lt: day[1] };
    else if (filter === 'BooleanFilter') found[name] = { eq: value === 'true' };
    else if (filter === 'IntFilter' && Number.isInteger(Number(value))) found[name] = { eq: Number(value) };
    else if (filter === 'TextFilter') found[name] = { contains: value };
    else if (options?.includes(value)) found[name] = { eq: value };
  }
  return found;
}

/** A field for each of these filters. */
export function ColumnFilters({ info, values, onChange }: {
  info: KindInfo; values: Record<string, string>; onChange(name: string, value: string): void;
}) {
  const { t } = useLanguage();
  const fieldName = useFieldName();
  const valueName = useValueName();
  return (
    <>
      {filtered(info).map(({ name, filter, values: options }) => {
        const label = fieldName(name);
        const value = values[`f.${name}`] ?? '';
        const change = (value: string) => onChange(`f.${name}`, value);
        const choices: [string, string][] | undefined = options?.map((it) => [it, valueName(it)])
          ?? (filter === 'BooleanFilter' ? [['true', t('common.yes')], ['false', t('common.no')]] : undefined);
        if (choices) return <Select key={name} label={label} value={value} onChange={change} options={[['', t('common.all')], ...choices]} />;
        if (filter === 'DateTimeFilter') return <DayFilter key={name} label={label} value={value} onChange={change} />;
        return <InputFilter key={name} type={filter === 'IntFilter' ? 'number' : 'text'} label={label} value={value} onChange={change} />;
      })}
    </>
  );
}
