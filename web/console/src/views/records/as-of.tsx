// A record as it was at a time, beside how it is now, and the way back to it.

import { useQuery } from '@urql/preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { explain } from '../../api/errors';
import { AsOfDocument, type EventFragment } from '../../generated/documents';
import type { KindInfo } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import { useFieldName } from '../../parts/field';
import { Button, Skeleton, Time } from '../../parts/small';
import { EventDialog, hasValue, textOf, valueOf } from '../audit/event';
import type { AnyRecord } from './documents';

/** Before that nothing was recorded: a year of which only the first digits are typed is none. */
const FIRST_YEAR = 1970;

/** What is typed as a time of the API, once it is one. */
const timeOf = (text: string) => {
  const time = new Date(text);
  return time.getFullYear() >= FIRST_YEAR ? time.toISOString() : undefined;
};

/** Whether two values are the same, however a time is written. */
function areSame(one: unknown, other: unknown) {
  const written = (it: unknown) => JSON.stringify(it ?? null);
  if (written(one) === written(other)) return true;
  return typeof one === 'string' && typeof other === 'string' && /^\d{4}-/.test(one) && Date.parse(one) === Date.parse(other);
}

export function AsOf({ record, info }: { record: AnyRecord; info: KindInfo }) {
  const { t } = useLanguage();
  const id = useId();
  const [text, setText] = useState('');
  const at = timeOf(text);
  return (
    <>
      <div class="as-of">
        <label for={id}>{t('asOf.label')}</label>
        <input id={id} type="datetime-local" step="1" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        {text && <Button look="quiet" icon="close" onClick={() => setText('')}>{t('common.close')}</Button>}
      </div>
      {at && <Then key={at} record={record} info={info} at={at} />}
    </>
  );
}

function Then({ record, info, at }: { record: AnyRecord; info: KindInfo; at: string }) {
  const language = useLanguage();
  const { t } = language;
  const fieldName = useFieldName();
  const [open, setOpen] = useState<EventFragment>();
  const [{ data, error }, again] = useQuery({ query: AsOfDocument, variables: { id: record.id, at }, requestPolicy: 'network-only' });
  const read = useRef(record.version);
  useEffect(() => {
    if (read.current !== record.version) again({ requestPolicy: 'network-only' });
    read.current = record.version;
  }, [record.version]);
  if (!data) return error ? <p class="field-error" role="alert">{explain(language, error)}</p> : <Skeleton lines={3} />;
  const { recordAsOf: then, since } = data;
  if (!then) return <p class="dim" role="status">{error ? explain(language, error) : t('asOf.notYet')}</p>;
  const fields = [...info.columns.map((it) => it.name), 'isActive'].filter((name) => hasValue(then.values, name));
  const rows = fields.map((name) => {
    const [was, is] = [valueOf(then.values, name), record[name]];
    const isSame = areSame(was, is);
    // The last change of the field is the one that an undo takes back.
    const event = isSame ? undefined : since?.nodes.find((it) => it.changedFields.some((changed) => hasValue({ [changed]: true }, name)));
    return { name, was, is, isSame, event };
  });
  const differ = rows.filter((it) => !it.isSame).length;
  const last = data.until?.nodes[0];
  const mayChange = !record.deletedAt && record.viewerCan.update;
  return (
    <section class="stack" aria-label={t('asOf.label')}>
      <p role="status">
        <Time full at={at} />: {differ > 0 ? t('asOf.differ', { count: differ }) : t('asOf.same')}
        {then.isDeleted && ` ${t('asOf.wasDeleted')}`}
      </p>
      <div class="table-scroll" tabIndex={0} role="group" aria-label={t('audit.fields')}>
        <table class="difference">
          <thead><tr><th scope="col">{t('audit.field')}</th><th scope="col">{t('asOf.then')}</th><th scope="col">{t('audit.now')}</th>{mayChange && differ > 0 && <th scope="col"><span class="visually-hidden">{t('common.actions')}</span></th>}</tr></thead>
          <tbody>
            {rows.map(({ name, was, is, isSame, event }) => (
              <tr key={name} data-differs={!isSame}>
                <th scope="row">{fieldName(name)}</th>
                <td class={isSame ? undefined : 'before'}>{textOf(was, language)}</td>
                <td class={isSame ? undefined : 'after'}>{isSame ? <span class="dim">{t('asOf.unchanged')}</span> : textOf(is, language)}</td>
                {mayChange && differ > 0 && (
                  <td>{event && <Button aria-label={`${t('asOf.takeBack')}: ${fieldName(name)}`} onClick={() => setOpen(event)}>{t('asOf.takeBack')}</Button>}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayChange && differ > 0 && last && last.kind !== 'ROLE' && <div><Button icon="restore" onClick={() => setOpen(last)}>{t('asOf.goBack')}</Button></div>}
      {open && <EventDialog event={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}
