// Roles: named sets of permissions that accounts can have.

import { useClient } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useReread } from '../../api/changes';
import { explain } from '../../api/errors';
import { useRows } from '../../api/lists';
import { release, useNews } from '../../api/news';
import { useToasts } from '../../app/toasts';
import { may, useViewer } from '../../app/viewer';
import {
  CreateRoleDocument, DeleteRoleDocument, RestoreRoleDocument, RoleCardsDocument, RoleMembersDocument, UpdateRoleDocument,
  type MembersFragment, type RoleCardsQuery, type RoleFragment,
} from '../../generated/documents';
import { KINDS } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { useAttempt } from '../../parts/attempt';
import { Dialog } from '../../parts/dialog';
import { isTooLong, ReasonField } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Listing } from '../../parts/listing';
import { NewsButton } from '../../parts/news';
import { Badge, Button, Select } from '../../parts/small';
import { useFresh } from '../records/fresh';
import { DeletedRoles } from './deleted-roles';
import { NAME, NamedForm, type Named } from './named-form';
import { Permissions } from './permissions';

/** How many roles one request names at most. */
const MOST = 100;

function Members({ members }: { members: NonNullable<MembersFragment['members']> }) {
  const { t } = useLanguage();
  return (
    <p class="dim members">
      {members.nodes.length === 0 ? t('people.noMembers') : members.nodes.map((it) => <Link key={it.id} href={`/records/USER/${it.id}`}>{it.email}</Link>)}
      {members.pageInfo.hasNextPage && '…'}
    </p>
  );
}

export function Roles() {
  const language = useLanguage();
  const { t } = language;
  const viewer = useViewer();
  const client = useClient();
  const { show } = useToasts();
  const filters = useFilters(['trashed']);
  const mayRestore = may(viewer, 'roles.restore');
  const isTrash = mayRestore && filters.values.trashed === 'ONLY';
  const members = may(viewer, 'roles.view') && may(viewer, 'users.view');
  const list = useRows(RoleCardsDocument, { members }, (data: RoleCardsQuery) => data.rolesConnection);
  const { refresh } = list;
  // There are few.
  useEffect(() => { list.more?.(); }, [list.more === undefined, list.rows.length]);
  const news = useNews(list, {
    idOf: ({ event }) => (event.kind === 'ROLE' ? event.recordId : undefined),
    isNew: ({ event, record }) => !!record && (event.action === 'CREATED' || event.action === 'RESTORED'),
    belongs: (row) => !row.deletedAt,
    leaving: ['DELETED', 'PURGED'],
  });
  const { rows } = news;
  useFresh(KINDS.ROLE, rows);
  // Who has a role is a matter of the account.
  useReread(({ event }) => members && event.kind === 'USER', () => {
    for (let at = 0; at < rows.length; at += MOST) {
      const ids = rows.slice(at, at + MOST).map((it) => it.id);
      void client.query(RoleMembersDocument, { ids }, { requestPolicy: 'network-only' }).toPromise();
    }
  });
  const [form, setForm] = useState<RoleFragment | 'new'>();
  const [deleting, setDeleting] = useState<RoleFragment>();
  const [reason, setReason] = useState('');
  const { problem, attempt } = useAttempt(() => setDeleting(undefined));

  async function save({ name, permissions = [] }: Named) {
    const given = { name, permissions: [...permissions] };
    const result = form === 'new'
      ? await client.mutation(CreateRoleDocument, { input: given }).toPromise()
      : await client.mutation(UpdateRoleDocument, { id: form?.id ?? '', changes: given, expectedVersion: form?.version }).toPromise();
    if (result.error) return result.error;
    show({ tone: 'success', text: t('records.saved', { label: name }) });
    setForm(undefined);
    refresh();
    return undefined;
  }
  async function restore({ id, name }: RoleFragment) {
    const { error } = await client.mutation(RestoreRoleDocument, { id }).toPromise();
    show(error ? { tone: 'error', text: explain(language, error) } : { tone: 'success', text: t('trash.restored', { count: 1, label: name }) });
    refresh();
  }
  async function remove(role: RoleFragment) {
    const { error } = await client.mutation(DeleteRoleDocument, { id: role.id, reason: reason || undefined }).toPromise();
    if (error) return explain(language, error);
    release([role.id]);
    show({
      tone: 'success', text: t('trash.deletedToast', { count: 1, label: role.name }),
      action: mayRestore ? { label: t('common.undo'), run: () => void restore(role) } : undefined,
    });
    return undefined;
  }
  const create = may(viewer, 'roles.create') && <Button look="primary" icon="plus" aria-keyshortcuts="n" onClick={() => setForm('new')}>{t('people.newRole')}</Button>;
  return (
    <>
      {(create || mayRestore) && <div class="tools">
        {mayRestore && (
          <Select hideLabel label={t('records.trashed')} value={isTrash ? 'ONLY' : ''} onChange={(trashed) => filters.set({ trashed })}
            options={[['', t('records.WITHOUT')], ['ONLY', t('records.ONLY')]]} />
        )}
        {create}
      </div>}
      {isTrash && <DeletedRoles onRestored={refresh} />}
      {!isTrash && <NewsButton news={news} />}
      {!isTrash && (
        <Listing list={{ ...list, rows }} empty={{ title: t('people.noRoles'), hint: t('people.noRolesHint') }}>
          <div class="cards">
            {rows.map((role) => {
              const fate = news.fate(role.id);
              return (
                <section key={role.id} class="card" aria-label={role.name}>
                  <h2>{role.name} {fate && <Badge tone={fate}>{t(`action.${fate}` as Key)}</Badge>}</h2>
                  <Permissions names={role.permissions} />
                  {role.members && <Members members={role.members} />}
                  <div class="card-actions">
                    {!fate && may(viewer, 'roles.update') && <Button onClick={() => setForm(role)}>{t('records.edit')}</Button>}
                    {!fate && may(viewer, 'roles.delete') && <Button look="danger" icon="trash" onClick={() => { setReason(''); setDeleting(role); }}>{t('common.delete')}</Button>}
                  </div>
                </section>
              );
            })}
          </div>
        </Listing>
      )}
      {form && (
        <NamedForm
          title={form === 'new' ? t('people.newRole') : `${t('records.edit')}: ${form.name}`} fields={[NAME]} action={t('common.save')}
          initial={form === 'new' ? undefined : form} onSubmit={save} onClose={() => setForm(undefined)}
        />
      )}
      {deleting && (
        <Dialog title={t('records.deleteTitle', { count: 1, label: deleting.name })} onClose={() => setDeleting(undefined)}>
          <p>{t('people.deleteRoleLead')}</p>
          <ReasonField value={reason} onChange={setReason} hint={t('records.reasonHint')} />
          <p class="field-error" role="alert">{problem}</p>
          <footer>
            <Button onClick={() => setDeleting(undefined)}>{t('common.cancel')}</Button>
            <Button look="danger" icon="trash" disabled={isTooLong(reason)} onClick={() => void attempt(() => remove(deleting))}>{t('common.delete')}</Button>
          </footer>
        </Dialog>
      )}
    </>
  );
}
