import { StrictMode, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { App } from './App';
import { createUrql, type Session } from './client';
import { SignIn } from './SignIn';

function Page() {
  const [session, setSession] = useState<Session>();
  const client = useMemo(() => session && createUrql(session, () => setSession(undefined)), [session]);
  if (!client) return <SignIn onSignIn={setSession} />;
  return <Provider value={client}><App /></Provider>;
}

createRoot(document.getElementById('root')!).render(<StrictMode><Page /></StrictMode>);
