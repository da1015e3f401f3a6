// Texts by group and locale, side by side, with what is missing.

import { useQuery } from '@urql/preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useReread } from '../../api/changes';
import { useRows } from '../../api/lists';
import { useNews } from '../../api/news';
import { hasKind, mayOn, useViewer } from '../../app/viewer';
import { LocaleCodesDocument, TranslationsDocument, type TranslationsQuery } from '../../generated/documents';
import { KINDS } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import { isolated } from '../../i18n/bidi';
import type { Key } from '../../i18n/en';
import { useFilters } from '../../parts/filters';
import { Grid, Line, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { useRoomFor } from '../../parts/media';
import { NewsButton } from '../../parts/news';
import { useOpened } from '../../parts/opened';
import { Search } from '../../parts/search';
import { Badge, Button, Head, Select } from '../../parts/small';
import { Toggle, Tools } from '../../parts/tools';
import { RecordForm } from '../records/form';
import { useFresh } from '../records/fresh';
import { EditTexts } from './edit';
import { Import } from './import';
import { Keys, lacking, type Row } from './rows';

/** What a column of texts needs to be read, and what stands beside these columns. */
const COLUMN_PX = 150;
const BESIDE_PX = 550;

export function Translations() {
  const { t } = useLanguage();
  const viewer = useViewer();
  const filters = useFilters(['q', 'group', 'locale', 'missing']);
  const { q, group, locale, missing } = filters.values;
  const list = useRows(TranslationsDocument, { group: group || undefined }, (data: TranslationsQuery) => data.translations);
  const news = useNews(list, {
    idOf: ({ event }) => (event.kind === 'TRANSLATION' ? event.recordId : undefined),
    isNew: ({ event, record }) => !!record && (event.action === 'CREATED' || event.action === 'RESTORED'),
    belongs: (text) => !text.deletedAt,
    leaving: ['DELETED', 'PURGED'],
  });
  useFresh(KINDS.TRANSLATION, news.rows);
  const [{ data }, readLocales] = useQuery({ query: LocaleCodesDocument, pause: !hasKind(viewer, 'LOCALE') });
  useReread(({ event }) => event.kind === 'LOCALE', () => readLocales({ requestPolicy: 'network-only' }));
  const [openId, setOpen] = useState<string>();
  const [importing, setImporting] = useState(false);
  const [creating, setCreating] = useState(false);
  const { create } = KINDS.TRANSLATION;
  // What is missing is known once all is there.
  useEffect(() => { list.more?.(); }, [list.more === undefined, list.rows.length]);

  const [keys] = useState(() => new Keys());
  const all = useMemo(() => keys.take(news.rows), [news.rows]);
  const codes = useMemo(() => {
    const known = data?.locales?.nodes.map((it) => it.code) ?? [];
    return [...new Set([...known, ...list.rows.map((it) => it.locale)])];
  }, [data, list.rows]);
  // Of one group only its texts are read; the others that were there can still be chosen.
  const seen = useRef(new Set<string>());
  const groups = useMemo(() => {
    for (const it of [group, ...all.map((row) => row.group)]) if (it) seen.current.add(it);
    return [...seen.current].sort();
  }, [group, all]);
  const shown = useMemo(() => (locale ? codes.filter((it) => it === locale) : codes), [codes, locale]);
  const room = useRoomFor(COLUMN_PX, BESIDE_PX);
  // Where not all fit, those with most texts do; one column says what is missing in the others.
  const first = useMemo(() => {
    if (shown.length <= room) return shown;
    const filled = new Map(shown.map((code) => [code, all.filter((row) => row.texts.has(code)).length]));
    return [...shown].sort((a, b) => (filled.get(b) ?? 0) - (filled.get(a) ?? 0)).slice(0, room - 1);
  }, [shown, room, all]);
  const own = shown.filter((code) => first.includes(code));
  const others = shown.filter((code) => !first.includes(code));
  const found = useMemo(() => {
    const wanted = q.toLowerCase();
    return all.filter((row) => (!group || row.group === group)
      && (!wanted || row.key.toLowerCase().includes(wanted) || [...row.texts.values()].some((it) => it.value.toLowerCase().includes(wanted))));
  }, [all, group, q]);
  const count = useMemo(() => found.reduce((sum, row) => sum + lacking(row, shown), 0), [found, shown]);
  const rows = useMemo(() => (missing ? found.filter((row) => lacking(row, shown) > 0) : found), [found, shown, missing]);
  const open = useOpened(all, openId, (row) => row.id);

  const columns: GridColumn<Row>[] = [
    { id: 'key', header: t('translations.key'), width: 'minmax(140px, 1.2fr)', cell: (row) => <span class="title"><strong class="plain mono">{row.key}</strong></span> },
    { id: 'group', header: t('translations.group'), width: '100px', wide: true, cell: (row) => <span class="dim clip">{row.group}</span> },
    ...own.map((code): GridColumn<Row> => ({
      id: code, header: code, width: 'minmax(0, 1.4fr)', wide: true,
      cell: (row) => {
        const text = row.texts.get(code);
        const fate = text && news.fate(text.id);
        if (fate) return <Badge tone={fate}>{`${code}: ${t(`action.${fate}` as Key)}`}</Badge>;
        return text ? <span class="clip" title={text.value}>{text.value}</span> : <Badge tone="WARNING">{`${code}: ${t('translations.missing')}`}</Badge>;
      },
    })),
    ...(others.length > 0 ? [{
      id: 'others', header: t('translations.others', { count: others.length }), width: 'minmax(0, 1.4fr)', wide: true,
      cell: (row: Row) => {
        const missing = others.filter((code) => !row.texts.has(code)).join(', ');
        return missing
          ? <Badge tone="WARNING">{t('translations.lacks', { codes: missing })}</Badge>
          : <span class="dim clip">{t('translations.complete')}</span>;
      },
    }] : []),
  ];
  const summarize = (row: Row) => {
    const missing = shown.filter((code) => !row.texts.has(code));
    const there = shown.flatMap((code) => row.texts.get(code) ?? []);
    return (
      <Line
        parts={[
          missing.length > 0 && <Badge tone="WARNING">{t('translations.lacks', { codes: missing.join(', ') })}</Badge>,
          <span class="dim">{row.group}</span>,
          there[0] && <span class="clip">{there.map((it) => isolated(it.value)).join(' · ')}</span>,
        ]}
      />
    );
  };
  const mayImport = mayOn(viewer, 'TRANSLATION', 'create') && mayOn(viewer, 'TRANSLATION', 'update') && codes.length > 0;
  return (
    <div class="view">
      <Head title={t('translations.title')} lead={!list.error && t('translations.count', { count })}>
        <NewsButton news={news} some={!!group} />
        {create && mayOn(viewer, 'TRANSLATION', 'create') && <Button look="primary" icon="plus" onClick={() => setCreating(true)}>{t('translations.new')}</Button>}
        {mayImport && <Button icon="plus" onClick={() => setImporting(true)}>{t('translations.import')}</Button>}
      </Head>
      <Tools filters={filters} search={<Search label={t('translations.search')} value={q} busy={list.busy && !!q} onChange={(q) => filters.set({ q })} />}>
        <Select label={t('translations.group')} value={group} onChange={(group) => filters.set({ group })}
          options={[['', t('translations.anyGroup')], ...groups.map((it): [string, string] => [it, it])]} />
        <Select label={t('field.locale')} value={locale} onChange={(locale) => filters.set({ locale })}
          options={[['', t('translations.anyLocale')], ...codes.map((it): [string, string] => [it, it])]} />
        <Toggle label={t('translations.onlyMissing')} value={!!missing} onChange={(on) => filters.set({ missing: on ? '1' : '' })} />
      </Tools>
      <Listing
        list={{ ...list, rows }}
        empty={filters.any ? { title: t('translations.noMatch'), hint: t('trash.noMatchHint') } : { title: t('translations.empty'), hint: t('translations.emptyHint') }}
      >
        <Grid
          label={t('translations.title')} rows={rows} id={(row) => row.id} name={(row) => row.key} columns={columns} busy={list.busy}
          onOpen={(row) => setOpen(row.id)} summary={summarize}
        />
      </Listing>
      {open && <EditTexts row={open} codes={codes} onClose={() => setOpen(undefined)} onSaved={list.refresh} />}
      {creating && create && <RecordForm kind="TRANSLATION" info={KINDS.TRANSLATION} form={create} onClose={() => setCreating(false)} onSaved={list.refresh} />}
      {importing && <Import codes={codes} group={group || (groups[0] ?? '')} onClose={() => setImporting(false)} onDone={list.refresh} />}
    </div>
  );
}
