// A row of another program's table that is written: each open column has a field, and what isn't touched isn't sent.

import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import { explain, fieldErrors } from '../../api/errors';
import { CreateAdoptedRowDocument, UpdateAdoptedRowDocument } from '../../generated/documents';
import type { Field as FieldInfo } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import { Dialog } from '../../parts/dialog';
import { Field } from '../../parts/field';
import { Button } from '../../parts/small';

type Values = Record<string, unknown>;

const text = (value: unknown) => (typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value));

/** What somebody typed, as a value of the kind that was there: what was a text stays one. */
function typed(value: string, before: unknown): unknown {
  if (typeof before === 'string') return value;
  if (value === '') return null;
  if (before === null || before === undefined) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

export function RowForm({ table, title, columns, row: opened, onDone, onClose }: {
  table: string; title: string; columns: readonly string[]; onDone(): void; onClose(): void;
  /** The one that changes; without it a new one is made. */
  row?: { key: Values; values: Values; version: string | null };
}) {
  const client = useClient();
  const language = useLanguage();
  const { t } = language;
  // As it was when it was opened, so that what others change meanwhile isn't overwritten.
  const [row] = useState(opened);
  const [written, setWritten] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const field = (name: string): FieldInfo => ({ name, type: 'String', required: false, list: false, description: '' });
  async function submit(event: Event) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const values = Object.fromEntries(Object.entries(written).map(([name, value]) => [name, typed(value, row?.values[name])]));
    const { data, error } = row
      ? await client.mutation(UpdateAdoptedRowDocument, { input: { table, key: row.key, values, version: row.version } }).toPromise()
      : await client.mutation(CreateAdoptedRowDocument, { input: { table, values } }).toPromise();
    setBusy(false);
    if (data && !error) return onDone();
    const wrong = fieldErrors(language, error) ?? {};
    setErrors(Object.fromEntries(columns.map((it) => [it, wrong[`values.${it}`] ?? ''])));
    setProblem(wrong.values ?? explain(language, error));
  }
  return (
    <Dialog wide title={title} onClose={onClose}>
      <form class="form" noValidate onSubmit={submit}>
        {columns.map((name) => (
          <Field
            key={name} field={field(name)} label={name} value={written[name] ?? text(row?.values[name])} error={errors[name]}
            onChange={(value) => setWritten((before) => ({ ...before, [name]: String(value) }))}
          />
        ))}
        <p class="field-error" role="alert">{problem}</p>
        <footer>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={busy || (row && Object.keys(written).length === 0)}>{t(row ? 'common.save' : 'common.create')}</Button>
        </footer>
      </form>
    </Dialog>
  );
}
