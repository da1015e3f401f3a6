// What an account may do: its roles, its permissions, its access tokens.

import { useClient, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { useReread } from '../../api/changes';
import { explain, fieldErrors } from '../../api/errors';
import { useKept, useReadAgain } from '../../api/lists';
import { useRoles } from '../../api/roles';
import { useToasts } from '../../app/toasts';
import { may, useViewer } from '../../app/viewer';
import { AccessDocument, GrantDocument, RevokeDocument } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { Dialog } from '../../parts/dialog';
import { Badge, Button } from '../../parts/small';
import { PermissionPicker, Permissions } from './permissions';
import { Tokens } from './tokens';

type Held = { roles: readonly string[]; permissions: readonly string[] };

const without = (names: readonly string[], others: readonly string[]) => names.filter((it) => !others.includes(it));
const between = (from: Held, to: Held) => ({ roles: without(to.roles, from.roles), permissions: without(to.permissions, from.permissions) });

function Grants({ userId, held, onClose, onSaved }: { userId: string; held: Held; onClose(): void; onSaved(): void }) {
  const client = useClient();
  const language = useLanguage();
  const { t } = language;
  const { show } = useToasts();
  const { roles } = useRoles();
  const [wanted, want] = useState<Held>(held);
  const [problem, setProblem] = useState('');
  const names = [...new Set([...roles.map((it) => it.name), ...held.roles])];

  async function save(event: Event) {
    event.preventDefault();
    for (const [document, change] of [[GrantDocument, between(held, wanted)], [RevokeDocument, between(wanted, held)]] as const) {
      if (change.roles.length + change.permissions.length === 0) continue;
      const { data, error } = await client.mutation(document, { input: { to: { user: userId }, ...change } }).toPromise();
      const done = data && Object.values(data).some((it) => it !== null && typeof it === 'object');
      if (error && !done) return setProblem([explain(language, error), ...Object.values(fieldErrors(language, error) ?? {})].join(' '));
    }
    show({ tone: 'success', text: t('people.accessSaved') });
    onSaved();
    return onClose();
  }
  return (
    <Dialog wide title={t('people.editAccess')} onClose={onClose}>
      <form class="form" noValidate onSubmit={save}>
        <fieldset class="field">
          <legend>{t('people.roles')}</legend>
          <div class="recipients">
            {names.map((name) => (
              <label key={name} class="toggle">
                <input
                  type="checkbox" checked={wanted.roles.includes(name)}
                  onChange={() => want({ ...wanted, roles: wanted.roles.includes(name) ? without(wanted.roles, [name]) : [...wanted.roles, name] })}
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
        <PermissionPicker value={wanted.permissions} onChange={(permissions) => want({ ...wanted, permissions })} hint={t('people.directHint')} />
        <p class="field-error" role="alert">{problem}</p>
        <footer>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit">{t('common.save')}</Button>
        </footer>
      </form>
    </Dialog>
  );
}

export function Access({ userId }: { userId: string }) {
  const { t } = useLanguage();
  const viewer = useViewer();
  const [editing, setEditing] = useState(false);
  const [{ data }, again] = useQuery({ query: AccessDocument, variables: { id: userId }, requestPolicy: 'cache-and-network' });
  const account = useKept(data?.node && 'roles' in data.node ? data.node : undefined);
  const { roles, permissions, accessTokens } = account ?? {};
  const refresh = () => again({ requestPolicy: 'network-only' });
  useReadAgain(refresh);
  // Its grants and its tokens are changes of the account.
  useReread(({ event }) => event.recordId === userId || event.kind === 'ROLE', refresh);
  // Who may see neither sees no empty card.
  if (!roles && !accessTokens) return null;
  return (
    <section class="card" aria-label={t('people.access')}>
      <div class="card-head">
        <h2>{t('people.access')}</h2>
        {roles && permissions && may(viewer, 'accounts.grant') && <Button onClick={() => setEditing(true)}>{t('records.edit')}</Button>}
      </div>
      {roles && (
        <dl class="facts">
          <div><dt>{t('people.roles')}</dt><dd class="names">{roles.length > 0 ? roles.map((it) => <Badge key={it.id}>{it.name}</Badge>) : <span class="dim">{t('common.none')}</span>}</dd></div>
          <div><dt>{t('people.directly')}</dt><dd><Permissions names={permissions ?? []} /></dd></div>
        </dl>
      )}
      {accessTokens && <><h3>{t('people.accessTokens')}</h3><Tokens tokens={accessTokens.nodes} userId={userId} onChange={refresh} /></>}
      {editing && roles && permissions && (
        <Grants userId={userId} held={{ roles: roles.map((it) => it.name), permissions }} onSaved={refresh} onClose={() => setEditing(false)} />
      )}
    </section>
  );
}
