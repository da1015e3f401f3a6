// Importing a catalogue: a file or pasted JSON, into one group of one locale.

import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import { explain, fieldErrors } from '../../api/errors';
import { ImportTextsDocument } from '../../generated/documents';
import { useToasts } from '../../app/toasts';
import { useLanguage } from '../../i18n';
import { Dialog } from '../../parts/dialog';
import { Field, sent } from '../../parts/field';
import type { Field as FieldInfo } from '../../generated/kinds';
import { Button, Select } from '../../parts/small';

const GROUP: FieldInfo = { name: 'group', type: 'String', required: true, list: false, description: '' };
const CATALOGUE: FieldInfo = { name: 'catalogue', type: 'JSONObject', required: true, list: false, description: '' };

export function Import({ codes, group: first, onClose, onDone }: {
  codes: readonly string[]; group: string; onClose(): void; onDone(): void;
}) {
  const client = useClient();
  const language = useLanguage();
  const { t } = language;
  const { show } = useToasts();
  const [locale, setLocale] = useState(codes[0] ?? '');
  const [group, setGroup] = useState(first);
  const [text, setText] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  async function submit(event: Event) {
    event.preventDefault();
    if (busy) return;
    setErrors({});
    setProblem('');
    let catalogue: Record<string, unknown>;
    try {
      catalogue = sent(CATALOGUE, text || '{}') as Record<string, unknown>;
    } catch {
      return setErrors({ catalogue: t('records.badJson') });
    }
    setBusy(true);
    const { data, error } = await client.mutation(ImportTextsDocument, { input: { locale, group, catalogue } }).toPromise();
    setBusy(false);
    const done = data?.importTranslations;
    if (!done) {
      const wrong = fieldErrors(language, error) ?? {};
      setErrors(wrong);
      const known = Object.keys(wrong).length > 0 && Object.keys(wrong).every((name) => name === 'group' || name === 'catalogue');
      return setProblem(known ? t('records.invalid') : [error ? explain(language, error) : '', ...Object.values(wrong)].join(' '));
    }
    const { created, updated, unchanged, deletedKeys } = done;
    show({ tone: 'success', text: t('translations.imported', { created, updated, unchanged }) });
    if (deletedKeys.length > 0) show({ text: t('translations.leftDeleted', { keys: language.list(deletedKeys.slice(0, 5)), count: deletedKeys.length }) });
    onDone();
    return onClose();
  }
  return (
    <Dialog wide title={t('translations.import')} onClose={onClose}>
      <form class="form" noValidate onSubmit={submit}>
        <Select label={t('field.locale')} value={locale} onChange={setLocale} options={codes.map((it) => [it, it])} />
        <Field field={GROUP} value={group} error={errors.group} onChange={(value) => setGroup(String(value))} />
        <div class="field">
          <label for="catalogue-file">{t('translations.file')} <span class="optional">({t('common.optional')})</span></label>
          <input id="catalogue-file" type="file" accept="application/json,.json" onChange={(event) => void event.currentTarget.files?.[0]?.text().then(setText)} />
        </div>
        <Field
          field={CATALOGUE} label={t('translations.catalogue')} value={text} error={errors.catalogue} hint={t('translations.catalogueHint')}
          onChange={(value) => setText(String(value))}
        />
        <p class="field-error" role="alert">{problem}</p>
        <footer>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={busy}>{t('translations.import')}</Button>
        </footer>
      </form>
    </Dialog>
  );
}
