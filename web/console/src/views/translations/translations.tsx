// Texts by group and locale, side by side, with what is missing.

import { useQuery } from '@urql/preact';
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useRows } from '../../app/lists';
import { LocaleCodesDocument, TranslationsDocument, type TranslationsQuery } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { useFilters } from '../../parts/filters';
import { Grid, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { Badge, Head, Select } from '../../parts/small';

type Text = NonNullable<TranslationsQuery['translations']>['nodes'][number];
type Row = { id: string; group: string; key: string; texts: Map<string, Text> };

export function Translations() {
  const { t } = useLanguage();
  const [, navigate] = useLocation();
  const filters = useFilters(['group', 'missing']);
  const list = useRows(TranslationsDocument, {}, (data: TranslationsQuery) => data.translations);
  const [{ data }] = useQuery({ query: LocaleCodesDocument });
  // What is missing is known once all is there.
  useEffect(() => { list.more?.(); }, [list.more === undefined, list.rows.length]);

  const groups = [...new Set(list.rows.map((it) => it.group))].sort();
  const codes = useMemo(() => {
    const known = data?.locales?.nodes.map((it) => it.code) ?? [];
    return [...new Set([...known, ...list.rows.map((it) => it.locale)])];
  }, [data, list.rows]);
  const all = useMemo(() => {
    const found = new Map<string, Row>();
    for (const text of list.rows.filter((it) => !it.deletedAt)) {
      const id = `${text.group} ${text.key}`;
      const row = found.get(id) ?? { id, group: text.group, key: text.key, texts: new Map() };
      row.texts.set(text.locale, text);
      found.set(id, row);
    }
    return [...found.values()].sort((a, b) => a.id.localeCompare(b.id));
  }, [list.rows]);
  const { group, missing } = filters.values;
  const inGroup = all.filter((row) => !group || row.group === group);
  const lacks = (row: Row) => codes.filter((code) => !row.texts.has(code)).length;
  const count = inGroup.reduce((sum, row) => sum + lacks(row), 0);
  const rows = missing ? inGroup.filter((row) => lacks(row) > 0) : inGroup;

  const columns: GridColumn<Row>[] = [
    { id: 'key', header: t('translations.key'), width: 'minmax(0, 1.2fr)', cell: (row) => <span class="title"><strong class="plain mono">{row.key}</strong></span> },
    { id: 'group', header: t('translations.group'), width: '110px', wide: true, cell: (row) => <span class="dim clip">{row.group}</span> },
    ...codes.map((code): GridColumn<Row> => ({
      id: code, header: code, width: 'minmax(0, 1.4fr)', wide: true,
      cell: (row) => {
        const text = row.texts.get(code);
        return text ? <span class="clip" title={text.value}>{text.value}</span> : <Badge tone="WARNING">{`${code}: ${t('translations.missing')}`}</Badge>;
      },
    })),
  ];
  return (
    <div class="view">
      <Head title={t('translations.title')} lead={t('translations.count', { count })} />
      <div class="tools">
        <Select hideLabel label={t('translations.group')} value={group} onChange={(group) => filters.set({ group })}
          options={[['', t('translations.anyGroup')], ...groups.map((it): [string, string] => [it, it])]} />
        <label class="toggle">
          <input type="checkbox" checked={!!missing} onChange={(event) => filters.set({ missing: event.currentTarget.checked ? '1' : '' })} />
          {t('translations.onlyMissing')}
        </label>
      </div>
      <Listing list={{ ...list, rows }} empty={{ title: t('translations.empty'), hint: t('translations.emptyHint') }}>
        <Grid
          label={t('translations.title')} rows={rows} id={(row) => row.id} name={(row) => row.key} columns={columns} busy={list.busy}
          onOpen={(row) => { const [text] = row.texts.values(); if (text) navigate(`/records/TRANSLATION/${text.id}`); }}
        />
      </Listing>
    </div>
  );
}
