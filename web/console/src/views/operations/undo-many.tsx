// Taking back all that somebody, or a credential, has done in some time: first what is meant, then what would become of it.

import { useClient } from '@urql/preact';
import { useId, useState } from 'preact/hooks';
import { MatchingDialog } from '../../app/bulk';
import { matchingDocument } from '../../app/matching';
import { mayOn, useViewer } from '../../app/viewer';
import type { Kind } from '../../generated/documents';
import type { Field as FieldInfo } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import { Dialog } from '../../parts/dialog';
import { Field, sent } from '../../parts/field';
import { PersonFilter, usePerson } from '../../parts/person';
import { Button, useKindName } from '../../parts/small';

const TYPES = { actorId: 'ID', credential: 'String', since: 'DateTime', until: 'DateTime', kinds: '[Kind!]' } as const;
type Name = keyof typeof TYPES;

const CREDENTIAL: FieldInfo = { name: 'credential', type: 'String', required: false, list: false, description: '' };
const SINCE: FieldInfo = { name: 'since', type: 'DateTime', required: false, list: false, description: '' };
const UNTIL: FieldInfo = { ...SINCE, name: 'until' };

export function UndoMany({ onClose }: { onClose(): void }) {
  const { t } = useLanguage();
  const client = useClient();
  const viewer = useViewer();
  const kindName = useKindName();
  const field = useId();
  const { user } = viewer;
  const [known] = useState(() => new Map([[user.email, user.id]]));
  // What others did takes reading it, and naming them.
  const others = viewer.canAudit && mayOn(viewer, 'USER', 'view');
  const [email, setEmail] = useState(user.email);
  const person = usePerson(email, known);
  const [values, setValues] = useState({ credential: '', since: '', until: '' });
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set());
  const [asked, ask] = useState<Partial<Record<Name, unknown>>>();
  const set = (name: keyof typeof values) => (value: string | boolean) => setValues((before) => ({ ...before, [name]: String(value) }));
  // All that everybody ever did is nothing that anybody means.
  const isOpen = !email && !values.credential.trim() && !values.since;
  const isMissing = person.missing && !person.resolving;
  const toggle = (kind: Kind) => setKinds((before) => {
    const next = new Set(before);
    if (!next.delete(kind)) next.add(kind);
    return next;
  });
  const preview = () => ask({
    actorId: person.id,
    credential: values.credential.trim() || undefined,
    since: sent(SINCE, values.since) ?? undefined,
    until: sent(UNTIL, values.until) ?? undefined,
    kinds: kinds.size > 0 ? [...kinds] : undefined,
  });
  return (
    <>
      <Dialog title={t('undoMany.title')} onClose={onClose}>
        <p>{t('undoMany.lead')}</p>
        <form class="form" noValidate onSubmit={(event) => { event.preventDefault(); if (!isOpen && !person.missing) preview(); }}>
          {others && (
            <div class="field">
              <label for={field}>{t('audit.who')} <span class="optional">({t('common.optional')})</span></label>
              <PersonFilter label={t('send.find')} value={email} known={known} onChange={setEmail} input={{ id: field, 'aria-label': undefined, 'aria-describedby': `${field}-hint` }} />
              <p class={isMissing ? 'field-error' : 'hint'} id={`${field}-hint`}>{t(isMissing ? 'field.noAccount' : 'undoMany.who')}</p>
            </div>
          )}
          {others && <Field field={CREDENTIAL} label={t('audit.credential')} hint={t('undoMany.credential')} value={values.credential} onChange={set('credential')} />}
          <Field field={SINCE} label={t('undoMany.since')} value={values.since} onChange={set('since')} />
          <Field field={UNTIL} label={t('undoMany.until')} value={values.until} onChange={set('until')} />
          <fieldset class="field">
            <legend>{t('common.kind')} <span class="optional">{kinds.size > 0 ? t('common.selected', { count: kinds.size }) : t('common.allKinds')}</span></legend>
            <div class="kinds">
              {viewer.kinds.filter((it) => it.view !== 'NONE').map(({ kind }) => (
                <label key={kind}><input type="checkbox" checked={kinds.has(kind)} onChange={() => toggle(kind)} /> {kindName(kind, 2)}</label>
              ))}
            </div>
          </fieldset>
          {isOpen && <p class="field-error">{t('undoMany.open')}</p>}
          <footer>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button look="primary" type="submit" disabled={isOpen || person.missing}>{t('undoMany.show')}</Button>
          </footer>
        </form>
      </Dialog>
      {asked && (
        <MatchingDialog
          what="undo" onStart={onClose} onClose={() => ask(undefined)}
          request={async (options) => {
            const { data, error } = await client.mutation(matchingDocument('undoMatching', TYPES, asked), { ...asked, ...options }).toPromise();
            return { answer: data?.matching, error };
          }}
        />
      )}
    </>
  );
}
