// Creating and editing a record of any kind. What is wrong stands at its field; a record that somebody
// else has changed meanwhile is shown beside what is to be saved.

import { useClient } from '@urql/preact';
import { useRef, useState } from 'preact/hooks';
import { explain, extensions, fieldErrors } from '../../api/errors';
import { useToasts } from '../../app/toasts';
import type { Kind } from '../../generated/documents';
import type { Field as FieldInfo, Form, KindInfo } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import { Dialog } from '../../parts/dialog';
import { Field, sent, shown, useFieldName, type Value } from '../../parts/field';
import { PersonField, UNKNOWN_PERSON } from '../../parts/person';
import { Button, useKindName } from '../../parts/small';
import { documents, saving, type AnyRecord } from './documents';

type Values = Record<string, Value>;

// Whose a record is: one way to name it is enough.
const editable = ({ fields }: Form) => fields.filter((it) => !fields.some((other) => other.type === 'ID' && `${other.name}Id` === it.name));

const valuesOf = (fields: readonly FieldInfo[], record?: AnyRecord): Values =>
  Object.fromEntries(fields.map((field) => [
    field.name, record ? shown(field, record[field.name]) : field.name === 'isActive' ? true : (field.required && field.values?.[0]) || '',
  ]));

/** The value of the argument that names a record. */
const keyOf = (form: Form, record: AnyRecord) =>
  form.key?.name === 'id' ? record.id : record.restKey;

export function RecordForm({ kind, info, form, record, onClose, onSaved }: {
  kind: Kind; info: KindInfo; form: Form; record?: AnyRecord; onClose(): void; onSaved(record: AnyRecord): void;
}) {
  const client = useClient();
  const language = useLanguage();
  const { t } = language;
  const kindName = useKindName();
  const fieldName = useFieldName();
  const { show } = useToasts();
  const fields = editable(form);
  const [base, setBase] = useState(record);
  const [values, setValues] = useState<Values>(() => valuesOf(fields, record));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [theirs, setTheirs] = useState<AnyRecord>();
  const [busy, setBusy] = useState(false);
  const body = useRef<HTMLFormElement>(null);

  function fail(found: Record<string, string>) {
    setErrors(found);
    setProblem(t('records.invalid'));
    const [first] = fields.filter((it) => it.name in found);
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[name="${first?.name}"]`)?.focus());
  }

  /** What is to be saved: of an edit only what has changed. */
  function input(): Record<string, unknown> | undefined {
    const original = base && valuesOf(fields, base);
    const found: Record<string, string> = {};
    const result: Record<string, unknown> = {};
    for (const field of fields) {
      const value = values[field.name] ?? '';
      if (original ? original[field.name] === value : value === '' && !(field.required && field.type === 'String')) continue;
      try {
        if (value === UNKNOWN_PERSON) found[field.name] = t('field.noAccount');
        else result[field.name] = sent(field, value);
      } catch {
        found[field.name] = t('records.badJson');
      }
    }
    if (Object.keys(found).length === 0) return result;
    fail(found);
    return undefined;
  }

  async function save(expectedVersion: number | undefined) {
    const changes = input();
    if (!changes || busy) return;
    if (record && Object.keys(changes).length === 0) {
      show({ text: t('records.unchanged') });
      return onClose();
    }
    setBusy(true);
    setErrors({});
    setProblem('');
    const key = record && keyOf(form, record);
    const { data, error } = await client.mutation(saving(info, form), { key, expectedVersion, input: changes }).toPromise();
    setBusy(false);
    const saved = data?.[form.name]?.[form.payload];
    if (saved) {
      show({ tone: 'success', text: t(record ? 'records.saved' : 'records.created.toast', { label: saved.label }) });
      onSaved(saved);
      onClose();
      return;
    }
    const wrong = fieldErrors(language, error);
    if (wrong && Object.keys(wrong).some((name) => fields.some((it) => it.name === name))) return fail(wrong);
    if (record && extensions(error)?.code === 'CONFLICT') {
      const { data: now } = await client.query(documents(info).one, { id: record.id }, { requestPolicy: 'network-only' }).toPromise();
      if (now?.node && now.node.version !== base?.version) return setTheirs(now.node);
    }
    if (error) setProblem([explain(language, error), ...Object.values(wrong ?? {})].join(' '));
  }

  const title = record ? `${t('records.edit')}: ${record.label}` : t('records.new', { kind: kindName(kind) });
  if (theirs && base) {
    const stored = valuesOf(fields, theirs);
    const different = fields.filter((it) => stored[it.name] !== values[it.name]);
    return (
      <Dialog wide title={t('records.conflict')} onClose={onClose}>
        <p>{t('records.conflictLead')}</p>
        <div class="table-scroll" tabIndex={0} role="region" aria-label={t('records.conflict')}>
          <table class="difference">
            <thead><tr><th scope="col">{t('audit.field')}</th><th scope="col">{t('records.yours')}</th><th scope="col">{t('records.theirs')}</th></tr></thead>
            <tbody>
              {different.map(({ name }) => (
                <tr key={name}><th scope="row">{fieldName(name)}</th><td class="after">{String(values[name])}</td><td>{String(stored[name])}</td></tr>
              ))}
            </tbody>
          </table>
        </div>
        <footer>
          <Button onClick={() => { onSaved(theirs); onClose(); }}>{t('records.takeTheirs')}</Button>
          <Button look="primary" disabled={busy} onClick={() => { setBase(theirs); setTheirs(undefined); void save(theirs.version); }}>{t('records.keepYours')}</Button>
        </footer>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={body} class="form" noValidate onSubmit={(event) => { event.preventDefault(); void save(base?.version); }}>
        {fields.map((field) => {
          const change = (value: Value) => setValues((before) => ({ ...before, [field.name]: value }));
          const error = errors[field.name];
          // What takes an id names an account.
          return field.type === 'ID'
            ? <PersonField key={field.name} name={field.name} error={error} onChange={change} />
            : <Field key={field.name} field={field} value={values[field.name] ?? ''} error={error} onChange={change} />;
        })}
        <p class="field-error" role="alert">{problem}</p>
        <footer>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={busy}>{t(record ? 'common.save' : 'common.create')}</Button>
        </footer>
      </form>
    </Dialog>
  );
}
