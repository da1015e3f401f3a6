// The notifications of the caller, and sending them to others.

import { useClient, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { useRows } from '../../api/lists';
import { useNews } from '../../api/news';
import { useActs } from '../../app/acts';
import { useToasts } from '../../app/toasts';
import { useViewer } from '../../app/viewer';
import {
  InboxDocument, MarkAllReadDocument, MarkReadDocument, ViewerDocument, type InboxQuery,
} from '../../generated/documents';
import { KINDS } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { Dialog } from '../../parts/dialog';
import { useFilters } from '../../parts/filters';
import { Grid, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { NewsButton } from '../../parts/news';
import { useOpened } from '../../parts/opened';
import { Badge, Button, Head, Time } from '../../parts/small';
import { useFresh } from '../records/fresh';
import { Send } from './send';

type Row = NonNullable<NonNullable<InboxQuery['viewer']>['notifications']>['nodes'][number];

export function Inbox() {
  const { t } = useLanguage();
  const viewer = useViewer();
  const client = useClient();
  const { show } = useToasts();
  const { act } = useActs();
  const filters = useFilters(['unread']);
  const [openId, setOpen] = useState<string>();
  const [sending, setSending] = useState(false);
  const list = useRows(InboxDocument, { unreadOnly: !!filters.values.unread }, (data: InboxQuery) => data.viewer?.notifications);
  const [{ data }] = useQuery({ query: ViewerDocument });
  const unread = data?.viewer?.unreadCount ?? 0;
  const news = useNews(list, {
    idOf: ({ event }) => (event.kind === 'NOTIFICATION' ? event.recordId : undefined),
    isNew: ({ event, record }) => event.action === 'CREATED' && record?.user?.id === viewer.user.id,
    belongs: (row) => !row.deletedAt && (!filters.values.unread || !row.isRead),
    leaving: ['DELETED', 'PURGED'],
  });
  const { rows } = news;
  useFresh(KINDS.NOTIFICATION, rows);
  const opened = useOpened(list.rows, openId, (row) => row.id);

  async function open(row: Row) {
    setOpen(row.id);
    if (!row.isRead) await client.mutation(MarkReadDocument, { uuids: [row.uuid] }).toPromise();
  }
  async function markAll() {
    const { data } = await client.mutation(MarkAllReadDocument, {}).toPromise();
    if (data?.markAllNotificationsRead) show({ tone: 'success', text: t('inbox.marked', { count: data.markAllNotificationsRead.count }) });
    list.refresh();
  }
  const columns: GridColumn<Row>[] = [
    {
      id: 'title', header: t('inbox.title.column'), width: 'minmax(0, 3fr)',
      cell: (row) => <span class={row.isRead ? 'title read' : 'title unread'}><strong>{row.title}</strong><span class="dim clip">{row.message}</span></span>,
    },
    { id: 'type', header: t('send.type'), width: '96px', wide: true, cell: (row) => <Badge tone={row.type}>{t(`type.${row.type}` as Key)}</Badge> },
    { id: 'from', header: t('inbox.from'), width: 'minmax(0, 1.2fr)', wide: true, cell: (row) => <span class="dim clip">{row.sender?.email ?? t('audit.system')}</span> },
    { id: 'sent', header: t('inbox.sent'), width: '130px', wide: true, cell: (row) => <Time at={row.createdAt} /> },
  ];
  return (
    <div class="view">
      <Head title={t('inbox.title')} lead={typeof data?.viewer?.unreadCount === 'number' ? t('inbox.unreadCount', { count: unread }) : t('inbox.lead')}>
        <Button icon="check" disabled={unread === 0} onClick={markAll}>{t('inbox.markAll')}</Button>
        {viewer.canSend && <Button look="primary" icon="send" onClick={() => setSending(true)}>{t('nav.send')}</Button>}
      </Head>
      <div class="chips" role="group" aria-label={t('inbox.title')}>
        <button type="button" class="chip" aria-pressed={!filters.values.unread} onClick={() => filters.set({ unread: '' })}>{t('common.all')}</button>
        <button type="button" class="chip" aria-pressed={!!filters.values.unread} onClick={() => filters.set({ unread: '1' })}>{t('inbox.unread')} <span>{unread}</span></button>
        <NewsButton news={news} />
      </div>
      <Listing list={{ ...list, rows }} empty={{ title: t(filters.any ? 'inbox.emptyUnread' : 'inbox.empty'), hint: t('inbox.emptyHint') }}>
        <Grid
          label={t('inbox.title')} rows={rows} id={(row) => row.id} name={(row) => row.title} columns={columns} busy={list.busy}
          onEnd={list.more} onOpen={open} height={52}
        />
      </Listing>
      {opened && (
        <Dialog title={opened.title} onClose={() => setOpen(undefined)}>
          <p class="event-line"><Badge tone={opened.type}>{t(`type.${opened.type}` as Key)}</Badge> {opened.sender?.email} <Time full at={opened.createdAt} /></p>
          <p class="message">{opened.message}</p>
          <footer>
            {opened.viewerCan.delete && <Button icon="trash" onClick={() => { setOpen(undefined); void act('delete', [opened]); }}>{t('common.delete')}</Button>}
            {opened.actionUrl && /^(https?:\/\/|\/)/.test(opened.actionUrl) && (
              <a class="button primary" href={opened.actionUrl} target="_blank" rel="noopener noreferrer">{t('inbox.open')}</a>
            )}
          </footer>
        </Dialog>
      )}
      {sending && <Send onClose={() => setSending(false)} />}
    </div>
  );
}
