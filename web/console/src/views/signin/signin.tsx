// Sign-in with a token, on a page of its own, or over the views of an account whose sign-in has ended.

import { useEffect, useRef, useState } from 'preact/hooks';
import { SignInDocument, ViewerDocument } from '../../generated/documents';
import { requests } from '../../api/client';
import { takeLink, valueOf } from '../../app/link';
import { begin, finish, provider, returns } from '../../app/oidc';
import { signIn, type Ended, type Owner } from '../../app/session';
import { useLanguage } from '../../i18n';
import { Icon } from '../../parts/icons';
import { useModal } from '../../parts/modal';
import { Button, useTitle } from '../../parts/small';

/** Asks for a token; one of another account than the `owner` of what is open only after a warning. */
function SignInForm({ ended, owner }: { ended: Ended; owner?: Owner }) {
  const { t } = useLanguage();
  const [text, setText] = useState('');
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [warned, warn] = useState('');
  const [problem, setProblem] = useState(ended === 'refused' ? t('signin.ended') : '');
  const field = useRef<HTMLInputElement>(null);
  const [oidc] = useState(provider);
  const failed = (error: Error) => {
    setBusy(false);
    setProblem(t('signin.failed', { why: error.message }));
  };
  useEffect(() => {
    field.current?.focus();
    const link = takeLink();
    if (link) return void open(link);
    if (!oidc || !returns()) return;
    setBusy(true);
    finish(oidc).then((token) => { if (token) signIn(token, { keep: false }); }).catch(failed);
  }, []);

  async function take(token: string, keep: boolean) {
    setBusy(true);
    setProblem('');
    const { data, error } = await requests(() => token, () => {}).query(ViewerDocument, {}).toPromise();
    setBusy(false);
    const user = data?.viewer?.user;
    if (user && owner && user.id !== owner.id && warned !== user.id) {
      warn(user.id);
      return setProblem(t('signin.other', { email: user.email, owner: owner.email }));
    }
    if (user) return signIn(token, { keep, owner: user });
    setProblem(t(error?.networkError && !error.response ? 'signin.away' : 'signin.refused'));
    field.current?.focus();
  }
  /** A link becomes a token. */
  async function open(link: string) {
    setBusy(true);
    const { data, error } = await requests(() => link, () => {}).mutation(SignInDocument, {}).toPromise();
    if (data?.signIn) return take(data.signIn.value, true);
    setBusy(false);
    setProblem(t(error?.networkError && !error.response ? 'signin.away' : 'signin.linkEnded'));
  }
  function submit(event: Event) {
    event.preventDefault();
    const link = valueOf(text);
    if (link && !busy) return void open(link);
    const token = text.trim().replace(/^bearer\s+/i, '');
    if (token && !busy) void take(token, true);
  }
  function ask(settings: NonNullable<typeof oidc>) {
    if (owner) return begin(settings, (token) => void take(token, false));
    setBusy(true);
    return begin(settings);
  }

  return (
    <form onSubmit={submit} noValidate>
      <div class="brand"><Icon name="restore" />{t('app.name')}</div>
      <h1>{t('signin.title')}</h1>
      <p class="lead" id="signin-lead">{owner && t('signin.again', { email: owner.email })} {t('signin.lead')}</p>
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
        <Button disabled={busy} onClick={() => ask(oidc).catch(failed)}>{t('signin.oidc')}</Button>
      )}
      <p class="hint help">{t('signin.help')}<code>reinstate link EMAIL</code></p>
    </form>
  );
}

export function SignIn({ ended }: { ended: Ended }) {
  const { t } = useLanguage();
  useTitle(t('signin.title'));
  return <main class="signin"><SignInForm ended={ended} /></main>;
}

/** Nothing of what is below can be seen or reached before. */
export function SignInAgain({ owner }: { owner: Owner }) {
  const dialog = useModal();
  const { t } = useLanguage();
  return (
    <dialog
      ref={dialog} class="signin" aria-label={t('signin.title')} onClose={() => dialog.current?.showModal()}
      onKeyDown={(event) => { if (event.key === 'Escape') event.preventDefault(); }}
    >
      <SignInForm ended="refused" owner={owner} />
    </dialog>
  );
}
