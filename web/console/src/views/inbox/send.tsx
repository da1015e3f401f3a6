// Sending a notification: to one, to several, or to everybody with a role.

import { useClient, useQuery } from '@urql/preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { explain, fieldErrors } from '../../api/errors';
import { useRoles } from '../../api/roles';
import { useToasts } from '../../app/toasts';
import { useViewer } from '../../app/viewer';
import { RecipientsDocument, SendDocument, SendOneDocument, type NotificationType } from '../../generated/documents';
import { KINDS } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { Dialog } from '../../parts/dialog';
import { Field, type Value } from '../../parts/field';
import { Badge, Button, IconButton, Select } from '../../parts/small';

type Person = { id: string; email: string };
const TYPING_MS = 250;
const TEXTS = ['title', 'message', 'actionUrl'] as const;
const LABELS: Record<(typeof TEXTS)[number], Key> = { title: 'send.subject', message: 'send.message', actionUrl: 'send.url' };

function Recipients({ chosen, onChange, error }: { chosen: readonly Person[]; onChange(chosen: readonly Person[]): void; error?: string }) {
  const { t } = useLanguage();
  const viewer = useViewer();
  const id = useId();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const [{ data }] = useQuery({ query: RecipientsDocument, variables: { search } });
  // Who may see no accounts can still write to themselves.
  const found = data?.users?.nodes ?? [viewer.user];
  const offered = found.filter((it) => !chosen.some((other) => other.id === it.id));
  return (
    <div class="field">
      <label for={id}>{t('send.recipients')}</label>
      <div class="recipients">
        {chosen.map((it) => (
          <span key={it.id} class="recipient">
            {it.email}
            <IconButton icon="close" label={t('send.remove', { label: it.email })} onClick={() => onChange(chosen.filter((other) => other.id !== it.id))} />
          </span>
        ))}
      </div>
      <input
        id={id} name="recipients" value={text} autoComplete="off" placeholder={t('send.find')} aria-invalid={error ? true : undefined}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = offered;
          if (event.key !== 'Enter' || !first || !text) return;
          event.preventDefault();
          onChange([...chosen, first]);
          setText('');
        }}
      />
      <div class="offers" role="group" aria-label={t('send.find')}>
        {offered.slice(0, 5).map((it) => (
          <button key={it.id} type="button" class="chip" onClick={() => { onChange([...chosen, it]); setText(''); }}>{it.email}</button>
        ))}
      </div>
      {error && <p class="field-error">{error}</p>}
    </div>
  );
}

export function Send({ onClose }: { onClose(): void }) {
  const client = useClient();
  const language = useLanguage();
  const { t } = language;
  const { show } = useToasts();
  const [to, setTo] = useState<'people' | 'role'>('people');
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [role, setRole] = useState('');
  const [type, setType] = useState<NotificationType>('INFO');
  const [values, setValues] = useState<Record<string, Value>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const roles = useRoles().roles.map((it) => it.name);
  const form = KINDS.NOTIFICATION.update;
  const text = (name: string) => String(values[name] ?? '').trim();

  async function submit(event: Event) {
    event.preventDefault();
    if (busy) return;
    const [first] = people;
    const chosenRole = role || (roles[0] ?? '');
    if (to === 'people' ? !first : !chosenRole) return setErrors({ recipients: t('send.nobody') });
    setBusy(true);
    setErrors({});
    setProblem('');
    const content = { type, title: text('title'), message: text('message'), actionUrl: text('actionUrl') || undefined };
    const result = to === 'people' && people.length === 1 && first
      ? await client.mutation(SendOneDocument, { input: { ...content, user: first.id } }).toPromise()
      : await client.mutation(SendDocument, {
        input: { ...content, to: to === 'role' ? { role: chosenRole } : { users: people.map((it) => it.id) } },
      }).toPromise();
    setBusy(false);
    const { error } = result;
    if (error) {
      const wrong = fieldErrors(language, error);
      if (wrong) setErrors({ ...wrong, recipients: wrong.user ?? wrong.to ?? wrong.userIds ?? wrong.users ?? wrong.role ?? '' });
      setProblem(wrong ? t('records.invalid') : explain(language, error));
      return;
    }
    const sent = result.data && 'sendNotifications' in result.data ? (result.data.sendNotifications?.count ?? 0) : 1;
    show({ tone: 'success', text: t('send.sent', { count: sent }) });
    onClose();
  }

  return (
    <Dialog title={t('send.title')} onClose={onClose}>
      <form class="form" noValidate onSubmit={submit}>
        {roles.length > 0 && (
          <Select label={t('send.to')} value={to} onChange={(value) => setTo(value as typeof to)}
            options={[['people', t('send.to.people')], ['role', t('send.to.role')]]} />
        )}
        {to === 'people'
          ? <Recipients chosen={people} onChange={(chosen) => { setPeople(chosen); setErrors({ ...errors, recipients: '' }); }} error={errors.recipients} />
          : <Select label={t('send.role')} value={role || (roles[0] ?? '')} onChange={setRole} options={roles.map((it) => [it, it])} />}
        <Select label={t('send.type')} value={type} onChange={(value) => setType(value as NotificationType)}
          options={(['INFO', 'SUCCESS', 'WARNING', 'ERROR'] as const).map((it) => [it, t(`type.${it}`)])} />
        {form?.fields.filter((it) => (TEXTS as readonly string[]).includes(it.name))
          .sort((a, b) => TEXTS.indexOf(a.name as never) - TEXTS.indexOf(b.name as never))
          .map((field) => (
            <Field
              key={field.name} field={{ ...field, required: field.name !== 'actionUrl' }} label={t(LABELS[field.name as keyof typeof LABELS])}
              value={values[field.name] ?? ''} error={errors[field.name]}
              onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
            />
          ))}
        {(text('title') || text('message')) && (
          <section class="preview" aria-label={t('send.preview')}>
            <h3>{t('send.preview')}</h3>
            <p><Badge tone={type}>{t(`type.${type}`)}</Badge> <strong>{text('title')}</strong></p>
            <p class="message">{text('message')}</p>
          </section>
        )}
        <p class="field-error" role="alert">{problem}</p>
        <footer>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" icon="send" type="submit" disabled={busy}>{t('send.go')}</Button>
        </footer>
      </form>
    </Dialog>
  );
}
