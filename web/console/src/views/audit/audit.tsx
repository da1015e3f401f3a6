// The audit trail, with what happens as it happens.

import { useSubscription } from '@urql/preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLiveState } from '../../app/live';
import { useRows } from '../../app/lists';
import { useViewer } from '../../app/viewer';
import {
  AuditDocument, RecordChangedDocument, type AuditQuery, type AuditQueryVariables, type EventFragment, type Kind, type RecordAction,
} from '../../generated/documents';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { dayRange, useFilters } from '../../parts/filters';
import { Grid, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { Badge, Button, Head, KindBadge, Select, Time, useKindName } from '../../parts/small';
import { EventDialog } from './event';

const ACTIONS: readonly RecordAction[] = ['CREATED', 'UPDATED', 'DELETED', 'RESTORED', 'PURGED'];
/** How long a subscription takes to begin, generously. */
const BEGUN_MS = 1000;

/** The events that arrived since the view was opened, newest first. */
function useArrived(kinds: Kind[] | undefined) {
  const [arrived, setArrived] = useState<readonly EventFragment[]>([]);
  useSubscription({ query: RecordChangedDocument, variables: { kinds } }, (_, data) => {
    const { event } = data.recordChanged;
    setArrived((before) => (before.some((it) => it.id === event.id) ? before : [event, ...before]));
    return data;
  });
  return arrived;
}

function LiveBadge() {
  const { t } = useLanguage();
  const state = useLiveState();
  return <span class="live" data-state={state} role="status">{t(`audit.${state}`)}</span>;
}

export function Audit() {
  const { t } = useLanguage();
  const viewer = useViewer();
  const kindName = useKindName();
  const state = useLiveState();
  const filters = useFilters(['kind', 'action', 'mine', 'day', 'record', 'operation', 'event']);
  const { kind, action, mine, day, record, operation, event: openId } = filters.values;

  const kinds = useMemo(() => (kind ? [kind as Kind] : undefined), [kind]);
  const variables = useMemo((): Omit<AuditQueryVariables, 'first' | 'after'> => ({
    kinds,
    actions: action ? [action as RecordAction] : undefined,
    actorId: mine ? viewer.user.id : undefined,
    recordId: record || undefined,
    operationId: operation || undefined,
    createdBefore: day ? dayRange(day)?.[1] : undefined,
  }), [kinds, action, mine, day, record, operation]);
  const list = useRows(AuditDocument, variables, (data: AuditQuery) => data.recordEvents);
  const arrived = useArrived(kinds);

  // What happens between the reading of the list and the start of the subscription is in neither.
  const refresh = useRef(list.refresh);
  refresh.current = list.refresh;
  useEffect(() => {
    if (state !== 'live') return undefined;
    const timer = setTimeout(() => refresh.current(), BEGUN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const rows = useMemo(() => {
    const fits = (it: EventFragment) =>
      (!kind || it.kind === kind) && (!action || it.action === action) && (!mine || it.actor?.id === viewer.user.id) &&
      (!record || it.recordId === record) && (!operation || it.operationId === operation) && !day;
    const known = new Set(list.rows.map((it) => it.id));
    return [...arrived.filter((it) => fits(it) && !known.has(it.id)), ...list.rows];
  }, [arrived, list.rows, variables]);
  const open = rows.find((it) => it.id === openId);

  const columns: GridColumn<EventFragment>[] = [
    {
      id: 'record', header: t('audit.record'), width: 'minmax(0, 2.4fr)',
      cell: (it) => <span class="title"><strong class="plain">{it.label ?? kindName(it.kind)}</strong></span>,
    },
    { id: 'action', header: t('audit.what'), width: '104px', cell: (it) => <Badge tone={it.action}>{t(`action.${it.action}` as Key)}</Badge> },
    { id: 'kind', header: t('common.kind'), width: '120px', wide: true, cell: (it) => <KindBadge kind={it.kind} /> },
    { id: 'who', header: t('audit.who'), width: 'minmax(0, 1.6fr)', wide: true, cell: (it) => <span class="dim clip">{it.actor?.email ?? t('audit.system')}</span> },
    { id: 'when', header: t('audit.when'), width: '130px', wide: true, cell: (it) => <Time at={it.createdAt} /> },
    { id: 'fields', header: t('audit.fields'), width: 'minmax(0, 1.6fr)', wide: 'only', cell: (it) => <span class="dim clip mono">{it.changedFields.join(', ')}</span> },
  ];

  return (
    <div class="view">
      <Head title={t('audit.title')} lead={t('audit.lead')}><LiveBadge /></Head>
      <div class="tools">
        <Select hideLabel label={t('common.kind')} value={kind} onChange={(kind) => filters.set({ kind })}
          options={[['', t('common.allKinds')], ...viewer.kinds.filter((it) => it.view !== 'NONE').map((it): [string, string] => [it.kind, kindName(it.kind, 2)])]} />
        <Select hideLabel label={t('audit.action')} value={action} onChange={(action) => filters.set({ action })}
          options={[['', t('audit.anyAction')], ...ACTIONS.map((it): [string, string] => [it, t(`action.${it}` as Key)])]} />
        <label class="toggle">
          <input type="checkbox" checked={!!mine} onChange={(event) => filters.set({ mine: event.currentTarget.checked ? '1' : '' })} />
          {t('audit.mine')}
        </label>
        <label class="day">
          <span>{t('common.day')}</span>
          <input type="date" title={t('common.day')} value={day} onChange={(event) => filters.set({ day: event.currentTarget.value })} />
        </label>
        {filters.any && <Button look="quiet" icon="close" onClick={filters.clear}>{t('common.clear')}</Button>}
      </div>
      <Listing list={{ ...list, rows }} empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}>
        <Grid
          label={t('audit.title')} rows={rows} id={(it) => it.id} name={(it) => it.label ?? it.id} columns={columns}
          busy={list.busy} onEnd={list.more} onOpen={(it) => filters.set({ event: it.id })}
        />
      </Listing>
      {open && <EventDialog event={open} onClose={() => filters.set({ event: '' })} />}
    </div>
  );
}
