// Deleted roles, and bringing them back for those who had them.

import { useClient } from '@urql/preact';
import { explain } from '../../api/errors';
import { useRoles } from '../../api/roles';
import { useToasts } from '../../app/toasts';
import { RestoreRoleDocument, type RolesQuery } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { Failure } from '../../parts/listing';
import { Badge, Button, Notice, Time, acted } from '../../parts/small';
import { Permissions } from './permissions';

type Role = NonNullable<RolesQuery['roles']>[number];

export function DeletedRoles({ onRestored }: { onRestored(): void }) {
  const language = useLanguage();
  const { t } = language;
  const client = useClient();
  const { show } = useToasts();
  const { roles, fetching, error, refresh } = useRoles('ONLY');
  async function restore({ id, name }: Role) {
    const { error } = await client.mutation(RestoreRoleDocument, { id }).toPromise();
    show(error ? { tone: 'error', text: explain(language, error) } : { tone: 'success', text: t('trash.restored', { count: 1, label: name }) });
    refresh();
    if (!error) onRestored();
  }
  if (!fetching && error && roles.length === 0) return <Failure error={error} retry={refresh} />;
  if (!fetching && roles.length === 0) return <Notice title={t('roles.noneDeleted')} />;
  return (
    <div class="cards">
      {roles.map((role) => (
        <section key={role.id} class="card" aria-label={role.name}>
          <h2>{role.name}</h2>
          <p class="event-line">
            <Badge tone="DELETED">{t('records.isDeleted')}</Badge> <Time at={role.deletedAt} /> {role.deletedBy && t('trash.by', { label: acted(t, role.deletedBy) })}
          </p>
          {role.deletionReason && <p class="dim message">{role.deletionReason}</p>}
          <Permissions names={role.permissions} />
          <div class="card-actions">
            <Button icon="restore" disabled={!role.viewerCan.restore} aria-label={`${t('common.restore')} ${role.name}`} onClick={() => void restore(role)}>{t('common.restore')}</Button>
          </div>
        </section>
      ))}
    </div>
  );
}
