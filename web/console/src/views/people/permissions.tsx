// Permissions to choose from, by what they are for.

import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { covers, useViewer } from '../../app/viewer';
import { PermissionNamesDocument } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { Badge } from '../../parts/small';

const ACTION = /\.([a-z]+(?:\.own)?)$/;

/** The names by what they are for: “reports.view.own” is “view.own” of “reports”. */
function groups(names: readonly string[]) {
  const found = new Map<string, string[]>();
  for (const name of names) {
    const prefix = name.replace(ACTION, '');
    found.set(prefix, [...(found.get(prefix) ?? []), name]);
  }
  return [...found];
}

/** Those that the caller may give are offered; of others it only says that they are held. */
export function PermissionPicker({ value, onChange, hint, error }: {
  value: readonly string[]; onChange(value: readonly string[]): void; hint?: string; error?: string;
}) {
  const { t } = useLanguage();
  const viewer = useViewer();
  const [search, setSearch] = useState('');
  const [{ data }] = useQuery({ query: PermissionNamesDocument });
  const offered = ['*', ...(data?.permissionNames ?? [])].filter((name) => covers(viewer.permissions, name));
  const names = [...new Set([...offered, ...value])];
  const shown = names.filter((name) => name.includes(search.trim().toLowerCase()));
  const toggle = (name: string) => onChange(value.includes(name) ? value.filter((it) => it !== name) : [...value, name]);
  return (
    <fieldset class="field permissions" data-field="permissions">
      <legend>{t('people.permissions')} <span class="optional">{t('common.selected', { count: value.length })}</span></legend>
      <input type="search" aria-label={t('people.findPermission')} placeholder={t('people.findPermission')} value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      <div class="permission-groups" tabIndex={0} role="group" aria-label={t('people.permissions')}>
        {groups(shown).map(([prefix, names]) => (
          <div key={prefix} class="permission-group">
            <span class="mono">{prefix === '*' ? t('people.everything') : prefix}</span>
            <span>
              {names.map((name) => (
                <label key={name}>
                  <input type="checkbox" aria-label={name} checked={value.includes(name)} onChange={() => toggle(name)} />
                  {ACTION.exec(name)?.[1] ?? name}
                </label>
              ))}
            </span>
          </div>
        ))}
      </div>
      {hint && <p class="hint">{hint}</p>}
      {error && <p class="field-error">{error}</p>}
    </fieldset>
  );
}

/** The names of permissions; null is all of the account. */
export function Permissions({ names }: { names: readonly string[] | null | undefined }) {
  const { t } = useLanguage();
  if (!names || names.includes('*')) return <Badge>{t('people.everything')}</Badge>;
  if (names.length === 0) return <span class="dim">{t('common.none')}</span>;
  return <span class="names">{names.map((name) => <code key={name}>{name}</code>)}</span>;
}
