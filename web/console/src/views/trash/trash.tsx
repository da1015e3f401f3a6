// The trash: what is deleted, bringing it back, and deleting it for good.

import { useClient, useQuery } from '@urql/preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useChanges } from '../../api/changes';
import { useKept, useReadAgain, useRows } from '../../api/lists';
import { useNews } from '../../api/news';
import { useActs, type Target } from '../../app/acts';
import { MatchingDialog, WholeSelection } from '../../app/bulk';
import { kindsFor, mayOn, useViewer } from '../../app/viewer';
import {
  TrashDocument, TrashSummaryDocument, type Kind, type RecordAction, type TrashQuery, type TrashQueryVariables,
} from '../../generated/documents';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { useBeside } from '../../parts/beside';
import { isTooLong, ReasonInput } from '../../parts/field';
import { dayRange, useFilters } from '../../parts/filters';
import { Grid, Line, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { NewsButton } from '../../parts/news';
import { PersonFilter, usePerson } from '../../parts/person';
import { Search } from '../../parts/search';
import { useSelection } from '../../parts/selection';
import { Badge, Button, Head, KindBadge, Select, Time, useKindName, acted } from '../../parts/small';
import { DayFilter, InputFilter, Tools } from '../../parts/tools';
import { HoldDialog, mayKeep, type Keep } from '../records/hold';
import { HeldBadge } from '../records/keep';
import { NewestRemoval } from '../removals/newest';
import { useFreshHolds } from './holds';
import { matchingTrash } from './matching';
import { PreviewDialog } from './preview';
import { mayPurge, PurgeDialog } from './purge';
import { useQuestion } from './restore';

const DAY_MS = 86_400_000;
const SINCE = ['1', '7', '30'] as const;
/** Days within which a record is “purged soon”. */
const SOON = 7;
const SETTLED_MS = 400;

type Row = NonNullable<TrashQuery['trash']>['nodes'][number];
const LEAVING: readonly RecordAction[] = ['RESTORED', 'PURGED'];
const KEEPS = [['hold', 'lock', 'hold.go'], ['release', 'unlock', 'hold.release']] as const;

/** The start of the hour that many days from now, which stays the same from one sight to the next. */
const daysFromNow = (days: number) => new Date(Math.ceil((Date.now() + days * DAY_MS) / 3_600_000) * 3_600_000).toISOString();

export function Trash() {
  const { t, number } = useLanguage();
  const beside = useBeside();
  const viewer = useViewer();
  const client = useClient();
  const kindName = useKindName();
  const { act, refused } = useActs();
  const filters = useFilters(['kind', 'q', 'day', 'by', 'owner', 'why', 'since', 'soon', 'order']);
  const { kind, q, day, by, owner, why, since, soon, order } = filters.values;
  const [asked, ask] = useState<'restore' | 'purge'>();
  const [purging, setPurging] = useState<readonly Row[]>();
  const [keeping, setKeeping] = useState<{ what: Keep; rows: readonly Row[] }>();
  const [{ data }, recount] = useQuery({ query: TrashSummaryDocument, requestPolicy: 'cache-and-network' });
  const summary = useKept(data?.trashSummary);
  useReadAgain(() => recount({ requestPolicy: 'network-only' }));

  const [people, setPeople] = useState<ReadonlyMap<string, string>>(new Map([[viewer.user.email, viewer.user.id]]));
  const deleter = usePerson(by, people);
  const owning = usePerson(owner, people);
  // The order narrows nothing.
  const isFiltered = !!(kind || q || day || by || owner || why || since || soon);
  const variables = useMemo((): Omit<TrashQueryVariables, 'first' | 'after'> => ({
    kinds: kind ? [kind as Kind] : undefined,
    search: q || undefined,
    deletedBefore: day ? dayRange(day)?.[1] : undefined,
    deletedAfter: since ? daysFromNow(-Number(since)) : undefined,
    deletedById: deleter.id,
    ownerId: owning.id,
    deletionReason: why || undefined,
    purgeBefore: soon ? daysFromNow(SOON) : undefined,
    orderBy: order || soon ? 'PURGE_AT' : undefined,
  }), [kind, q, day, deleter.id, owning.id, why, since, soon, order]);
  const read = useRows(TrashDocument, variables, (data: TrashQuery) => data.trash, deleter.missing || owning.missing);
  const selection = useSelection(variables);
  const { ids: chosen, reason, setReason, isWhole } = selection;
  const news = useNews(read, {
    idOf: ({ event }) => event.recordId,
    isNew: ({ event, record }) => event.action === 'DELETED' && !!record && mayOn(viewer, event.kind, 'restore') && !day && !why && (!owning.id || record.user?.id === owning.id)
      && (!kind || event.kind === kind) && (!deleter.id || event.actor?.id === deleter.id) && record.label.toLowerCase().includes(q.toLowerCase()),
    // A record that is restored here stays in the cache, but not in the trash.
    belongs: (row) => !!row.deletedAt,
    leaving: LEAVING,
  });
  const { rows } = news;
  const list = { ...read, rows, loaded: read.loaded && !deleter.resolving && !owning.resolving };
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isRestorable = ({ id, viewerCan }: Row) => !news.fate(id) && viewerCan.restore;
  const isSelectable = (row: Row) => isRestorable(row) || (!news.fate(row.id) && (row.viewerCan.purge || row.viewerCan.hold));
  const selected = [...chosen].flatMap((id) => byId.get(id) ?? []).filter(isSelectable);
  const restorable = selected.filter(isRestorable);
  const purgeable = selected.filter(mayPurge);
  /** How many of the selection it is about, if not all. */
  const some = ({ length }: readonly Row[]) => (!isWhole && length < selected.length ? ` (${length})` : '');
  const mayEmpty = kindsFor(viewer, 'purge').length > 0;
  const emptying = isFiltered ? 'purge.matchingOnes' : 'purge.empty';
  useFreshHolds(rows);

  useEffect(() => {
    const found = rows.flatMap(({ deletedBy, user }) => [deletedBy, user].flatMap((it) => (it?.email && !people.has(it.email) ? [[it.email, it.accountId] as const] : [])));
    if (found.length > 0) setPeople(new Map([...people, ...found]));
  }, [rows]);
  // Many changes are counted once.
  const counting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useChanges((changes) => {
    if (!changes.some(({ event }) => event.action === 'DELETED' || LEAVING.includes(event.action))) return;
    counting.current ??= setTimeout(() => {
      counting.current = undefined;
      recount({ requestPolicy: 'network-only' });
    }, SETTLED_MS);
  });

  const { question, begin, close } = useQuestion(async (targets: readonly Target[], how) => {
    const why = await act('restore', targets, how);
    if (why !== undefined) return why;
    unselect(targets);
    return undefined;
  });
  function unselect(targets: readonly Target[]) {
    selection.drop(new Set(targets.map((it) => it.id)));
    setReason('');
  }
  const restore = (row: Row) => {
    if (isWhole) ask('restore');
    else if (restorable.length > 0) void begin(restorable, reason);
    else if (isRestorable(row)) void begin([row]);
  };

  // A kind whose last record was restored keeps its place until the view is left.
  const seen = useRef(new Set<Kind>());
  const counts = summary?.filter((it) => it.count > 0 || seen.current.has(it.kind)) ?? [];
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
          <Link href={beside.href(row)} state={beside.state} tabIndex={-1}>{row.label}</Link>
          {refused.has(row.id)
            ? <em class="refusal" role="alert">{t(refused.get(row.id)?.act === 'restore' ? 'trash.refusedRow' : 'records.refusedRow', { why: refused.get(row.id)?.why })}</em>
            : (row.deletionReason || row.hold) && (
              <span class="why dim"><HeldBadge hold={row.hold} /> {[row.hold?.reason, row.deletionReason].filter(Boolean).join(' · ')}</span>
            )}
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
      <NewsButton news={news} some={!!soon} />
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
        end={mayEmpty && rows.length > 0 && <Button look="danger" icon="trash" title={t(emptying)} onClick={() => ask('purge')}>{t(emptying)}</Button>}
        selection={selected.length > 0 && (
          <>
            <WholeSelection
              chosen={selected.length} total={list.total} isWhole={isWhole} canBe={!!list.more && selected.length === rows.filter(isSelectable).length}
              onChoose={selection.chooseWhole}
            />
            <ReasonInput value={reason} onChange={setReason} />
            {restorable.length > 0 && <Button look="primary" icon="restore" disabled={isTooLong(reason)} onClick={() => (isWhole ? ask('restore') : void begin(restorable, reason))}>{t('common.restore') + some(restorable)}</Button>}
            {purgeable.length > 0 && <Button look="danger" icon="trash" onClick={() => (isWhole ? ask('purge') : setPurging(selected))}>{t('purge.one') + some(purgeable)}</Button>}
            {KEEPS.map(([what, icon, text]) => {
              const targets = selected.filter((it) => mayKeep(it, what));
              // The server has no act for all that match.
              if (isWhole || targets.length === 0) return null;
              return <Button key={what} class="brief" icon={icon} title={t(text) + some(targets)} onClick={() => setKeeping({ what, rows: selected })}>{t(text) + some(targets)}</Button>;
            })}
            <Button look="quiet" icon="close" onClick={selection.clear}>{t('common.unselect')}</Button>
          </>
        )}
      >
        <PersonFilter label={t('trash.deletedBy')} value={by} known={people} onChange={(by) => filters.set({ by })} />
        <PersonFilter label={t('trash.owner')} value={owner} known={people} onChange={(owner) => filters.set({ owner })} />
        <InputFilter label={t('trash.why')} value={why} onChange={(why) => filters.set({ why })} />
        <Select label={t('trash.time')} value={since} onChange={(since) => filters.set({ since })}
          options={[['', t('trash.anyTime')], ...SINCE.map((it): [string, string] => [it, t('trash.since', { count: Number(it) })])]} />
        <Select label={t('trash.order')} value={soon ? 'soon' : order}
          onChange={(it) => filters.set({ soon: it === 'soon' ? '1' : '', order: it === 'purge' ? it : '' })}
          options={[['', t('trash.newest')], ['purge', t('trash.purgeFirst')], ['soon', t('trash.soon', { count: SOON })]]} />
        <DayFilter value={day} onChange={(day) => filters.set({ day })} />
      </Tools>
      <NewestRemoval />
      <Listing
        list={list}
        empty={filters.any
          ? { title: t('trash.noMatch'), hint: t('trash.noMatchHint'), action: <Button onClick={filters.clear}>{t('common.clear')}</Button> }
          : { title: t('trash.empty'), hint: t('trash.emptyHint') }}
      >
        <Grid
          label={t('nav.trash')} rows={rows} id={(row) => row.id} name={(row) => row.label} columns={columns}
          total={list.total} busy={list.busy} onEnd={list.more}
          summary={summarize} tall={82} onOpen={(row) => beside.open(row)}
          selection={{ ...selection, allowed: (id) => { const row = byId.get(id); return !!row && isSelectable(row); } }}
          keys={{ r: restore }}
          actions={(row) => (news.fate(row.id) ? <Badge tone={news.fate(row.id)}>{t(`action.${news.fate(row.id)}` as Key)}</Badge> : (
            <Button
              icon="restore" class="row-action" disabled={!row.viewerCan.restore} aria-label={`${t('common.restore')} ${row.label}`}
              title={row.viewerCan.restore ? undefined : t('trash.mayNot')}
              // The second click of two would be on the row below, which moves up.
              onClick={({ detail }) => { if (detail < 2) void begin([row]); }}
            >
              {t('common.restore')}
            </Button>
          ))}
        />
      </Listing>
      {asked && (
        <MatchingDialog
          what={asked} title={asked === 'purge' && !isFiltered ? t('purge.emptyTitle') : undefined} reason={reason} onStart={selection.clear} onClose={() => ask(undefined)}
          request={async (options) => {
            const { data, error } = await client.mutation(matchingTrash(asked, variables), { ...variables, ...options }).toPromise();
            return { answer: data?.matching, error };
          }}
        />
      )}
      {purging && (
        <PurgeDialog
          rows={purging} refused={refused} reason={reason} onClose={() => setPurging(undefined)}
          onPurge={async (targets, reason) => {
            const why = await act('purge', targets, { reason });
            if (why === undefined) unselect(targets);
            return why;
          }}
        />
      )}
      {keeping && (
        <HoldDialog
          {...keeping} reason={reason} onClose={() => setKeeping(undefined)}
          onKeep={async (targets, reason) => {
            setReason(reason);
            const why = await act(keeping.what, targets, { reason });
            if (why === undefined) unselect(targets);
            return why;
          }}
        />
      )}
      {question && (
        <PreviewDialog {...question} count={question.targets.length} onClose={close} />
      )}
    </div>
  );
}
