// An account to filter by, named by its address.

import { useQuery } from '@urql/preact';
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { useViewer } from '../app/viewer';
import { RecipientsDocument } from '../generated/documents';
import { useLanguage } from '../i18n';
import { useChip } from './chips';
import { useFieldName } from './field';

const TYPING_MS = 250;

/** The id of the account with this address; `missing` if there is none that the caller may see. */
export function usePerson(email: string, known: ReadonlyMap<string, string>) {
  const isKnown = known.has(email);
  const [{ data, fetching }] = useQuery({ query: RecipientsDocument, variables: { search: email }, pause: !email || isKnown });
  const id = isKnown ? known.get(email) : email ? data?.users?.nodes.find((it) => it.email === email)?.id : undefined;
  return { id, missing: !!email && !id, resolving: !!email && !id && fetching };
}

/** What a form has in place of an id while no account has the address. */
export const UNKNOWN_PERSON = '?';

/** A field of a form for an account, which is the caller's if it is left empty. */
export function PersonField({ name, error, onChange }: { name: string; error?: string; onChange(id: string): void }) {
  const { t } = useLanguage();
  const { user } = useViewer();
  const fieldName = useFieldName();
  const field = useId();
  const [email, setEmail] = useState('');
  const [known] = useState(() => new Map([[user.email, user.id]]));
  const { id } = usePerson(email, known);
  useEffect(() => onChange(email && (id ?? UNKNOWN_PERSON)), [email, id]);
  return (
    <div
      class="field" data-field={name}
      // What is typed is nobody's until it is found, so that nothing is made for the wrong account.
      onInput={({ target }) => {
        const text = (target as HTMLInputElement).value.trim();
        onChange(text && ((text === email && id) || UNKNOWN_PERSON));
      }}
    >
      <label for={field}>{fieldName(name)} <span class="optional">({t('common.optional')})</span></label>
      <PersonFilter label={t('send.find')} value={email} known={known} onChange={setEmail} input={{ id: field, name, 'aria-label': undefined, 'aria-invalid': !!error, 'aria-describedby': `${field}-hint` }} />
      <p class={error ? 'field-error' : 'hint'} id={`${field}-hint`}>{error ?? t('field.ownAccount', { email: user.email })}</p>
    </div>
  );
}

/** A field that offers the accounts that match what is typed. */
export function PersonFilter({ label, value, known, onChange, input }: {
  label: string; value: string; known: ReadonlyMap<string, string>; onChange(email: string): void; input?: JSX.IntrinsicElements['input'];
}) {
  const list = useId();
  const [text, setText] = useState(value);
  const [search, setSearch] = useState('');
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const [{ data }] = useQuery({ query: RecipientsDocument, variables: { search }, pause: search === '' || search === value });
  const offered = [...new Set([...known.keys(), ...(data?.users?.nodes.map((it) => it.email) ?? [])])].sort();
  useChip(value !== '', label, value, () => onChange(''));
  // Whole as it is, it needs no key to say so.
  const isOffered = offered.includes(text.trim());
  useEffect(() => {
    if (isOffered && text.trim() !== value) onChange(text.trim());
  }, [isOffered, text]);
  return (
    <>
      <label class="select">
        {!input && <span class="select-label">{label}</span>}
        <input
          type="search" aria-label={label} list={list} value={text} autoComplete="off" spellcheck={false}
          onInput={(event) => {
            setText(event.currentTarget.value);
            if (event.currentTarget.value === '') onChange('');
          }}
          onBlur={(event) => onChange(event.currentTarget.value.trim())}
          onKeyDown={(event) => { if (event.key === 'Enter') onChange(event.currentTarget.value.trim()); }}
          {...input}
        />
      </label>
      <datalist id={list}>{offered.map((email) => <option key={email} value={email} />)}</datalist>
    </>
  );
}
