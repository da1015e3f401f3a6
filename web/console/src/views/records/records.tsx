// Every kind as a table.

import { useClient } from '@urql/preact';
import { Fragment } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Link, Redirect } from 'wouter-preact';
import { useKindInfo } from '../../api/kinds';
import { useRows } from '../../api/lists';
import { useNews } from '../../api/news';
import { useActs } from '../../app/acts';
import { MatchingDialog, WholeSelection } from '../../app/bulk';
import { kindsFor, mayOn, useViewer } from '../../app/viewer';
import type { Kind, RecordAction } from '../../generated/documents';
import type { KindInfo } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import { useBeside } from '../../parts/beside';
import { isTooLong, ReasonInput } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Grid, Line, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { useNarrow } from '../../parts/media';
import { NewsButton } from '../../parts/news';
import { Search } from '../../parts/search';
import { useSelection } from '../../parts/selection';
import { Button, Head, Notice, Popover, Select, Skeleton, Time, useKindName } from '../../parts/small';
import { Tools } from '../../parts/tools';
import { PreviewDialog } from '../trash/preview';
import { useQuestion } from '../trash/restore';
import { Cell, ColumnFilters, filterNames, optional, useColumnName, where } from './columns';
import { DeleteDialog } from './delete';
import { documents, matching, type AnyRecord, type Page } from './documents';
import { useFresh } from './fresh';
import { canCreate, NewRecord } from './new';
import { OrderFilter } from './order';
import { State } from './state';
import { Total } from './total';
import { useVisible } from './visible';

/** What makes a record new to a list, and what makes it leave, by whether the list has deleted ones. */
const COMING: Record<string, readonly RecordAction[]> = { '': ['CREATED', 'RESTORED'], WITH: ['CREATED'], ONLY: ['DELETED'] };
const LEAVING: Record<string, readonly RecordAction[]> = { '': ['DELETED', 'PURGED'], WITH: ['PURGED'], ONLY: ['RESTORED', 'PURGED'] };

export function Records({ kind: asked }: { kind?: string }) {
  const { t } = useLanguage();
  const viewer = useViewer();
  const kinds = kindsFor(viewer, 'view');
  const kind = kinds.find((it) => it === asked);
  const { openId } = useBeside();
  // A record of a kind that isn't for the caller says so itself.
  if (!kind && !openId) {
    const [first] = kinds;
    if (first) return <Redirect to={`/records/${first}`} replace />;
  }
  return (
    <div class="view">
      {!kind && <Head title={t('records.title')} />}
      {kinds.length === 0 && <Notice title={t('error.notForYou')} hint={t('error.forbidden')} />}
      {kind && <KindView key={kind} kind={kind} />}
    </div>
  );
}

function KindView({ kind }: { kind: Kind }) {
  const info = useKindInfo(kind);
  const kindName = useKindName();
  return info ? <KindTable kind={kind} info={info} /> : <><Head title={kindName(kind, 2)} /><Skeleton lines={8} /></>;
}

function KindTable({ kind, info }: { kind: Kind; info: KindInfo }) {
  const { t } = useLanguage();
  const client = useClient();
  const viewer = useViewer();
  const kindName = useKindName();
  const beside = useBeside();
  const { act, refused } = useActs();
  const filters = useFilters(['q', 'state', 'trashed', ...filterNames(info)]);
  const sorted = useFilters(['sort']);
  const { q = '', state = '', trashed = '' } = filters.values;
  const { sort } = sorted.values;
  const columnName = useColumnName();
  const narrow = useNarrow();
  const [creating, setCreating] = useState(false);
  const [asked, ask] = useState<'restore' | 'delete'>();
  const columnsOf = optional(info);
  const [deleting, setDeleting] = useState<readonly AnyRecord[]>();
  const [visible, toggleColumn] = useVisible(kind, info);

  const searched = info.columns.find((it) => it.name === info.label && it.filter === 'TextFilter');
  const variables = useMemo(() => {
    const wanted = where(info, filters.values);
    if (q && searched) wanted[searched.name] = { contains: q };
    if (state) wanted.isActive = { eq: state === 'active' };
    const [field, direction = 'ASC'] = sort.split(':');
    return {
      where: Object.keys(wanted).length > 0 ? wanted : undefined,
      orderBy: field ? [{ field, direction }] : undefined,
      trashed: trashed || undefined,
    };
  }, [JSON.stringify(filters.values), sort]);
  const list = useRows(documents(info).list, variables, (data: Page) => data.records);
  const selection = useSelection(variables);
  const { ids: chosen, reason, setReason, isWhole } = selection;
  const news = useNews(list, {
    idOf: ({ event }) => (event.kind === kind ? event.recordId : undefined),
    isNew: ({ event, record }) => !!record && !!COMING[trashed]?.includes(event.action),
    belongs: (row) => trashed === 'WITH' || !!row.deletedAt === (trashed === 'ONLY'),
    leaving: LEAVING[trashed],
  });
  const { rows } = news;
  useFresh(info, rows);
  const selected = rows.filter((row) => chosen.has(row.id));
  const isSelectable = (it: AnyRecord) => news.fate(it.id) !== 'PURGED' && (it.viewerCan.delete || it.viewerCan.restore);
  const restorable = selected.filter((it) => it.viewerCan.restore);
  const deletable = selected.filter((it) => it.viewerCan.delete);
  /** How many of the selection it is about, if not all. */
  const some = ({ length }: readonly AnyRecord[]) => (!isWhole && length < selected.length ? ` (${length})` : '');
  /** What is chosen stays where all of it is refused. */
  async function acted(done: Promise<string | undefined>) {
    const why = await done;
    if (why === undefined) selection.clear();
    return why;
  }
  function remove(row: AnyRecord) {
    const targets = selected.length > 0 ? deletable : row.viewerCan.delete ? [row] : [];
    if (isWhole) ask('delete');
    else if (targets.length > 0) setDeleting(targets);
  }
  const { question, begin, close } = useQuestion((targets, how) => acted(act('restore', targets, how)));

  const sorting = (field: string | undefined) => {
    if (!field || !info.sortable.includes(field)) return undefined;
    const direction = sort === `${field}:ASC` ? 'ASC' : sort === `${field}:DESC` ? 'DESC' : null;
    // Upwards, downwards, then as it was.
    return { direction, toggle: () => sorted.set({ sort: direction === 'DESC' ? '' : `${field}:${direction ? 'DESC' : 'ASC'}` }) } as const;
  };
  const columns: GridColumn<AnyRecord>[] = [
    { id: 'label', header: t('records.label'), width: 'minmax(0, 2fr)', sort: sorting(info.columns.find((it) => it.name === info.label)?.order), cell: (row) => (
      <span class="title">
        <Link href={beside.href(row)} state={beside.state} tabIndex={-1}>{row.label}</Link>
        {refused.has(row.id) && <em class="refusal" role="alert">{t('records.refusedRow', { why: refused.get(row.id)?.why })}</em>}
      </span>
    ) },
    ...columnsOf.filter((it) => visible.has(it.name)).map((column): GridColumn<AnyRecord> => ({
      id: column.name, header: columnName(column.name), width: `minmax(${column.type === 'DateTime' ? '112px' : '0'}, 1.2fr)`, wide: true, sort: sorting(column.order),
      cell: (row) => <Cell column={column} value={row[column.name]} />,
    })),
    ...(info.owned ? [{ id: 'owner', header: t('records.owner'), width: 'minmax(0, 1.3fr)', wide: 'only' as const, cell: (row: AnyRecord) => <span class="dim clip">{row.user?.email ?? '–'}</span> }] : []),
    { id: 'updated', header: t('records.updated'), width: '120px', wide: true, sort: sorting('UPDATED_AT'), cell: (row) => <Time at={row.updatedAt} /> },
    { id: 'state', header: t('records.state'), width: '92px', sort: sorting('IS_ACTIVE'), cell: (row) => <State record={row} fate={news.fate(row.id)} /> },
  ];

  const orders = [
    [info.columns.find((it) => it.name === info.label)?.order, t('records.label')], ...columnsOf.map(({ name, order }) => [order, columnName(name)]),
    ['UPDATED_AT', t('records.updated')], ['IS_ACTIVE', t('records.state')],
  ].filter((it): it is [string, string] => !!it[0] && info.sortable.includes(it[0]));

  const summarize = (row: AnyRecord, narrow: boolean) => {
    const values = columnsOf.filter(({ name }) => narrow && visible.has(name) && row[name] !== null && row[name] !== '');
    return (
      <>
        {values.length > 0 && (
          <Line
            parts={[<span class="clip">{values.map((column, index) => (
              <Fragment key={column.name}>{index > 0 && ' · '}{columnName(column.name)}: <Cell column={column} value={row[column.name]} /></Fragment>
            ))}</span>]}
          />
        )}
        {row.user && <Line parts={[<span class="clip">{row.user.email}</span>]} />}
        {narrow && <Line parts={[<>{t('records.updated')} <Time at={row.updatedAt} /></>]} />}
      </>
    );
  };

  const createButton = canCreate(viewer, kind) && (
    <Button look="primary" icon="plus" aria-keyshortcuts="n" onClick={() => setCreating(true)}>{t('records.new', { kind: kindName(kind) })}</Button>
  );
  return (
    <>
      <Head title={kindName(kind, 2)} count={<Total kind={kind} info={info} variables={variables} />} />
      <NewsButton news={news} some={!!variables.where} />
      <Tools
        filters={narrow ? { clear: () => { filters.clear(); sorted.clear(); } } : filters}
        search={searched && <Search label={t('records.search', { kind: kindName(kind, 2) })} value={q} busy={list.busy && !!q} onChange={(q) => filters.set({ q })} />}
        end={createButton}
        view={(
          <Popover class="columns" label={t('records.columns')}>
            {columnsOf.map(({ name }) => (
              <label key={name}>
                <input type="checkbox" checked={visible.has(name)} onChange={() => toggleColumn(name)} />
                {columnName(name)}
              </label>
            ))}
          </Popover>
        )}
        selection={selected.length > 0 && (
          <>
            <WholeSelection
              chosen={selected.length} isWhole={isWhole} canBe={!!info.where && !!list.more && selected.length === rows.filter(isSelectable).length}
              onChoose={selection.chooseWhole}
            />
            {restorable.length > 0 && <ReasonInput value={reason} onChange={setReason} />}
            {restorable.length > 0 && <Button icon="restore" disabled={isTooLong(reason)} onClick={() => (isWhole ? ask('restore') : void begin(restorable, reason))}>{t('common.restore') + some(restorable)}</Button>}
            {deletable.length > 0 && <Button look="danger" icon="trash" onClick={() => (isWhole ? ask('delete') : setDeleting(deletable))}>{t('common.delete') + some(deletable)}</Button>}
            <Button look="quiet" icon="close" onClick={selection.clear}>{t('common.unselect')}</Button>
          </>
        )}
      >
        {info.where && <Select label={t('records.active')} value={state} onChange={(state) => filters.set({ state })}
          options={[['', t('records.anyState')], ['active', t('records.onlyActive')], ['inactive', t('records.onlyInactive')]]} />}
        {mayOn(viewer, kind, 'restore') && (
          <Select label={t('records.trashed')} value={trashed} onChange={(trashed) => filters.set({ trashed })}
            options={[['', t('records.WITHOUT')], ['WITH', t('records.WITH')], ['ONLY', t('records.ONLY')]]} />
        )}
        {narrow && orders.length > 0 && <OrderFilter columns={orders} value={sort} onChange={(sort) => sorted.set({ sort })} />}
        {filterNames(info).length > 0 && (
          <ColumnFilters info={info} values={filters.values} onChange={(name, value) => filters.set({ [name]: value })} />
        )}
      </Tools>
      <Listing
        list={{ ...list, rows }}
        empty={{
          title: t(filters.any ? 'records.noMatch' : 'records.empty'), hint: t(filters.any ? 'records.noMatchHint' : 'records.emptyHint'),
          action: filters.any ? <Button onClick={filters.clear}>{t('common.clear')}</Button> : createButton,
        }}
      >
        <Grid
          label={kindName(kind, 2)} rows={rows} id={(row) => row.id} name={(row) => row.label} columns={columns} busy={list.busy}
          onEnd={list.more} onOpen={(row) => beside.open(row)}
          selection={{
            ...selection,
            allowed: (id) => rows.some((it) => it.id === id && isSelectable(it)),
          }}
          keys={{ r: (row) => { if (row.viewerCan.restore) void begin([row]); }, Delete: remove, Backspace: remove }}
          summary={summarize} tall={82}
        />
      </Listing>
      {deleting && (
        <DeleteDialog
          targets={deleting} restorable={info.restorable || mayOn(viewer, kind, 'restore')} reason={reason} onClose={() => setDeleting(undefined)}
          onDelete={(reason) => acted(act('delete', deleting, { reason }))}
        />
      )}
      {asked && (
        <MatchingDialog
          what={asked} reason={reason} onStart={selection.clear} onClose={() => ask(undefined)}
          request={async (options) => {
            const { data, error } = await client.mutation(matching(info, asked), { where: variables.where ?? {}, ...options }).toPromise();
            return { answer: data?.matching, error };
          }}
        />
      )}
      {question && <PreviewDialog {...question} count={question.targets.length} onClose={close} />}
      {creating && (
        <NewRecord kind={kind} onClose={() => setCreating(false)} onSaved={(record) => { list.refresh(); if (record) beside.open(record); }} />
      )}
    </>
  );
}
