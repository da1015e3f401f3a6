// Access tokens of an account: created, revoked, all at once. A value is shown once.

import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import { explain } from '../../api/errors';
import { linkOf } from '../../app/link';
import { useToasts } from '../../app/toasts';
import { may, useViewer } from '../../app/viewer';
import { CreateTokenDocument, RevokeTokenDocument, SignOutAccountDocument, type TokenFragment } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { SecretDialog } from '../../parts/dialog';
import { Badge, Button, Time } from '../../parts/small';
import { EXPIRES_AT, NAME, NamedForm, type Named } from './named-form';
import { Permissions } from './permissions';

export function Tokens({ tokens, userId, onChange }: { tokens: readonly TokenFragment[]; userId: string; onChange(): void }) {
  const language = useLanguage();
  const { t } = language;
  const viewer = useViewer();
  const client = useClient();
  const { show } = useToasts();
  const [creating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<{ title: string; value: string }>();
  const live = tokens.filter((it) => !it.revokedAt);
  const own = userId === viewer.user.id;
  const allowed = (name: string) => (own ? may(viewer, name) : viewer.permissions.some((it) => it === '*' || it === name));

  async function revoke(id: string) {
    const { error } = await client.mutation(RevokeTokenDocument, { id }).toPromise();
    show(error ? { tone: 'error', text: explain(language, error) } : { tone: 'success', text: t('people.revoked') });
    onChange();
  }
  async function signOut() {
    const { data, error } = await client.mutation(SignOutAccountDocument, { user: userId }).toPromise();
    show(error ? { tone: 'error', text: explain(language, error) } : { tone: 'success', text: t('people.signedOut', { count: data?.signOut?.revokedCount ?? 0 }) });
    onChange();
  }
  async function create({ name, permissions, expiresAt }: Named, link = false) {
    const input = { name: name || undefined, permissions: permissions && [...permissions], expiresAt, user: userId, link };
    const { data, error } = await client.mutation(CreateTokenDocument, { input }).toPromise();
    if (!data?.createAccessToken) return error;
    const { value } = data.createAccessToken;
    setCreating(false);
    setFresh(link ? { title: t('people.linkReady'), value: linkOf(value) } : { title: t('keys.ready', { name: name || t('people.unnamed') }), value });
    onChange();
    return undefined;
  }
  /** Whoever opens the link may do all that the account and who makes it may. */
  async function invite() {
    const error = await create({ name: t('people.newLink') }, true);
    if (error) show({ tone: 'error', text: explain(language, error) });
  }
  return (
    <>
      <div class="card-actions">
        {allowed('tokens.create') && <Button icon="plus" onClick={() => setCreating(true)}>{t('people.newToken')}</Button>}
        {allowed('tokens.create') && !own && <Button onClick={() => void invite()}>{t('people.newLink')}</Button>}
        {live.length > 0 && !own && allowed('tokens.revoke') && <Button look="danger" onClick={() => void signOut()}>{t('people.signOutAll')}</Button>}
      </div>
      {live.length === 0 && <p class="dim">{t('people.noTokens')}</p>}
      <ul class="plain-list tokens">
        {live.map((token) => (
          <li key={token.id}>
            <div>
              <p>
                <strong>{token.name ?? t('people.unnamed')}</strong>{' '}
                {token.id === viewer.credential.id && <Badge tone="INFO">{t('people.thisToken')}</Badge>}
              </p>
              <p class="dim">{t('people.created')} <Time at={token.createdAt} /> · {t('people.expires')} <Time at={token.expiresAt} /></p>
              <Permissions names={token.permissions} />
            </div>
            {allowed('tokens.revoke') && (
              <Button look="danger" aria-label={`${t('people.revoke')} ${token.name ?? t('people.unnamed')}`} onClick={() => void revoke(token.id)}>{t('people.revoke')}</Button>
            )}
          </li>
        ))}
      </ul>
      {creating && (
        <NamedForm
          title={t('people.newToken')} fields={[{ ...NAME, required: false }, EXPIRES_AT]} action={t('common.create')} isCredential mayAll
          onSubmit={(values) => create(values)} onClose={() => setCreating(false)}
        />
      )}
      {fresh && <SecretDialog title={fresh.title} value={fresh.value} onClose={() => setFresh(undefined)} />}
    </>
  );
}
