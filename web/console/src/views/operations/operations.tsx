// What the caller did last, to be undone.

import { useQuery } from '@urql/preact';
import { useMemo, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useRows } from '../../api/lists';
import { useNews } from '../../api/news';
import { useUndo } from '../../app/acts';
import { useViewer } from '../../app/viewer';
import { MyOperationsDocument, OperationDocument, type MyOperationsQuery, type OutcomeFragment } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { useAttempt } from '../../parts/attempt';
import { Dialog } from '../../parts/dialog';
import { isTooLong, ReasonField } from '../../parts/field';
import { Grid, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { NewsButton } from '../../parts/news';
import { useOpened } from '../../parts/opened';
import { Badge, Button, Head, KindBadge, Time } from '../../parts/small';
import { Conflicts } from './conflicts';
import { Later, NotUndoable } from './later';
import { useEarlier } from './earlier';
import { UndoMany } from './undo-many';

/** Of how many records it is looked up what happened since. */
const LOOKED_UP = 5;
/** How many records of an operation are listed. */
const LISTED = 100;
/** How many events the server counts. */
const COUNTED = 10_000;

type Event = NonNullable<MyOperationsQuery['recordEvents']>['nodes'][number];
type Operation = { id: string; events: Event[] };

/** Events by the operation that they belong to, newest first. */
function operations(events: readonly Event[]): Operation[] {
  const found = new Map<string, Event[]>();
  for (const event of events) {
    const those = found.get(event.operationId);
    if (those) those.push(event);
    else found.set(event.operationId, [event]);
  }
  return [...found].map(([id, events]) => ({ id, events }));
}

/** How many records an operation has. Mostly not all are read, so that the server counts them. */
function useCount({ id, events }: Operation) {
  const [{ data }] = useQuery({ query: OperationDocument, variables: { id } });
  const counted = data?.operation?.counts.reduce((sum, it) => sum + it.count, 0) ?? 0;
  return { count: Math.max(counted, events.length), isLeast: counted >= COUNTED };
}

function useName(operation: Operation) {
  const { t } = useLanguage();
  const { count, isLeast } = useCount(operation);
  const label = operation.events[0]?.label ?? '';
  if (count <= 1) return label;
  return t(isLeast ? 'operations.manyOthers' : 'operations.others', { label, count: count - 1 });
}

function Which(operation: Operation) {
  const { events: [event] } = operation;
  return (
    <span class="title">
      <strong class="plain">{useName(operation)}</strong>
      {event?.reason && <span class="why dim">{event.reason}</span>}
    </span>
  );
}

/** Those that are refused are shown where there is room for them. */
type Refusing = (refused: readonly OutcomeFragment[]) => void;

function UndoButton({ operation, onUndone, onRefused }: { operation: Operation; onUndone(): void; onRefused: Refusing }) {
  const { t } = useLanguage();
  const { id } = operation;
  const name = useName(operation);
  const undo = useUndo();
  const [{ data }, again] = useQuery({ query: OperationDocument, variables: { id } });
  const { attempt } = useAttempt(onUndone);
  const canUndo = !!data?.operation?.canUndo;
  const run = () => attempt(async () => {
    const why = await undo([id], undefined, (refused) => { if (refused.length > 0) onRefused(refused); });
    again({ requestPolicy: 'network-only' });
    return why;
  });
  return (
    <Button
      icon="restore" class="row-action" aria-label={`${t('common.undo')} ${name}`} disabled={!canUndo}
      title={canUndo ? undefined : `${t('audit.notUndoable')} ${t('operations.openIt')}`} onClick={() => void run()}
    >
      {t('common.undo')}
    </Button>
  );
}

/** The records of an operation, and undoing it with a reason. */
function OperationDialog({ operation, refused: given, onUndone, onClose }: {
  operation: Operation; refused: readonly OutcomeFragment[]; onUndone(): void; onClose(): void;
}) {
  const { t } = useLanguage();
  const { id, events } = operation;
  const title = useName(operation);
  const { count } = useCount(operation);
  const undo = useUndo();
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState(given);
  const [{ data }] = useQuery({ query: OperationDocument, variables: { id }, requestPolicy: 'cache-and-network' });
  const { problem, attempt } = useAttempt(() => { onUndone(); onClose(); });
  const isLast = !!data?.operation?.canUndo;
  // Of a change each field is taken back that nobody has changed since.
  const canUndo = isLast || events.some((it) => it.action === 'UPDATED');
  const run = () => attempt(async () => {
    let left: readonly OutcomeFragment[] = [];
    const why = await undo([id], reason, (refused) => { left = refused; });
    setRefused(left);
    if (why === undefined && left.length > 0) onUndone();
    return left.length > 0 ? t('operations.someLeft', { count: left.length }) : why;
  });
  return (
    <Dialog wide={refused.length > 0} title={title} onClose={onClose}>
      {events[0]?.reason && <p class="dim">{events[0].reason}</p>}
      <ul class="plain-list limited" tabIndex={0} aria-label={t('operations.which')}>
        {events.slice(0, LISTED).map((it) => (
          <li key={it.id} class="event-line">
            <Badge tone={it.action}>{t(`action.${it.action}` as Key)}</Badge>
            <Link href={`/records/${it.kind}/${it.recordId}`}>{it.label ?? it.recordId}</Link>
            <KindBadge kind={it.kind} />
          </li>
        ))}
      </ul>
      {count > LISTED && <p><Link href={`/audit?operation=${id}`}>{t('operations.inAudit')}</Link></p>}
      {refused.length > 0 ? <Conflicts operationId={id} refused={refused} /> : data && !isLast && events.slice(0, LOOKED_UP).map((it) => <Later key={it.id} {...it} />)}
      {canUndo ? <ReasonField value={reason} onChange={setReason} hint={t('audit.reasonHint')} /> : data && <NotUndoable events={events} />}
      <p class="field-error" role="alert">{problem}</p>
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" icon="restore" disabled={!canUndo || isTooLong(reason)} onClick={() => void run()}>{t('common.undo')}</Button>
      </footer>
    </Dialog>
  );
}

export function Operations() {
  const { t } = useLanguage();
  const viewer = useViewer();
  const list = useRows(MyOperationsDocument, { actorId: viewer.user.id }, (data: MyOperationsQuery) => data.recordEvents);
  const news = useNews(list, { idOf: ({ event }) => event.id, isNew: ({ event }) => event.actor?.id === viewer.user.id });
  const [opened, setOpen] = useState<{ id: string; refused: readonly OutcomeFragment[] }>();
  const [undoing, setUndoing] = useState(false);
  const rows = useMemo(() => operations(list.rows), [list.rows]);
  const open = useOpened(rows, opened?.id, (it) => it.id);
  const earlier = useEarlier(list, rows.length);
  const columns: GridColumn<Operation>[] = [
    { id: 'which', header: t('operations.which'), width: 'minmax(0, 3fr)', cell: (it) => <Which {...it} /> },
    { id: 'what', header: t('operations.what'), width: '132px', wide: true, cell: ({ events }) => events[0] && <Badge tone={events[0].action}>{t(`action.${events[0].action}` as Key)}</Badge> },
    { id: 'kind', header: t('common.kind'), width: '112px', wide: true, cell: ({ events }) => events[0] && <KindBadge kind={events[0].kind} /> },
    { id: 'when', header: t('operations.when'), width: '116px', wide: true, cell: ({ events }) => <Time at={events[0]?.createdAt} /> },
  ];
  return (
    <div class="view">
      <Head title={t('operations.title')} lead={t('operations.lead')}>
        <NewsButton news={news} some />
        <Button icon="restore" onClick={() => setUndoing(true)}>{t('undoMany.begin')}</Button>
      </Head>
      <Listing list={{ ...list, rows }} empty={{ title: t('operations.empty'), hint: t('operations.emptyHint') }}>
        <Grid
          label={t('operations.title')} rows={rows} id={(it) => it.id} name={({ events }) => events[0]?.label ?? ''} columns={columns} busy={list.busy}
          onEnd={earlier.more} onOpen={({ id }) => setOpen({ id, refused: [] })}
          actions={(it) => <UndoButton operation={it} onUndone={list.refresh} onRefused={(refused) => setOpen({ id: it.id, refused })} />}
        />
        {earlier.ask && (
          <p class="below"><Button onClick={earlier.ask}>{t(earlier.isReading ? 'common.loading' : 'operations.earlier')}</Button></p>
        )}
      </Listing>
      {open && opened && <OperationDialog key={open.id} operation={open} refused={opened.refused} onUndone={list.refresh} onClose={() => setOpen(undefined)} />}
      {undoing && <UndoMany onClose={() => setUndoing(false)} />}
    </div>
  );
}
