// The trash: what is deleted, and bringing it back.

import { useQuery } from '@urql/preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useArrivals } from '../../api/arrivals';
import { useReadAgain, useRows } from '../../api/lists';
import { useActs, type Target } from '../../app/acts';
import { useViewer } from '../../app/viewer';
import { TrashDocument, TrashSummaryDocument, type Kind, type TrashQuery, type TrashQueryVariables } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { dayRange, useFilters } from '../../parts/filters';
import { Grid, Line, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { PersonFilter, usePerson } from '../../parts/person';
import { Search } from '../../parts/search';
import { Button, Head, KindBadge, Select, Time, useKindName, acted } from '../../parts/small';
import { DayFilter, Tools } from '../../parts/tools';
import { arrivedRows, type Row } from './arrived';
import { PreviewDialog } from './preview';
import { useQuestion } from './restore';

const DAY_MS = 86_400_000;
const SINCE = ['1', '7', '30'] as const;
/** Days within which a record is “purged soon”. */
const SOON = 7;
const SETTLED_MS = 400;

/** The start of the hour that many days from now, which stays the same from one sight to the next. */
const daysFromNow = (days: number) => new Date(Math.ceil((Date.now() + days * DAY_MS) / 3_600_000) * 3_600_000).toISOString();

export function Trash() {
  const { t, number } = useLanguage();
  const viewer = useViewer();
  const kindName = useKindName();
  const { act, refused } = useActs();
  const filters = useFilters(['kind', 'q', 'day', 'by', 'since', 'soon', 'order']);
  const { kind, q, day, by, since, soon, order } = filters.values;
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const [{ data: summary }, recount] = useQuery({ query: TrashSummaryDocument, requestPolicy: 'cache-and-network' });
  useReadAgain(() => recount({ requestPolicy: 'network-only' }));

  const [people, setPeople] = useState<ReadonlyMap<string, string>>(new Map([[viewer.user.email, viewer.user.id]]));
  const deleter = usePerson(by, people);
  const variables = useMemo((): Omit<TrashQueryVariables, 'first' | 'after'> => ({
    kinds: kind ? [kind as Kind] : undefined,
    search: q || undefined,
    deletedBefore: day ? dayRange(day)?.[1] : undefined,
    deletedAfter: since ? daysFromNow(-Number(since)) : undefined,
    deletedById: deleter.id,
    purgeBefore: soon ? daysFromNow(SOON) : undefined,
    orderBy: order || soon ? 'PURGE_AT' : undefined,
  }), [kind, q, day, deleter.id, since, soon, order]);
  const read = useRows(TrashDocument, variables, (data: TrashQuery) => data.trash, deleter.missing);
  const arrivals = useArrivals(undefined, read.refresh);
  // A record that is restored stays in the cache, but not in the trash.
  const rows = useMemo(
    () => (deleter.missing ? [] : [...arrivedRows(arrivals, read.rows, variables), ...read.rows.filter((row) => row.deletedAt)]),
    [arrivals, read.rows, variables, deleter.missing],
  );
  const list = { ...read, rows, loaded: read.loaded && !deleter.resolving };
  const byId = new Map(rows.map((row) => [row.id, row]));
  const selected = [...chosen].flatMap((id) => byId.get(id) ?? []);

  useEffect(() => {
    const found = rows.flatMap(({ deletedBy: it }) => (it?.email && !people.has(it.email) ? [[it.email, it.id] as const] : []));
    if (found.length > 0) setPeople(new Map([...people, ...found]));
  }, [rows]);
  useEffect(() => {
    if (arrivals.length === 0) return undefined;
    const timer = setTimeout(() => recount({ requestPolicy: 'network-only' }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [arrivals.length]);

  const { question, begin, close } = useQuestion(async (targets: readonly Target[], how) => {
    choose(new Set([...chosen].filter((id) => !targets.some((it) => it.id === id))));
    setReason('');
    await act('restore', targets, how);
  });
  const restore = (row: Row) => {
    if (selected.length > 0) void begin(selected, reason);
    else if (row.viewerCan.restore) void begin([row]);
  };

  // A kind whose last record was restored keeps its place until the view is left.
  const seen = useRef(new Set<Kind>());
  const counts = summary?.trashSummary?.filter((it) => it.count > 0 || seen.current.has(it.kind)) ?? [];
  for (const it of counts) seen.current.add(it.kind);
  const total = counts.reduce((sum, it) => sum + it.count, 0);
  const summarize = (row: Row, narrow: boolean) => (
    <>
      {narrow && <Line parts={[<KindBadge kind={row.kind} />, <Time at={row.deletedAt} />]} />}
      <Line parts={[<span class="clip">{whose(row)}</span>]} />
    </>
  );
  const whose = ({ user, deletedBy }: Row) =>
    [user?.email, deletedBy && t('trash.by', { label: acted(t, deletedBy) })].filter(Boolean).join(' · ');
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
    { id: 'kind', header: t('common.kind'), width: '112px', wide: true, cell: (row) => <KindBadge kind={row.kind} /> },
    { id: 'owner', header: t('trash.owner'), width: 'minmax(0, 1.6fr)', wide: 'only', cell: (row) => <span class="dim clip">{row.user?.email ?? '–'}</span> },
    { id: 'by', header: t('trash.deletedBy'), width: 'minmax(0, 1.6fr)', wide: 'only', cell: (row) => <span class="dim clip">{row.deletedBy ? acted(t, row.deletedBy) : '–'}</span> },
    { id: 'deleted', header: t('trash.deleted'), width: '116px', wide: true, cell: (row) => <Time at={row.deletedAt} /> },
    ...(rows.some((row) => row.purgeAt) ? [{
      id: 'purge', header: t('trash.purge'), width: '104px', wide: true, cell: (row: Row) => <Time at={row.purgeAt} />,
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
      <Tools
        filters={filters}
        search={<Search label={t('trash.search')} value={q} busy={list.busy && !!q} onChange={(q) => filters.set({ q })} />}
        selection={selected.length > 0 && (
          <>
            <span role="status">{t('common.selected', { count: selected.length })}</span>
            <input
              aria-label={t('common.reason')} placeholder={t('common.reasonOptional')} value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
            <Button look="primary" icon="restore" onClick={() => void begin(selected, reason)}>{t('common.restore')}</Button>
            <Button look="quiet" icon="close" onClick={() => choose(new Set())}>{t('common.unselect')}</Button>
          </>
        )}
      >
        <PersonFilter label={t('trash.deletedBy')} value={by} known={people} onChange={(by) => filters.set({ by })} />
        <Select hideLabel label={t('trash.time')} value={since} onChange={(since) => filters.set({ since })}
          options={[['', t('trash.anyTime')], ...SINCE.map((it): [string, string] => [it, t('trash.since', { count: Number(it) })])]} />
        <Select hideLabel label={t('trash.order')} value={soon ? 'soon' : order}
          onChange={(it) => filters.set({ soon: it === 'soon' ? '1' : '', order: it === 'purge' ? it : '' })}
          options={[['', t('trash.newest')], ['purge', t('trash.purgeFirst')], ['soon', t('trash.soon', { count: SOON })]]} />
        <DayFilter value={day} onChange={(day) => filters.set({ day })} />
      </Tools>
      <Listing
        list={list}
        empty={filters.any
          ? { title: t('trash.noMatch'), hint: t('trash.noMatchHint'), action: <Button onClick={filters.clear}>{t('common.clear')}</Button> }
          : { title: t('trash.empty'), hint: t('trash.emptyHint') }}
      >
        <Grid
          label={t('nav.trash')} rows={rows} id={(row) => row.id} name={(row) => row.label} columns={columns}
          total={list.total} busy={list.busy} onEnd={list.more}
          summary={summarize} tall={82}
          selection={{ ids: chosen, set: choose, allowed: (id) => byId.get(id)?.viewerCan.restore ?? false }}
          keys={{ r: restore }}
          actions={(row) => (
            <Button
              icon="restore" class="row-action" disabled={!row.viewerCan.restore} aria-label={`${t('common.restore')} ${row.label}`}
              title={row.viewerCan.restore ? undefined : t('trash.mayNot')} onClick={() => void begin([row])}
            >
              {t('common.restore')}
            </Button>
          )}
        />
      </Listing>
      {question && (
        <PreviewDialog previews={question.previews} count={question.targets.length} onRestore={question.answer} onClose={close} />
      )}
    </div>
  );
}
