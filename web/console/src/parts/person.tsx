// An account to filter by, named by its address.

import { useQuery } from '@urql/preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { RecipientsDocument } from '../generated/documents';

const TYPING_MS = 250;

/** The id of the account with this address; `missing` if there is none that the caller may see. */
export function usePerson(email: string, known: ReadonlyMap<string, string>) {
  const isKnown = known.has(email);
  const [{ data, fetching }] = useQuery({ query: RecipientsDocument, variables: { search: email }, pause: !email || isKnown });
  const id = isKnown ? known.get(email) : email ? data?.users?.nodes.find((it) => it.email === email)?.id : undefined;
  return { id, missing: !!email && !id, resolving: !!email && !id && fetching };
}

/** A field that offers the accounts that match what is typed. */
export function PersonFilter({ label, value, known, onChange }: {
  label: string; value: string; known: ReadonlyMap<string, string>; onChange(email: string): void;
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
  // Whole as it is, it needs no key to say so.
  const isOffered = offered.includes(text.trim());
  useEffect(() => {
    if (isOffered && text.trim() !== value) onChange(text.trim());
  }, [isOffered, text]);
  return (
    <div class="person">
      <input
        type="search" aria-label={label} placeholder={label} list={list} value={text} autoComplete="off" spellcheck={false}
        onInput={(event) => {
          setText(event.currentTarget.value);
          if (event.currentTarget.value === '') onChange('');
        }}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
      <datalist id={list}>{offered.map((email) => <option key={email} value={email} />)}</datalist>
    </div>
  );
}
