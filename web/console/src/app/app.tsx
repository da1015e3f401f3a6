// The console: sign-in, then the views.

import { Provider, useClient, useQuery } from '@urql/preact';
import type { ComponentType } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Redirect, Route, Router, Switch } from 'wouter-preact';
import { ViewerDocument } from '../generated/documents';
import { LanguageProvider, useLanguage } from '../i18n';
import { useKeptFocus } from '../parts/focus';
import { WithSheet } from '../parts/sheet';
import { Button, Head, Notice } from '../parts/small';
import { Audit } from '../views/audit/audit';
import { Inbox } from '../views/inbox/inbox';
import { Keys } from '../views/keys/keys';
import { Operations } from '../views/operations/operations';
import { People } from '../views/people/people';
import { Records } from '../views/records/records';
import { Removals } from '../views/removals/removals';
import { RecordView } from '../views/records/record';
import { SignIn, SignInAgain } from '../views/signin/signin';
import { Translations } from '../views/translations/translations';
import { Trash } from '../views/trash/trash';
import { useChanges } from '../api/changes';
import { connect } from '../api/client';
import { useConnection } from '../api/connection';
import { explain } from '../api/errors';
import { readAgain, useKept } from '../api/lists';
import { countUnread } from '../api/unread';
import { Reader } from './connection';
import { Offers } from './offers';
import { firstPlace, isThere } from './places';
import { belongsTo, currentToken, signOut, useSession } from './session';
import { Shell } from './shell';
import { ToastProvider, useToasts } from './toasts';
import { ViewerContext, useViewer, type Viewer } from './viewer';

/** Announces what arrives, on every view, and keeps the count of what is unread right. */
function Arrivals() {
  const { t } = useLanguage();
  const client = useClient();
  const { show } = useToasts();
  const { user } = useViewer();
  const state = useConnection();
  useChanges((changes) => {
    const about = changes.filter(({ event }) => event.kind === 'NOTIFICATION');
    if (about.length > 0) countUnread(client);
    const received = about.filter(({ event, record }) => event.action === 'CREATED' && record?.user?.id === user.id);
    const [first] = received;
    if (first) show({ text: t('inbox.arrived', { count: received.length, title: first.record?.label }) });
  });
  // What is read elsewhere is no event: the count is read again when somebody looks.
  useEffect(() => {
    const count = () => {
      if (document.visibilityState === 'visible') countUnread(client);
    };
    if (state === 'live') count();
    addEventListener('focus', count);
    document.addEventListener('visibilitychange', count);
    return () => {
      removeEventListener('focus', count);
      document.removeEventListener('visibilitychange', count);
    };
  }, [client, state]);
  return null;
}

/** The lists over which a record is opened. */
const LISTS = [['trash', Trash], ['records', Records], ['keys', Keys], ['people', People]] as const satisfies readonly [string, ComponentType<{ kind?: string }>][];

function Views({ viewer }: { viewer: Viewer }) {
  const { t } = useLanguage();
  return (
    <Switch>
      <Route path="/"><Redirect to={firstPlace(viewer)} replace /></Route>
      {LISTS.filter(([name]) => isThere(viewer, name)).map(([name, List]) => {
        const at = `/${name}`;
        return (
          <Route key={at} path={`${at}/:kind?/:id?`}>
            {({ kind, id }) => (
              <WithSheet at={at} list={List === Records && kind ? `${at}/${kind}` : at} id={id} sheet={kind && id && <RecordView key={id} kind={kind} id={id} />}>
                <List kind={kind} />
              </WithSheet>
            )}
          </Route>
        );
      })}
      <Route path="/operations" component={Operations} />
      <Route path="/audit" component={Audit} />
      {viewer.adopted.length > 0 && <Route path="/removals" component={Removals} />}
      {isThere(viewer, 'inbox') && <Route path="/inbox" component={Inbox} />}
      {isThere(viewer, 'translations') && <Route path="/translations" component={Translations} />}
      <Route><div class="view"><Head title={t('app.notFound')} lead={t('app.notFoundHint')} /></div></Route>
    </Switch>
  );
}

function SignedIn() {
  const language = useLanguage();
  useKeptFocus();
  const [{ data, error, fetching }, retry] = useQuery({ query: ViewerDocument });
  // What was read before the sign-in ended stays while somebody signs in again.
  const known = useMemo(() => data?.viewer && { ...data.viewer, adopted: data.adoptedTables ?? [] }, [data]);
  const viewer = useKept(known);
  useEffect(() => { if (viewer) belongsTo(viewer.user); }, [viewer]);
  if (!viewer) {
    if (fetching || !error) return <p class="starting" role="status">{language.t('common.loading')}</p>;
    return (
      <Notice tone="error" title={language.t('error.title')} hint={explain(language, error)}>
        <Button onClick={() => retry({ requestPolicy: 'network-only' })}>{language.t('common.retry')}</Button>
      </Notice>
    );
  }
  return (
    <ViewerContext.Provider value={viewer}>
      <ToastProvider>
        <Shell><Views viewer={viewer} /></Shell>
        <Arrivals />
        <Offers />
        <Reader />
      </ToastProvider>
    </ViewerContext.Provider>
  );
}

function Console() {
  const { t } = useLanguage();
  const { token, ended, owner, visit, asking } = useSession();
  const stays = !!token || !!owner;
  const connection = useMemo(() => (stays ? connect(currentToken, () => signOut('refused')) : null), [visit, stays]);
  useEffect(() => () => connection?.dispose(), [connection]);
  const used = useRef(token);
  useEffect(() => {
    if (!token || !connection) return;
    if (used.current && used.current !== token) {
      connection.resume();
      // The new token may have other permissions and another end.
      void connection.client.query(ViewerDocument, {}, { requestPolicy: 'network-only' }).toPromise();
      readAgain();
    }
    used.current = token;
  }, [token]);
  if (asking) return <p class="starting" role="status">{t('common.loading')}</p>;
  if (!connection) return <SignIn ended={ended} />;
  return (
    <>
      <Provider value={connection.client}><SignedIn key={visit} /></Provider>
      {!token && owner && <SignInAgain owner={owner} />}
    </>
  );
}

export const App = () => (
  <LanguageProvider>
    <Router base="/console"><Console /></Router>
  </LanguageProvider>
);
