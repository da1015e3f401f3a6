// A field of a form, with its description and what is wrong with it.

import { useId } from 'preact/hooks';
import { hinted } from '../api/said';
import type { Field as FieldInfo } from '../generated/kinds';
import { useLanguage } from '../i18n';
import type { Key } from '../i18n/en';
import { en } from '../i18n/en';
import { humanize } from '../i18n/text';

export type Value = string | boolean;

/** The name of a field for people, from the catalogue, or made of its name: “nativeName” is “Native name”. */
export function useFieldName() {
  const { t } = useLanguage();
  return (name: string) => {
    const key = `field.${name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
    return key in en ? t(key as Key) : humanize(name);
  };
}

const LONG = /message|value|description/i;

export function Field({ field, label, value, error, hint, onChange, disabled, multiline }: {
  field: FieldInfo; label?: string; value: Value; error?: string; hint?: string; onChange(value: Value): void;
  disabled?: boolean; multiline?: boolean;
}) {
  const language = useLanguage();
  const { t } = language;
  const fieldName = useFieldName();
  const id = useId();
  // The schema describes its fields in English.
  const description = hinted(language, field.description);
  const below = hint ?? (field.list ? t('records.lines') : field.type === 'JSONObject' ? t('records.json')
    : field.type === 'DateTime' ? t('records.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }) : description);
  const described = [below ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  const shared = {
    id, disabled, 'aria-invalid': error ? true : undefined, 'aria-describedby': described, name: field.name,
  };
  const text = String(value);
  const input = () => {
    if (field.type === 'Boolean') {
      return <input type="checkbox" {...shared} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
    }
    if (field.values) {
      return (
        <select {...shared} value={text} onChange={(event) => onChange(event.currentTarget.value)}>
          {!field.required && <option value="">{t('common.none')}</option>}
          {field.values.map((it) => <option key={it} value={it}>{t(`type.${it}` as Key)}</option>)}
        </select>
      );
    }
    if (multiline || field.list || field.type === 'JSONObject' || LONG.test(field.name)) {
      return <textarea {...shared} rows={4} value={text} spellcheck={field.type === 'String' && !field.list} onInput={(event) => onChange(event.currentTarget.value)} />;
    }
    const type = field.type === 'DateTime' ? 'datetime-local' : field.type === 'Int' ? 'number' : 'text';
    return <input type={type} step={type === 'datetime-local' ? '1' : undefined} {...shared} value={text} autoComplete="off" onInput={(event) => onChange(event.currentTarget.value)} />;
  };
  return (
    <div class={`field ${field.type === 'Boolean' ? 'check' : ''}`} data-field={field.name}>
      <label for={id}>
        {label ?? fieldName(field.name)}
        {!field.required && field.type !== 'Boolean' && <span class="optional"> ({t('common.optional')})</span>}
      </label>
      {input()}
      {below && <p class="hint" id={`${id}-hint`}>{below}</p>}
      {error && <p class="field-error" id={`${id}-error`}>{error}</p>}
    </div>
  );
}

/** A value of the API as a form shows it. */
export function shown(field: FieldInfo, value: unknown): Value {
  if (field.type === 'Boolean') return value === true;
  if (value === null || value === undefined) return '';
  if (field.list) return (value as unknown[]).join('\n');
  if (field.type === 'JSONObject') return JSON.stringify(value, null, 2);
  if (field.type === 'DateTime') {
    const time = new Date(String(value));
    return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  }
  return String(value);
}

/** What a form shows as a value of the API; throws for JSON that isn't an object. */
export function sent(field: FieldInfo, value: Value): unknown {
  if (typeof value === 'boolean') return value;
  if (field.list) return value.split('\n').map((it) => it.trim()).filter(Boolean);
  if (value === '') return field.required && field.type === 'String' ? '' : null;
  if (field.type === 'Int' || field.type === 'BigInt') return Number(value);
  if (field.type === 'DateTime') return new Date(value).toISOString();
  if (field.type === 'JSONObject') {
    const object: unknown = JSON.parse(value);
    if (typeof object !== 'object' || object === null || Array.isArray(object)) throw new SyntaxError(field.name);
    return object;
  }
  return value;
}

const REASON: FieldInfo = { name: 'reason', type: 'String', required: false, list: false, description: '' };

/** Most characters that a reason may have. */
const REASON_CHARACTERS = 500;

export const isTooLong = (reason: string) => [...reason].length > REASON_CHARACTERS;

function useReasonError(reason: string) {
  const { t } = useLanguage();
  return isTooLong(reason) ? t('common.reasonTooLong', { most: REASON_CHARACTERS, count: [...reason].length }) : undefined;
}

/** Why something is done, for those who find it in the trash or in the audit trail. */
export function ReasonField({ value, onChange, hint, required = false }: {
  value: string; onChange(value: string): void; hint?: string; required?: boolean;
}) {
  const { t } = useLanguage();
  const error = useReasonError(value);
  return <Field field={required ? { ...REASON, required } : REASON} label={t('common.reason')} value={value} hint={hint} error={error} onChange={(value) => onChange(String(value))} />;
}

const SURE: FieldInfo = { name: 'sure', type: 'Boolean', required: true, list: false, description: '' };

/** What has to be ticked before something is done that nobody can undo. */
export function SureField({ value, onChange }: { value: boolean; onChange(value: boolean): void }) {
  const { t } = useLanguage();
  return <Field field={SURE} label={t('purge.sure')} value={value} onChange={(value) => onChange(value === true)} />;
}

/** The same beside a selection. */
export function ReasonInput({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useLanguage();
  const id = useId();
  const error = useReasonError(value);
  return (
    <>
      <input
        aria-label={t('common.reason')} placeholder={t('common.reasonOptional')} value={value} aria-invalid={!!error} aria-describedby={error && id}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {error && <span class="field-error clip" id={id} role="alert" title={error}>{error}</span>}
    </>
  );
}
