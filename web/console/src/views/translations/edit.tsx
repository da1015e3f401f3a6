// The texts of a key in all locales. What is missing is created, what is changed is saved.

import { useClient } from '@urql/preact';
import { useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { explain, extensions, fieldErrors } from '../../api/errors';
import { useToasts } from '../../app/toasts';
import { mayOn, useViewer } from '../../app/viewer';
import { CreateTextDocument, UpdateTextDocument } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { Dialog } from '../../parts/dialog';
import { Field } from '../../parts/field';
import { Badge, Button } from '../../parts/small';
import type { Row } from './rows';

export function EditTexts({ row, codes, onClose, onSaved }: {
  row: Row; codes: readonly string[]; onClose(): void; onSaved(): void;
}) {
  const client = useClient();
  const language = useLanguage();
  const { t } = language;
  const viewer = useViewer();
  const { show } = useToasts();
  const [values, setValues] = useState<Record<string, string>>({});
  // The versions that somebody read before they typed: others may change a text meanwhile, which shows here at once.
  const read = useRef(new Map<string, number | undefined>());
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const mayCreate = mayOn(viewer, 'TRANSLATION', 'create');
  const editable = (code: string) => row.texts.get(code)?.viewerCan.update ?? mayCreate;
  const stored = (code: string) => row.texts.get(code)?.value ?? '';

  async function save(event: Event) {
    event.preventDefault();
    const changed = Object.entries(values).filter(([code, value]) => value !== stored(code));
    if (busy) return;
    setBusy(true);
    const failed: Record<string, string> = {};
    for (const [code, value] of changed) {
      const text = row.texts.get(code);
      const expectedVersion = read.current.has(code) ? read.current.get(code) : text?.version;
      read.current.delete(code);
      if (text && expectedVersion === undefined) {
        failed[code] = t('translations.conflict');
        continue;
      }
      const { error } = text
        ? await client.mutation(UpdateTextDocument, { databaseId: text.databaseId, changes: { value }, expectedVersion }).toPromise()
        : await client.mutation(CreateTextDocument, { input: { key: row.key, group: row.group, locale: code, value } }).toPromise();
      if (!error) continue;
      failed[code] = extensions(error)?.code === 'CONFLICT'
        ? t('translations.conflict') : Object.values(fieldErrors(language, error) ?? {}).join(' ') || explain(language, error);
    }
    setBusy(false);
    onSaved();
    if (Object.keys(failed).length > 0) return setErrors(failed);
    if (changed.length > 0) show({ tone: 'success', text: t('translations.saved', { count: changed.length }) });
    return onClose();
  }
  return (
    <Dialog wide title={row.key} onClose={onClose}>
      <form class="form" noValidate onSubmit={save}>
        {codes.map((code) => {
          const text = row.texts.get(code);
          return (
            <div key={code} class="text-row">
              <Field
                field={{ name: code, type: 'String', required: true, list: false, description: '' }} label={code} multiline
                value={values[code] ?? stored(code)} error={errors[code]} disabled={!editable(code)}
                onChange={(value) => {
                  if (!read.current.has(code)) read.current.set(code, text?.version);
                  setValues((before) => ({ ...before, [code]: String(value) }));
                }}
              />
              <p>
                {text
                  ? <Link href={`/records/TRANSLATION/${text.id}`}>{t('records.history')}</Link>
                  : <Badge tone="WARNING">{t('translations.missing')}</Badge>}
              </p>
            </div>
          );
        })}
        <footer>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={busy || !codes.some(editable)}>{t('common.save')}</Button>
        </footer>
      </form>
    </Dialog>
  );
}
