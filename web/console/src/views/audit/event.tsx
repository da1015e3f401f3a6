// One event: who changed what, with the values before and after.

import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useRevert, useUndo } from '../../app/acts';
import { OperationDocument, type EventFragment } from '../../generated/documents';
import { useLanguage, type Language } from '../../i18n';
import type { Key } from '../../i18n/en';
import { Dialog } from '../../parts/dialog';
import { ReasonField, useFieldName } from '../../parts/field';
import { Badge, Button, KindBadge, Time, acted } from '../../parts/small';

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A value as people read it; times as their browser writes them. */
function text(value: unknown, { exact }: Language) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' && TIME.test(value)) return exact(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The values of an event, field by field. */
export function Difference({ event }: { event: Pick<EventFragment, 'changedFields' | 'before' | 'after'> }) {
  const language = useLanguage();
  const { t } = language;
  const fieldName = useFieldName();
  const { before, after, changedFields } = event;
  const names = changedFields.length > 0 ? changedFields : Object.keys({ ...before, ...after });
  const snake = (name: string) => name.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`);
  const value = (of: typeof before, name: string) => text(of?.[name] ?? of?.[snake(name)], language);
  if (!before && !after) return <p class="dim">{t('audit.noDifference')}</p>;
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={t('audit.fields')}>
      <table class="difference">
        <thead><tr><th scope="col">{t('audit.field')}</th><th scope="col">{t('audit.before')}</th><th scope="col">{t('audit.after')}</th></tr></thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{fieldName(name)}</th>
              <td class="before">{value(before, name)}</td>
              <td class="after">{value(after, name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function EventDialog({ event, onClose }: { event: EventFragment; onClose(): void }) {
  const { t, exact } = useLanguage();
  const undo = useUndo();
  const revert = useRevert();
  const [reason, setReason] = useState('');
  // Creations and changes are no operations that can be undone.
  const [{ data: operation }] = useQuery({ query: OperationDocument, variables: { id: event.operationId }, requestPolicy: 'network-only' });
  const facts: [string, string][] = [
    [t('audit.who'), acted(t, event.actor)],
    [t('audit.when'), exact(event.createdAt)],
    [t('common.reason'), event.reason ?? ''],
    [t('audit.via'), event.via ? t(`via.${event.via}`) : ''],
    [t('audit.credential'), event.credentialKind ? t(`credential.${event.credentialKind}`) : ''],
    [t('audit.request'), event.requestId ?? ''],
    [t('audit.operation'), event.operationId],
  ];
  return (
    <Dialog wide title={event.label ?? t('audit.event')} onClose={onClose}>
      <p class="event-line">
        <Badge tone={event.action}>{t(`action.${event.action}` as Key)}</Badge> <KindBadge kind={event.kind} /> <Time at={event.createdAt} />
      </p>
      <Difference event={event} />
      <dl class="facts">
        {facts.filter(([, value]) => value).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
      </dl>
      <ReasonField value={reason} onChange={setReason} hint={t('audit.reasonHint')} />
      <footer>
        <Link class="button plain" href={`/records/${event.kind}/${event.recordId}`}>{t('audit.open')}</Link>
        {event.kind !== 'ROLE' && (event.action === 'UPDATED' || event.action === 'CREATED') && (
          <Button onClick={() => { void revert(event.id, reason); onClose(); }}>{t('audit.revert')}</Button>
        )}
        <Button look="primary" icon="restore" disabled={!operation?.operation?.canUndo} onClick={() => { void undo([event.operationId], reason); onClose(); }}>{t('audit.undo')}</Button>
      </footer>
    </Dialog>
  );
}
