// Accounts, roles, and the access tokens of the caller.

import { useClient, useQuery } from '@urql/preact';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'wouter-preact';
import { explain } from '../../app/errors';
import { useRows } from '../../app/lists';
import { useToasts } from '../../app/toasts';
import { mayOn, useViewer } from '../../app/viewer';
import { MyTokensDocument, PeopleDocument, RevokeTokenDocument, RolesDocument, type PeopleQuery } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { useFilters } from '../../parts/filters';
import { Grid, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { Search } from '../../parts/search';
import { Badge, Button, Head, Notice, Time } from '../../parts/small';
import { State } from '../records/records';

type Row = NonNullable<PeopleQuery['users']>['nodes'][number];

function Permissions({ names }: { names: readonly string[] | null | undefined }) {
  const { t } = useLanguage();
  if (!names || names.includes('*')) return <Badge>{t('people.everything')}</Badge>;
  return <span class="names">{names.map((name) => <code key={name}>{name}</code>)}</span>;
}

function Roles() {
  const { t } = useLanguage();
  const [{ data, fetching }] = useQuery({ query: RolesDocument });
  const roles = data?.roles ?? [];
  if (!fetching && roles.length === 0) return <Notice title={t('people.noRoles')} />;
  return (
    <div class="cards">
      {roles.map((role) => (
        <section key={role.name} class="card"><h2>{role.name}</h2><Permissions names={role.permissions} /></section>
      ))}
    </div>
  );
}

function Tokens() {
  const language = useLanguage();
  const { t } = language;
  const client = useClient();
  const { show } = useToasts();
  const [{ data, fetching }, again] = useQuery({ query: MyTokensDocument, requestPolicy: 'cache-and-network' });
  const tokens = data?.viewer?.accessTokens ?? [];
  async function revoke(id: string) {
    const { data, error } = await client.mutation(RevokeTokenDocument, { id }).toPromise();
    if (data?.revokeAccessToken) show({ tone: 'success', text: t('people.revoked') });
    else if (error) show({ tone: 'error', text: explain(language, error) });
    again({ requestPolicy: 'network-only' });
  }
  if (!fetching && tokens.length === 0) return <Notice title={t('people.noTokens')} />;
  return (
    <div class="cards">
      {tokens.map((token) => (
        <section key={token.id} class="card">
          <h2>{token.name ?? t('people.unnamed')}</h2>
          <dl class="facts">
            <div><dt>{t('people.created')}</dt><dd><Time at={token.createdAt} /></dd></div>
            <div><dt>{t('people.expires')}</dt><dd><Time at={token.expiresAt} /></dd></div>
          </dl>
          <Permissions names={token.permissions} />
          <Button look="danger" onClick={() => void revoke(token.id)}>{t('people.revoke')}</Button>
        </section>
      ))}
    </div>
  );
}

function Accounts() {
  const { t } = useLanguage();
  const [, navigate] = useLocation();
  const filters = useFilters(['q']);
  const list = useRows(PeopleDocument, { search: filters.values.q }, (data: PeopleQuery) => data.users);
  const rows = list.rows.filter((row) => !row.deletedAt);
  const columns: GridColumn<Row>[] = [
    { id: 'email', header: t('people.email'), width: 'minmax(0, 2fr)', cell: (row) => <span class="title"><strong class="plain">{row.email}</strong></span> },
    { id: 'created', header: t('people.created'), width: '140px', wide: true, cell: (row) => <Time at={row.createdAt} /> },
    { id: 'state', header: t('records.state'), width: '100px', cell: (row) => <State record={row} /> },
  ];
  return (
    <>
      <div class="tools"><Search label={t('people.search')} value={filters.values.q} busy={list.busy} onChange={(q) => filters.set({ q })} /></div>
      <Listing list={{ ...list, rows }} empty={{ title: t('people.empty'), hint: t('people.emptyHint') }}>
        <Grid
          label={t('people.accounts')} rows={rows} id={(row) => row.id} name={(row) => row.email} columns={columns}
          busy={list.busy} onEnd={list.more} onOpen={(row) => navigate(`/records/USER/${row.id}`)}
        />
      </Listing>
    </>
  );
}

export function People() {
  const { t } = useLanguage();
  const viewer = useViewer();
  const filters = useFilters(['tab']);
  const tabs: [string, string, () => ComponentChildren][] = [
    ['roles', t('people.roles'), () => <Roles />],
    ['tokens', t('people.tokens'), () => <Tokens />],
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
