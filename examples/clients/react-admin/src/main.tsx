import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { SignIn, type Session } from './SignIn';

function Page() {
  const [session, setSession] = useState<Session>();
  if (!session) return <SignIn onSignIn={setSession} />;
  return <App session={session} onSignedOut={() => setSession(undefined)} />;
}

createRoot(document.getElementById('root')!).render(<StrictMode><Page /></StrictMode>);
