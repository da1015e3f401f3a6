// API keys: made, rotated, deleted. A value is shown once.

import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { explain, fieldErrors } from '../../api/errors';
import { useRows } from '../../api/lists';
import { useNews } from '../../api/news';
import { mayOn, useViewer } from '../../app/viewer';
import { ApiKeysDocument, CreateKeyDocument, RotateKeyDocument, type ApiKeysQuery } from '../../generated/documents';
import { KINDS } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { useBeside } from '../../parts/beside';
import { Dialog, SecretDialog } from '../../parts/dialog';
import { Grid, Line, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { NewsButton } from '../../parts/news';
import { Button, Head, Select, Time } from '../../parts/small';
import { NamedForm, type Named } from '../people/named-form';
import { useFresh } from '../records/fresh';
import { State } from '../records/state';

type Row = NonNullable<ApiKeysQuery['apiKeys']>['nodes'][number];
type Fresh = { name: string; value: string };

const OVERLAPS = ['PT0S', 'PT1H', 'P1D', 'P7D'] as const;
const FIELDS = ['name', 'expiresAt'];

function Create({ onClose, onMade }: { onClose(): void; onMade(fresh: Fresh): void }) {
  const client = useClient();
  const { t } = useLanguage();
  const fields = (KINDS.API_KEY.create?.fields ?? []).filter((it) => FIELDS.includes(it.name))
    .sort((a, b) => FIELDS.indexOf(a.name) - FIELDS.indexOf(b.name));
  async function create({ name, permissions, expiresAt }: Named) {
    const input = { name, expiresAt, permissions: permissions && [...permissions] };
    const { data, error } = await client.mutation(CreateKeyDocument, { input }).toPromise();
    if (!data?.createApiKey) return error;
    onMade({ name: data.createApiKey.apiKey.name, value: data.createApiKey.value });
    return undefined;
  }
  return <NamedForm title={t('keys.new')} fields={fields} isCredential action={t('common.create')} onSubmit={create} onClose={onClose} />;
}

/** Makes a key, then shows its value. */
export function NewKey({ onClose, onMade }: { onClose(): void; onMade(): void }) {
  const { t } = useLanguage();
  const [fresh, setFresh] = useState<Fresh>();
  if (fresh) return <SecretDialog title={t('keys.ready', { name: fresh.name })} value={fresh.value} onClose={onClose} />;
  return <Create onClose={onClose} onMade={(made) => { setFresh(made); onMade(); }} />;
}

function Rotate({ row, onClose, onMade }: { row: Row; onClose(): void; onMade(fresh: Fresh): void }) {
  const client = useClient();
  const language = useLanguage();
  const { t } = language;
  const [overlap, setOverlap] = useState<string>('P1D');
  const [problem, setProblem] = useState('');
  async function rotate() {
    const { data, error } = await client.mutation(RotateKeyDocument, { uuid: row.uuid, overlap }).toPromise();
    if (data?.rotateApiKey) return onMade({ name: data.rotateApiKey.apiKey.name, value: data.rotateApiKey.value });
    setProblem([error ? explain(language, error) : '', ...Object.values(fieldErrors(language, error) ?? {})].join(' '));
  }
  return (
    <Dialog title={`${t('keys.rotate')}: ${row.name}`} onClose={onClose}>
      <p>{t('keys.rotateLead')}</p>
      <Select label={t('keys.overlap')} value={overlap} onChange={setOverlap} options={OVERLAPS.map((it) => [it, t(`keys.overlap.${it}` as Key)])} />
      <p class="field-error" role="alert">{problem}</p>
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" onClick={rotate}>{t('keys.rotate')}</Button>
      </footer>
    </Dialog>
  );
}

export function Keys() {
  const { t } = useLanguage();
  const viewer = useViewer();
  const beside = useBeside();
  const [creating, setCreating] = useState(false);
  const [rotating, setRotating] = useState<Row>();
  const [fresh, setFresh] = useState<Fresh>();
  const list = useRows(ApiKeysDocument, {}, (data: ApiKeysQuery) => data.apiKeys);
  const news = useNews(list, {
    idOf: ({ event }) => (event.kind === 'API_KEY' ? event.recordId : undefined),
    isNew: ({ event, record }) => !!record && (event.action === 'CREATED' || event.action === 'RESTORED'),
    belongs: (row) => !row.deletedAt,
    leaving: ['DELETED', 'PURGED'],
  });
  const { rows } = news;
  useFresh(KINDS.API_KEY, rows);
  const made = (value: Fresh) => {
    setRotating(undefined);
    setFresh(value);
    list.refresh();
  };
  const columns: GridColumn<Row>[] = [
    { id: 'name', header: t('keys.name'), width: 'minmax(0, 3fr)', cell: (row) => <span class="title"><Link href={beside.href(row)} state={beside.state} tabIndex={-1}>{row.name}</Link></span> },
    { id: 'value', header: t('keys.value'), width: '118px', wide: true, cell: (row) => <code class="dim">{row.prefix ? `${row.prefix}…${row.lastFour ?? ''}` : '–'}</code> },
    { id: 'owner', header: t('keys.owner'), width: 'minmax(0, 1.5fr)', wide: 'only', cell: (row) => <span class="dim clip">{row.user?.email ?? '–'}</span> },
    { id: 'used', header: t('keys.used'), width: 'minmax(96px, 1fr)', wide: true, cell: (row) => <Time at={row.lastUsedAt} /> },
    { id: 'expires', header: t('keys.expires'), width: 'minmax(96px, 1fr)', wide: true, cell: (row) => <Time at={row.expiresAt} /> },
    { id: 'state', header: t('records.state'), width: '88px', cell: (row) => <State record={row} fate={news.fate(row.id)} /> },
  ];
  const summarize = (row: Row, narrow: boolean) => (
    <>
      <Line parts={[row.user && <span class="clip">{t('keys.owner')} {row.user.email}</span>, narrow && row.prefix && <code>{row.prefix}…{row.lastFour}</code>]} />
      {narrow && <Line parts={[<>{t('keys.used')}: <Time at={row.lastUsedAt} /></>]} />}
      {narrow && <Line parts={[<>{t('keys.expires')}: <Time at={row.expiresAt} /></>]} />}
    </>
  );
  const create = mayOn(viewer, 'API_KEY', 'create')
    && <Button look="primary" icon="plus" aria-keyshortcuts="n" onClick={() => setCreating(true)}>{t('keys.new')}</Button>;
  return (
    <div class="view">
      <Head title={t('keys.title')} lead={t('keys.lead')}><NewsButton news={news} />{create}</Head>
      <Listing list={{ ...list, rows }} empty={{ title: t('keys.empty'), hint: t('keys.emptyHint'), action: create }}>
        <Grid
          label={t('keys.title')} rows={rows} id={(row) => row.id} name={(row) => row.name} columns={columns} busy={list.busy}
          onEnd={list.more} onOpen={(row) => beside.open(row)}
          summary={summarize} tall={82}
          actions={(row) => <Button icon="restore" class="row-action" disabled={!row.viewerCan.update || !!news.fate(row.id)} aria-label={`${t('keys.rotate')} ${row.name}`} onClick={() => setRotating(row)}>{t('keys.rotate')}</Button>}
        />
      </Listing>
      {creating && <NewKey onClose={() => setCreating(false)} onMade={list.refresh} />}
      {rotating && <Rotate row={rotating} onClose={() => setRotating(undefined)} onMade={made} />}
      {fresh && <SecretDialog title={t('keys.ready', { name: fresh.name })} value={fresh.value} onClose={() => setFresh(undefined)} />}
    </div>
  );
}
