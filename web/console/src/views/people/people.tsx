// Accounts, roles, and the access tokens of the caller.

import { useClient, useQuery } from '@urql/preact';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useReread } from '../../api/changes';
import { useKept, useReadAgain, useRows } from '../../api/lists';
import { useNews } from '../../api/news';
import { may, mayOn, useViewer } from '../../app/viewer';
import { MyTokensDocument, PeopleDocument, RolesOfUsersDocument, type PeopleQuery } from '../../generated/documents';
import { KINDS } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import { isolated } from '../../i18n/bidi';
import { useBeside } from '../../parts/beside';
import { useFilters } from '../../parts/filters';
import { Grid, Line, type GridColumn } from '../../parts/grid';
import { Failure, Listing } from '../../parts/listing';
import { NewsButton } from '../../parts/news';
import { Search } from '../../parts/search';
import { Button, Head, Time } from '../../parts/small';
import { Tools } from '../../parts/tools';
import { RecordForm } from '../records/form';
import { useFresh } from '../records/fresh';
import { State } from '../records/state';
import { Roles } from './roles';
import { Tokens } from './tokens';

/** How many users one request names at most. */
const MOST = 100;

type Row = NonNullable<PeopleQuery['users']>['nodes'][number];

function MyTokens() {
  const viewer = useViewer();
  const [{ data, error }, again] = useQuery({ query: MyTokensDocument, requestPolicy: 'cache-and-network' });
  const tokens = useKept(data?.viewer?.accessTokens ?? undefined);
  const read = () => again({ requestPolicy: 'network-only' });
  useReadAgain(read);
  useReread(({ event }) => event.recordId === viewer.user.id, read);
  if (error && !tokens) return <Failure error={error} />;
  return (
    <div class="cards">
      <section class="card wide">
        {tokens && <Tokens tokens={tokens} userId={viewer.user.id} onChange={read} />}
      </section>
    </div>
  );
}

/** The names of the roles that an account has. */
const rolesOf = ({ roles }: Row) => roles?.map((it) => isolated(it.name)).join(', ') || '–';

function Accounts() {
  const { t } = useLanguage();
  const beside = useBeside();
  const viewer = useViewer();
  const [creating, setCreating] = useState(false);
  const { create } = KINDS.USER;
  const filters = useFilters(['q']);
  const client = useClient();
  const roles = may(viewer, 'roles.view');
  const list = useRows(PeopleDocument, { search: filters.values.q, roles }, (data: PeopleQuery) => data.users);
  const news = useNews(list, {
    idOf: ({ event }) => (event.kind === 'USER' ? event.recordId : undefined),
    isNew: ({ event, record }) => (event.action === 'CREATED' || event.action === 'RESTORED')
      && !!record?.label.toLowerCase().includes(filters.values.q.toLowerCase()),
    belongs: (row) => !row.deletedAt,
    leaving: ['DELETED', 'PURGED'],
  });
  const { rows } = news;
  useFresh(KINDS.USER, rows);
  // What a role is called is a matter of the role.
  useReread(({ event }) => roles && (event.kind === 'USER' || event.kind === 'ROLE'), () => {
    for (let at = 0; at < rows.length; at += MOST) {
      const ids = rows.slice(at, at + MOST).map((it) => it.id);
      void client.query(RolesOfUsersDocument, { ids }, { requestPolicy: 'network-only' }).toPromise();
    }
  });
  const columns: GridColumn<Row>[] = [
    { id: 'email', header: t('people.email'), width: 'minmax(0, 2fr)', cell: (row) => <span class="title"><Link href={beside.href(row)} state={beside.state} tabIndex={-1}>{row.email}</Link></span> },
    ...(roles ? [{
      id: 'roles', header: t('people.roles'), width: 'minmax(0, 1.6fr)', wide: true, cell: (row: Row) => <span class="dim clip">{rolesOf(row)}</span>,
    }] : []),
    { id: 'created', header: t('people.created'), width: '140px', wide: true, cell: (row) => <Time at={row.createdAt} /> },
    { id: 'state', header: t('records.state'), width: '100px', cell: (row) => <State record={row} fate={news.fate(row.id)} /> },
  ];
  return (
    <>
      <NewsButton news={news} />
      <Tools
        filters={filters}
        search={<Search label={t('people.search')} value={filters.values.q} busy={list.busy && !!filters.values.q} onChange={(q) => filters.set({ q })} />}
        end={create && mayOn(viewer, 'USER', 'create') && (
          <Button look="primary" icon="plus" aria-keyshortcuts="n" onClick={() => setCreating(true)}>{t('people.new')}</Button>
        )}
      />
      <Listing
        list={{ ...list, rows }}
        empty={filters.any
          ? { title: t('people.noMatch'), hint: t('trash.noMatchHint'), action: <Button onClick={filters.clear}>{t('common.clear')}</Button> }
          : { title: t('people.empty'), hint: t('people.emptyHint') }}
      >
        <Grid
          label={t('people.accounts')} rows={rows} id={(row) => row.id} name={(row) => row.email} columns={columns}
          busy={list.busy} onEnd={list.more} onOpen={(row) => beside.open(row)}
          summary={(row) => <Line parts={[row.roles?.length && <span class="clip">{rolesOf(row)}</span>, <>{t('people.created')} <Time at={row.createdAt} /></>]} />}
        />
      </Listing>
      {creating && create && (
        <RecordForm kind="USER" info={KINDS.USER} form={create} onClose={() => setCreating(false)} onSaved={beside.open} />
      )}
    </>
  );
}

export function People() {
  const { t } = useLanguage();
  const viewer = useViewer();
  const filters = useFilters(['tab']);
  const tabs: [string, string, () => ComponentChildren][] = [
    ['roles', t('people.roles'), () => <Roles />],
    ['tokens', t('people.tokens'), () => <MyTokens />],
  ];
  if (mayOn(viewer, 'USER', 'view')) tabs.unshift(['accounts', t('people.accounts'), () => <Accounts />]);
  const open = tabs.find(([name]) => name === filters.values.tab) ?? tabs[0];
  return (
    <div class="view">
      <Head title={t('people.title')} />
      <div class="chips" role="group" aria-label={t('people.title')}>
        {tabs.map(([name, text]) => (
          <button key={name} type="button" class="chip" aria-pressed={name === open?.[0]} onClick={() => filters.set({ tab: name })}>{text}</button>
        ))}
      </div>
      {open?.[2]()}
    </div>
  );
}
