// The audit trail, with what happens as it happens.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { useRows } from '../../api/lists';
import { useNews } from '../../api/news';
import { useViewer } from '../../app/viewer';
import {
  AuditDocument, type AuditQuery, type AuditQueryVariables, type EventFragment, type Kind, type RecordAction,
} from '../../generated/documents';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { useFieldName } from '../../parts/field';
import { dayRange, useFilters } from '../../parts/filters';
import { Grid, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { useNarrow } from '../../parts/media';
import { NewsButton } from '../../parts/news';
import { useOpened } from '../../parts/opened';
import { PersonFilter, usePerson } from '../../parts/person';
import { Badge, Button, Head, KindBadge, Select, Time, useKindName, acted } from '../../parts/small';
import { DayFilter, FixedFilter, InputFilter, Tools } from '../../parts/tools';
import { EventDialog } from './event';
import { recordId } from './record-id';

const ACTIONS: readonly RecordAction[] = ['CREATED', 'UPDATED', 'DELETED', 'RESTORED', 'HELD', 'RELEASED', 'PURGED'];

export function Audit() {
  const { t } = useLanguage();
  const viewer = useViewer();
  const narrow = useNarrow();
  const kindName = useKindName();
  const fieldName = useFieldName();
  const filters = useFilters(['kind', 'action', 'by', 'owner', 'why', 'day', 'record', 'operation']);
  const { kind, action, by, owner, why, day, record, operation } = filters.values;
  const opened = useFilters(['event']);
  const [people, setPeople] = useState<ReadonlyMap<string, string>>(new Map([[viewer.user.email, viewer.user.id]]));
  const actor = usePerson(by, people);
  const owning = usePerson(owner, people);

  const kinds = useMemo(() => (kind ? [kind as Kind] : undefined), [kind]);
  const variables = useMemo((): Omit<AuditQueryVariables, 'first' | 'after'> => ({
    kinds,
    actions: action ? [action as RecordAction] : undefined,
    actorId: actor.id,
    ownerId: owning.id,
    reason: why || undefined,
    recordId: record || undefined,
    operationId: operation || undefined,
    createdBefore: day ? dayRange(day)?.[1] : undefined,
  }), [kinds, action, actor.id, owning.id, why, day, record, operation]);
  const list = useRows(AuditDocument, variables, (data: AuditQuery) => data.recordEvents, actor.missing || owning.missing);
  const news = useNews(list, {
    idOf: ({ event }) => event.id,
    isNew: ({ event: it, record: of }) => !why && (!owner || (!!owning.id && of?.user?.id === owning.id)) && (!kind || it.kind === kind) && (!action || it.action === action) && (!by || (!!actor.id && it.actor?.id === actor.id))
      && (!record || it.recordId === record) && (!operation || it.operationId === operation) && !day,
  });
  const { rows } = list;
  useEffect(() => {
    const found = rows.flatMap(({ actor: it }) => (it?.email && !people.has(it.email) ? [[it.email, it.accountId] as const] : []));
    if (found.length > 0) setPeople(new Map([...people, ...found]));
  }, [rows]);
  const open = useOpened(rows, opened.values.event, (it) => it.id);

  const columns: GridColumn<EventFragment>[] = [
    {
      id: 'record', header: t('audit.record'), width: 'minmax(0, 2.4fr)',
      cell: (it) => <span class="title"><strong class="plain">{it.label ?? kindName(it.kind)}</strong></span>,
    },
    { id: 'action', header: t('audit.what'), width: narrow ? 'max-content' : '132px', cell: (it) => <Badge tone={it.action}>{t(`action.${it.action}` as Key)}</Badge> },
    { id: 'kind', header: t('common.kind'), width: '120px', wide: true, cell: (it) => <KindBadge kind={it.kind} /> },
    { id: 'who', header: t('audit.who'), width: 'minmax(0, 1.6fr)', wide: true, cell: (it) => <span class="dim clip">{acted(t, it.actor)}</span> },
    { id: 'when', header: t('audit.when'), width: '130px', wide: true, cell: (it) => <Time at={it.createdAt} /> },
    { id: 'fields', header: t('audit.fields'), width: 'minmax(0, 1.6fr)', wide: 'only', cell: (it) => <span class="dim clip">{it.changedFields.map(fieldName).join(', ')}</span> },
  ];

  return (
    <div class="view">
      <Head title={t('audit.title')} lead={t('audit.lead')} />
      <NewsButton news={news} />
      <Tools filters={filters}>
        <Select label={t('common.kind')} value={kind} onChange={(kind) => filters.set({ kind })}
          options={[['', t('common.allKinds')], ...viewer.kinds.filter((it) => it.view !== 'NONE').map((it): [string, string] => [it.kind, kindName(it.kind, 2)])]} />
        <Select label={t('audit.action')} value={action} onChange={(action) => filters.set({ action })}
          options={[['', t('audit.anyAction')], ...ACTIONS.map((it): [string, string] => [it, t(`action.${it}` as Key)])]} />
        <PersonFilter label={t('audit.who')} value={by} known={people} onChange={(by) => filters.set({ by })} />
        <PersonFilter label={t('trash.owner')} value={owner} known={people} onChange={(owner) => filters.set({ owner })} />
        <InputFilter label={t('trash.why')} value={why} onChange={(why) => filters.set({ why })} />
        <InputFilter label={t('audit.recordId')} value={record} onChange={(text) => filters.set({ record: recordId(text) })} />
        <label class="toggle">
          <input type="checkbox" checked={by === viewer.user.email} onChange={(event) => filters.set({ by: event.currentTarget.checked ? viewer.user.email : '' })} />
          {t('audit.mine')}
        </label>
        <DayFilter value={day} onChange={(day) => filters.set({ day })} />
        <FixedFilter label={t('audit.operation')} value={operation} onChange={(operation) => filters.set({ operation })} />
      </Tools>
      <Listing
        list={{ ...list, loaded: list.loaded && !actor.resolving && !owning.resolving }}
        empty={filters.any ? { title: t('audit.noMatch'), hint: t('trash.noMatchHint'), action: <Button onClick={filters.clear}>{t('common.clear')}</Button> } : { title: t('audit.empty'), hint: t('audit.emptyHint') }}
      >
        <Grid
          label={t('audit.title')} rows={rows} id={(it) => it.id} name={(it) => it.label ?? it.id} columns={columns}
          busy={list.busy} onEnd={list.more} onOpen={(it) => opened.set({ event: it.id })}
        />
      </Listing>
      {open && <EventDialog event={open} onClose={() => opened.set({ event: '' })} />}
    </div>
  );
}
