// The console: sign-in, then the views.

import { Provider, useClient, useQuery, useSubscription } from '@urql/preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Redirect, Route, Router, Switch } from 'wouter-preact';
import { NotificationReceivedDocument, ViewerDocument } from '../generated/documents';
import { LanguageProvider, useLanguage } from '../i18n';
import { Button, Head, Notice } from '../parts/small';
import { Audit } from '../views/audit/audit';
import { Inbox } from '../views/inbox/inbox';
import { Keys } from '../views/keys/keys';
import { Operations } from '../views/operations/operations';
import { People } from '../views/people/people';
import { Records } from '../views/records/records';
import { RecordView } from '../views/records/record';
import { SignIn } from '../views/signin/signin';
import { Translations } from '../views/translations/translations';
import { Trash } from '../views/trash/trash';
import { connect } from '../api/client';
import { explain } from '../api/errors';
import { useLiveState } from '../api/live';
import { countUnread } from '../api/unread';
import { firstPlace } from './places';
import { signOut, useSession } from './session';
import { Shell } from './shell';
import { ToastProvider, useToasts } from './toasts';
import { ViewerContext, type Viewer } from './viewer';

/** Announces what arrives, on every view, and keeps the count of what is unread right. */
function Arrivals() {
  const { t } = useLanguage();
  const client = useClient();
  const { show } = useToasts();
  const state = useLiveState();
  const [{ data }] = useSubscription({ query: NotificationReceivedDocument });
  const received = data?.notificationReceived;
  useEffect(() => {
    if (received) show({ text: t('inbox.arrived', { title: received.notification.title }) });
  }, [received?.position]);
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

function Views({ viewer }: { viewer: Viewer }) {
  const { t } = useLanguage();
  return (
    <Switch>
      <Route path="/"><Redirect to={firstPlace(viewer)} replace /></Route>
      <Route path="/trash" component={Trash} />
      <Route path="/operations" component={Operations} />
      <Route path="/audit" component={Audit} />
      <Route path="/records/:kind?">{({ kind }) => <Records kind={kind} />}</Route>
      <Route path="/records/:kind/:id">{({ kind, id }) => <RecordView key={id} kind={kind} id={id} />}</Route>
      <Route path="/inbox" component={Inbox} />
      <Route path="/keys" component={Keys} />
      <Route path="/people" component={People} />
      <Route path="/translations" component={Translations} />
      <Route><div class="view"><Head title={t('app.notFound')} lead={t('app.notFoundHint')} /></div></Route>
    </Switch>
  );
}

function SignedIn() {
  const language = useLanguage();
  const [{ data, error, fetching }, retry] = useQuery({ query: ViewerDocument });
  const viewer = data?.viewer;
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
      </ToastProvider>
    </ViewerContext.Provider>
  );
}

function Console() {
  const { token, ended } = useSession();
  const connection = useMemo(() => (token ? connect(token, () => signOut('refused', token)) : null), [token]);
  useEffect(() => () => connection?.dispose(), [connection]);
  if (!connection) return <SignIn ended={ended} />;
  return <Provider value={connection.client}><SignedIn key={token} /></Provider>;
}

export const App = () => (
  <LanguageProvider>
    <Router base="/console"><Console /></Router>
  </LanguageProvider>
);
