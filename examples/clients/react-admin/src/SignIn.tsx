export interface Session {
  /** The address of the server, such as http://127.0.0.1:8080. */
  server: string;
  token: string;
}

// The token stays in memory: it is gone when the page is.
export function SignIn({ onSignIn }: { onSignIn: (session: Session) => void }) {
  function submit(form: FormData) {
    onSignIn({ server: String(form.get('server')).replace(/\/$/, ''), token: String(form.get('token')).trim() });
  }
  return (
    <form action={submit}>
      <h1>Sign in</h1>
      <p><label>Server <input name="server" type="url" defaultValue="http://127.0.0.1:8080" required /></label></p>
      <p><label>Token <input name="token" type="password" autoComplete="off" required /></label></p>
      <button>Sign in</button>
    </form>
  );
}
