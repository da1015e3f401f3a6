// The trash: what is deleted, and bringing it back.

import { useClient, useQuery } from '@urql/preact';
import { useMemo, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useActs } from '../../app/acts';
import { useRows } from '../../app/lists';
import { useViewer } from '../../app/viewer';
import {
  RestorePreviewDocument, TrashDocument, TrashSummaryDocument, type Kind, type TrashOrder, type TrashQuery, type TrashQueryVariables,
} from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { dayRange, useFilters } from '../../parts/filters';
import { Grid, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { Search } from '../../parts/search';
import { isWorthAQuestion, PreviewDialog, type Preview } from './preview';
import { Button, Head, KindBadge, Select, Time, useKindName } from '../../parts/small';

type Row = NonNullable<TrashQuery['trash']>['nodes'][number];

const SOON: TrashOrder = 'PURGE_AT';

export function Trash() {
  const { t, number } = useLanguage();
  const viewer = useViewer();
  const kindName = useKindName();
  const { act, refused } = useActs();
  const filters = useFilters(['kind', 'q', 'day', 'by', 'order']);
  const { kind, q, day, by, order } = filters.values;
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [{ data: summary }] = useQuery({ query: TrashSummaryDocument, requestPolicy: 'cache-and-network' });

  const variables = useMemo((): Omit<TrashQueryVariables, 'first' | 'after'> => ({
    kinds: kind ? [kind as Kind] : undefined,
    search: q || undefined,
    // The list goes on below that day: “jump”, not “only”.
    deletedBefore: day ? dayRange(day)?.[1] : undefined,
    deletedById: by || undefined,
    orderBy: order ? SOON : undefined,
  }), [kind, q, day, by, order]);
  const list = useRows(TrashDocument, variables, (data: TrashQuery) => data.trash);
  // A record that is restored stays in the cache, but not in the trash.
  const rows = list.rows.filter((row) => row.deletedAt);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const selected = [...chosen].flatMap((id) => byId.get(id) ?? []);

  const client = useClient();
  const [asked, ask] = useState<{ row: Row; preview: Preview }>();

  async function restore(targets: readonly Row[], related?: boolean) {
    choose(new Set([...chosen].filter((id) => !targets.some((it) => it.id === id))));
    await act('restore', targets, { related });
  }
  /** Restores one record, after a question if others belong to it or something stands in the way. */
  async function restoreSingle(row: Row) {
    const { data } = await client.query(RestorePreviewDocument, { ids: [row.id] }, { requestPolicy: 'network-only' }).toPromise();
    const preview = data?.restorePreview?.[0];
    if (preview && isWorthAQuestion(preview)) ask({ row, preview });
    else await restore([row]);
  }
  const restoreOne = (row: Row) => selected.length > 0 ? restore(selected) : row.viewerCan.restore && restoreSingle(row);

  const people = new Map(list.rows.flatMap((row) => row.deletedBy ? [[row.deletedBy.id, row.deletedBy.email] as const] : []));
  people.set(viewer.user.id, viewer.user.email);
  const counts = summary?.trashSummary?.filter((it) => it.count > 0) ?? [];
  const total = counts.reduce((sum, it) => sum + it.count, 0);

  const columns: GridColumn<Row>[] = [
    {
      id: 'label', header: t('trash.label'), width: 'minmax(0, 3fr)',
      cell: (row) => (
        <span class="title">
          <Link href={`/records/${row.kind}/${row.id}`} tabIndex={-1}>{row.label}</Link>
          {row.deletionReason && !refused.has(row.id) && <span class="why dim">{row.deletionReason}</span>}
          {refused.has(row.id) && <em class="refusal" role="alert">{t('trash.refusedRow', { why: refused.get(row.id) })}</em>}
        </span>
      ),
    },
    { id: 'kind', header: t('common.kind'), width: '130px', wide: true, cell: (row) => <KindBadge kind={row.kind} /> },
    { id: 'owner', header: t('trash.owner'), width: 'minmax(0, 1.6fr)', wide: 'only', cell: (row) => <span class="dim clip">{row.user?.email ?? '–'}</span> },
    { id: 'by', header: t('trash.deletedBy'), width: 'minmax(0, 1.6fr)', wide: 'only', cell: (row) => <span class="dim clip">{row.deletedBy?.email ?? '–'}</span> },
    { id: 'deleted', header: t('trash.deleted'), width: '130px', wide: true, cell: (row) => <Time at={row.deletedAt} /> },
    ...(rows.some((row) => row.purgeAt) ? [{
      id: 'purge', header: t('trash.purge'), width: '120px', wide: true, cell: (row: Row) => <Time at={row.purgeAt} />,
    }] : []),
  ];

  return (
    <div class="view">
      <Head title={t('nav.trash')} lead={t('trash.lead')} />
      <div class="chips" role="group" aria-label={t('common.kind')}>
        <button type="button" class="chip" aria-pressed={!kind} onClick={() => filters.set({ kind: '' })}>
          {t('common.all')} <span>{number(total)}</span>
        </button>
        {counts.map((it) => (
          <button
            key={it.kind} type="button" class="chip" aria-pressed={kind === it.kind}
            onClick={() => filters.set({ kind: kind === it.kind ? '' : it.kind })}
          >
            {kindName(it.kind, it.count)} <span>{number(it.count)}</span>
          </button>
        ))}
      </div>
      <div class="tools">
        <Search label={t('trash.search')} value={q} busy={list.busy && !!q} onChange={(q) => filters.set({ q })} />
        <Select hideLabel label={t('trash.deletedBy')} value={by} onChange={(by) => filters.set({ by })}
          options={[['', `${t('trash.deletedBy')}: ${t('common.all')}`], ...people]} />
        <Select hideLabel label={t('trash.order')} value={order} onChange={(order) => filters.set({ order })}
          options={[['', t('trash.newest')], ['purge', t('trash.purgeFirst')]]} />
        <label class="day">
          <span>{t('common.day')}</span>
          <input type="date" title={t('common.day')} value={day} onChange={(event) => filters.set({ day: event.currentTarget.value })} />
        </label>
        {filters.any && <Button look="quiet" icon="close" onClick={filters.clear}>{t('common.clear')}</Button>}
      </div>
      <div class="bar" data-shown={selected.length > 0} aria-hidden={selected.length === 0}>
        {selected.length > 0 && (
          <>
            <span role="status">{t('common.selected', { count: selected.length })}</span>
            <Button look="primary" icon="restore" onClick={() => restore(selected)}>{t('common.restore')}</Button>
            <Button look="quiet" onClick={() => choose(new Set())}>{t('common.unselect')}</Button>
          </>
        )}
      </div>
      <Listing
        list={{ ...list, rows }}
        empty={filters.any
          ? { title: t('trash.noMatch'), hint: t('trash.noMatchHint'), action: <Button onClick={filters.clear}>{t('common.clear')}</Button> }
          : { title: t('trash.empty'), hint: t('trash.emptyHint') }}
      >
        <Grid
          label={t('nav.trash')} rows={rows} id={(row) => row.id} name={(row) => row.label} columns={columns}
          total={list.total} busy={list.busy} onEnd={list.more}
          selection={{ ids: chosen, set: choose, allowed: (id) => byId.get(id)?.viewerCan.restore ?? false }}
          keys={{ r: restoreOne }}
          actions={(row) => (
            <Button
              icon="restore" class="row-action" disabled={!row.viewerCan.restore} aria-label={`${t('common.restore')} ${row.label}`}
              title={row.viewerCan.restore ? undefined : t('trash.mayNot')} onClick={() => restoreSingle(row)}
            >
              {t('common.restore')}
            </Button>
          )}
        />
      </Listing>
      {asked && (
        <PreviewDialog
          preview={asked.preview} label={asked.row.label} onClose={() => ask(undefined)}
          onRestore={(related) => { ask(undefined); void restore([asked.row], related); }}
        />
      )}
    </div>
  );
}

