// What the caller did last, to be undone.

import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { useUndo } from '../../app/acts';
import { useViewer } from '../../app/viewer';
import { MyOperationsDocument, OperationDocument, type MyOperationsQuery } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { Grid, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { Badge, Button, Head, KindBadge, Time } from '../../parts/small';

type Event = NonNullable<MyOperationsQuery['recordEvents']>['nodes'][number];
type Operation = { id: string; events: Event[] };

/** Events by the operation that they belong to, newest first. */
function operations(events: readonly Event[]): Operation[] {
  const found = new Map<string, Event[]>();
  for (const event of events) found.set(event.operationId, [...(found.get(event.operationId) ?? []), event]);
  return [...found].map(([id, events]) => ({ id, events }));
}

function UndoButton({ id, onUndone }: { id: string; onUndone(): void }) {
  const { t } = useLanguage();
  const undo = useUndo();
  const [busy, setBusy] = useState(false);
  const [{ data }, again] = useQuery({ query: OperationDocument, variables: { id } });
  const run = async () => {
    setBusy(true);
    await undo(id);
    setBusy(false);
    again({ requestPolicy: 'network-only' });
    onUndone();
  };
  return <Button icon="restore" disabled={busy || !data?.operation?.canUndo} onClick={run}>{t('common.undo')}</Button>;
}

export function Operations() {
  const { t } = useLanguage();
  const viewer = useViewer();
  const [{ data, fetching, error }, again] = useQuery({
    query: MyOperationsDocument, variables: { actorId: viewer.user.id }, requestPolicy: 'cache-and-network',
  });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const rows = operations(data?.recordEvents?.nodes ?? []);
  const columns: GridColumn<Operation>[] = [
    {
      id: 'which', header: t('operations.which'), width: 'minmax(0, 3fr)',
      cell: ({ events }) => {
        const label = events[0]?.label ?? '';
        const count = events.length - 1;
        return <span class="title"><strong class="plain">{count > 0 ? t('operations.others', { label, count }) : label}</strong></span>;
      },
    },
    { id: 'what', header: t('operations.what'), width: '112px', wide: true, cell: ({ events }) => events[0] && <Badge tone={events[0].action}>{t(`action.${events[0].action}` as Key)}</Badge> },
    { id: 'kind', header: t('common.kind'), width: '130px', wide: true, cell: ({ events }) => events[0] && <KindBadge kind={events[0].kind} /> },
    { id: 'when', header: t('operations.when'), width: '140px', wide: true, cell: ({ events }) => <Time at={events[0]?.createdAt} /> },
  ];
  return (
    <div class="view">
      <Head title={t('operations.title')} lead={t('operations.lead')} />
      <Listing
        list={{ rows, loaded: !fetching || rows.length > 0, busy: fetching, error: fetching ? undefined : error, refresh }}
        empty={{ title: t('operations.empty'), hint: t('operations.emptyHint') }}
      >
        <Grid
          label={t('operations.title')} rows={rows} id={(it) => it.id} name={(it) => it.events[0]?.label ?? it.id}
          columns={columns} busy={fetching} actions={(it) => <UndoButton id={it.id} onUndone={refresh} />}
        />
      </Listing>
    </div>
  );
}
