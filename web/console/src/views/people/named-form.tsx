// A form of a few fields and permissions: of a role, an access token, an API key.

import type { CombinedError } from '@urql/core';
import { useState } from 'preact/hooks';
import { explain, fieldErrors } from '../../api/errors';
import type { Field as FieldInfo } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import { Dialog } from '../../parts/dialog';
import { Field, sent, type Value } from '../../parts/field';
import { Button } from '../../parts/small';
import { PermissionPicker } from './permissions';

export const NAME: FieldInfo = { name: 'name', type: 'String', required: true, list: false, description: '' };
export const EXPIRES_AT: FieldInfo = { name: 'expiresAt', type: 'DateTime', required: false, list: false, description: '' };

/** Without permissions it has those of the caller. */
export type Named = { name: string; permissions?: readonly string[]; expiresAt?: string };

const ALL: FieldInfo = { name: 'all', type: 'Boolean', required: false, list: false, description: '' };

export function NamedForm({ title, fields, initial, isCredential, mayAll, action, onSubmit, onClose }: {
  title: string; fields: readonly FieldInfo[]; initial?: Named; action: string;
  /** Whether it acts for a user, who should know what it may do. */
  isCredential?: boolean;
  /** Whether it can have all that the caller may do, without naming it. */
  mayAll?: boolean;
  /** Does it; what blocks it is shown. */
  onSubmit(values: Named): Promise<CombinedError | undefined>;
  onClose(): void;
}) {
  const language = useLanguage();
  const { t } = language;
  const [values, setValues] = useState<Record<string, Value>>({ name: initial?.name ?? '' });
  const [permissions, setPermissions] = useState<readonly string[]>(initial?.permissions ?? []);
  const [all, setAll] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const hint = permissions.includes('*') ? t('keys.allHint') : permissions.length === 0 ? t('keys.noneHint') : undefined;
  async function submit(event: Event) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const filled = fields.filter((it) => it.required || values[it.name]);
    const input = Object.fromEntries(filled.map((it) => [it.name, sent(it, values[it.name] ?? '')]));
    const error = await onSubmit({ name: '', ...input, permissions: all ? undefined : permissions });
    setBusy(false);
    if (!error) return;
    const wrong = fieldErrors(language, error) ?? {};
    const others = Object.entries(wrong).filter(([name]) => name !== 'permissions' && !fields.some((it) => it.name === name));
    setErrors(wrong);
    setProblem(Object.keys(wrong).length === 0 ? explain(language, error) : [t('records.invalid'), ...others.map(([, text]) => text)].join(' '));
  }
  return (
    <Dialog wide title={title} onClose={onClose}>
      <form class="form" noValidate onSubmit={submit}>
        {fields.map((field) => (
          <Field
            key={field.name} field={field} value={values[field.name] ?? ''} error={errors[field.name]}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        {mayAll && <Field field={ALL} label={t('keys.all')} hint={all ? t('keys.allHint') : undefined} value={all} onChange={(value) => setAll(value === true)} />}
        {!all && (
          <PermissionPicker
            value={permissions} onChange={setPermissions} error={errors.permissions}
            hint={isCredential ? hint : undefined}
          />
        )}
        <p class="field-error" role="alert">{problem}</p>
        <footer>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={busy}>{action}</Button>
        </footer>
      </form>
    </Dialog>
  );
}
