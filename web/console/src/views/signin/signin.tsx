// Sign-in with a token.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ViewerDocument } from '../../generated/documents';
import { connect } from '../../api/client';
import { begin, finish, provider, returns } from '../../app/oidc';
import { signIn, type Ended } from '../../app/session';
import { useLanguage } from '../../i18n';
import { Icon } from '../../parts/icons';
import { Button, useTitle } from '../../parts/small';

export function SignIn({ ended }: { ended: Ended }) {
  const { t } = useLanguage();
  useTitle(t('signin.title'));
  const [text, setText] = useState('');
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(ended === 'refused' ? t('signin.ended') : '');
  const field = useRef<HTMLInputElement>(null);
  const [oidc] = useState(provider);
  const failed = (error: Error) => {
    setBusy(false);
    setProblem(t('signin.failed', { why: error.message }));
  };
  useEffect(() => {
    field.current?.focus();
    if (!oidc || !returns()) return;
    setBusy(true);
    finish(oidc).catch(failed);
  }, []);

  async function submit(event: Event) {
    event.preventDefault();
    const token = text.trim().replace(/^bearer\s+/i, '');
    if (!token || busy) return;
    setBusy(true);
    setProblem('');
    const connection = connect(token, () => {});
    const { data, error } = await connection.client.query(ViewerDocument, {}).toPromise();
    connection.dispose();
    setBusy(false);
    if (data?.viewer) return signIn(token);
    setProblem(t(error?.networkError && !error.response ? 'signin.away' : 'signin.refused'));
    field.current?.focus();
  }

  return (
    <main class="signin">
      <form onSubmit={submit} noValidate>
        <div class="brand"><Icon name="restore" />{t('app.name')}</div>
        <h1>{t('signin.title')}</h1>
        <p class="lead" id="signin-lead">{t('signin.lead')}</p>
        <div class="field">
          <label for="token">{t('signin.token')}</label>
          <div class="token">
            <input
              id="token" ref={field} class={shown ? '' : 'secret'} type="text" autoComplete="off" autoCapitalize="off"
              spellcheck={false} value={text} aria-describedby="signin-lead signin-kept" aria-invalid={problem ? true : undefined}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <button type="button" class="reveal" aria-pressed={shown} onClick={() => setShown(!shown)}>
              {t(shown ? 'signin.hide' : 'signin.show')}
            </button>
          </div>
          <p class="hint" id="signin-kept">{t('signin.kept')}</p>
        </div>
        <p class="field-error" role="alert">{problem}</p>
        <Button look="primary" type="submit" disabled={busy || !text.trim()}>{t(busy ? 'signin.busy' : 'signin.go')}</Button>
        {oidc && (
          <Button disabled={busy} onClick={() => { setBusy(true); begin(oidc).catch(failed); }}>{t('signin.oidc')}</Button>
        )}
        <p class="hint help">{t('signin.help')}<code>reinstate token EMAIL</code></p>
      </form>
    </main>
  );
}
