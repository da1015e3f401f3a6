import { StrictMode, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ApolloProvider } from '@apollo/client/react';
import { App } from './App';
import { createApollo, type Session } from './client';
import { SignIn } from './SignIn';

function Page() {
  const [session, setSession] = useState<Session>();
  const client = useMemo(() => session && createApollo(session, () => setSession(undefined)), [session]);
  if (!client) return <SignIn onSignIn={setSession} />;
  return <ApolloProvider client={client}><App /></ApolloProvider>;
}

createRoot(document.getElementById('root')!).render(<StrictMode><Page /></StrictMode>);
