// One event: who changed what, with the values before and after.

import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useKindInfo } from '../../api/kinds';
import { useRevert, useUndo } from '../../app/acts';
import { OperationDocument, type EventFragment } from '../../generated/documents';
import type { KindInfo } from '../../generated/kinds';
import { useLanguage, type Language } from '../../i18n';
import type { Key } from '../../i18n/en';
import { useAttempt } from '../../parts/attempt';
import { Dialog } from '../../parts/dialog';
import { isTooLong, ReasonField, useFieldName } from '../../parts/field';
import { Badge, Button, KindBadge, Time, acted } from '../../parts/small';
import { Later, NotUndoable } from '../operations/later';
import { documents } from '../records/documents';

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A value as people read it; times as their browser writes them. */
export function textOf(value: unknown, { exact }: Language) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' && TIME.test(value)) return exact(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const snake = (name: string) => name.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`);

/** Whether these have a value of a field, which may be null. */
export const hasValue = (of: Record<string, unknown>, name: string) => name in of || snake(name) in of;

/** The value of a field among those of an event, which may have the names of columns. */
export const valueOf = (of: Record<string, unknown> | null | undefined, name: string) => of?.[name] ?? of?.[snake(name)];

/** The values of an event, field by field, and those of the record `now` where they matter. */
export function Difference({ event, now }: { event: Pick<EventFragment, 'changedFields' | 'before' | 'after'>; now?: Record<string, unknown> | null }) {
  const language = useLanguage();
  const { t } = language;
  const fieldName = useFieldName();
  const { before, after, changedFields } = event;
  const names = changedFields.length > 0 ? changedFields : Object.keys({ ...before, ...after });
  const value = (of: Record<string, unknown> | null | undefined, name: string) => textOf(valueOf(of, name), language);
  if (!before && !after) return <p class="dim">{t('audit.noDifference')}</p>;
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={t('audit.fields')}>
      <table class="difference">
        <thead><tr><th scope="col">{t('audit.field')}</th><th scope="col">{t('audit.before')}</th><th scope="col">{t('audit.after')}</th>{now && <th scope="col">{t('audit.now')}</th>}</tr></thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{fieldName(name)}</th>
              <td class="before">{value(before, name)}</td>
              <td class="after">{value(after, name)}</td>
              {now && <td>{value(now, name)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same with the values that the record has now: why a change can't be taken back. */
export function Present({ event }: { event: EventFragment }) {
  const info = useKindInfo(event.kind);
  return info ? <PresentOf event={event} info={info} /> : <Difference event={event} />;
}

function PresentOf({ event, info }: { event: EventFragment; info: KindInfo }) {
  const [{ data }] = useQuery({ query: documents(info).one, variables: { id: event.recordId }, requestPolicy: 'network-only' });
  return <Difference event={event} now={data?.node} />;
}

/** What names the credential to the API, where it has an id. */
const credentialOf = ({ credentialKind, credentialId }: EventFragment) => (credentialKind && credentialId ? `${credentialKind.toLowerCase()}:${credentialId}` : '');

export function EventDialog({ event, onClose }: { event: EventFragment; onClose(): void }) {
  const { t, exact } = useLanguage();
  const undo = useUndo();
  const revert = useRevert();
  const { problem, attempt } = useAttempt(onClose);
  const [reason, setReason] = useState('');
  const [{ data }] = useQuery({ query: OperationDocument, variables: { id: event.operationId }, requestPolicy: 'network-only' });
  const operation = data?.operation;
  const count = operation?.counts.reduce((sum, it) => sum + it.count, 0) ?? 1;
  const isChange = event.action === 'UPDATED';
  // Of a change each field is taken back that nobody has changed since; whether there is one only the attempt shows.
  const canUndo = isChange || operation?.canUndo;
  const canRevert = event.kind !== 'ROLE' && (event.action === 'UPDATED' || event.action === 'CREATED');
  const facts: [string, string][] = [
    [t('audit.who'), acted(t, event.actor)],
    [t('audit.when'), exact(event.createdAt)],
    [t('common.reason'), event.reason ?? ''],
    [t('audit.via'), event.via ? t(`via.${event.via}`) : ''],
    [t('audit.credential'), event.credentialKind ? [t(`credential.${event.credentialKind}`), credentialOf(event)].filter(Boolean).join(' · ') : ''],
    [t('audit.request'), event.requestId ?? ''],
    [t('audit.operation'), event.operationId],
  ];
  return (
    <Dialog wide title={event.label ?? t('audit.event')} onClose={onClose}>
      <p class="event-line">
        <Badge tone={event.action}>{t(`action.${event.action}` as Key)}</Badge> <KindBadge kind={event.kind} /> <Time at={event.createdAt} />
      </p>
      {problem && event.action === 'UPDATED' ? <Present event={event} /> : <Difference event={event} />}
      <dl class="facts">
        {facts.filter(([, value]) => value).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
      </dl>
      <ReasonField value={reason} onChange={setReason} hint={t('audit.reasonHint')} />
      {data && !operation?.canUndo && <Later {...event} />}
      {data && !canUndo && <NotUndoable events={[event]} />}
      <p class="field-error" role="alert">{problem}</p>
      <footer>
        <Link class="button plain" href={`/records/${event.kind}/${event.recordId}`}>{t('audit.open')}</Link>
        {canRevert && (
          <Button disabled={isTooLong(reason)} onClick={() => void attempt(() => revert(event.id, reason))}>
            {t(event.action === 'CREATED' ? 'audit.revertCreated' : 'audit.revert')}
          </Button>
        )}
        <Button
          look="primary" icon="restore" disabled={!canUndo || isTooLong(reason)}
          onClick={() => void attempt(() => undo([event.operationId], reason))}
        >
          {isChange && count === 1 ? t('audit.takeBack') : t('audit.undo', { count })}
        </Button>
      </footer>
    </Dialog>
  );
}
