// One event: who changed what, with the values before and after.

import { Link } from 'wouter-preact';
import { useRevert, useUndo } from '../../app/acts';
import type { EventFragment } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { Dialog } from '../../parts/dialog';
import { humanize } from '../../parts/field';
import { Badge, Button, KindBadge, Time } from '../../parts/small';

const text = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The values of an event, field by field. */
export function Difference({ event }: { event: Pick<EventFragment, 'changedFields' | 'before' | 'after'> }) {
  const { t } = useLanguage();
  const { before, after, changedFields } = event;
  const names = changedFields.length > 0 ? changedFields : Object.keys({ ...before, ...after });
  const snake = (name: string) => name.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`);
  const value = (of: typeof before, name: string) => text(of?.[name] ?? of?.[snake(name)]);
  if (!before && !after) return <p class="dim">{t('audit.noDifference')}</p>;
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={t('audit.fields')}>
      <table class="difference">
        <thead><tr><th scope="col">{t('audit.field')}</th><th scope="col">{t('audit.before')}</th><th scope="col">{t('audit.after')}</th></tr></thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{humanize(name)}</th>
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
  const facts: [string, string][] = [
    [t('audit.who'), event.actor?.email ?? t('audit.system')],
    [t('audit.when'), exact(event.createdAt)],
    [t('common.reason'), event.reason ?? ''],
    [t('audit.via'), event.via ?? ''],
    [t('audit.credential'), event.credentialKind ?? ''],
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
      <footer>
        <Link class="button plain" href={`/records/${event.kind}/${event.recordId}`}>{t('audit.open')}</Link>
        {event.action === 'UPDATED' && (
          <Button onClick={() => { void revert(event.id); onClose(); }}>{t('audit.revert')}</Button>
        )}
        <Button look="primary" icon="restore" onClick={() => { void undo(event.operationId); onClose(); }}>{t('audit.undo')}</Button>
      </footer>
    </Dialog>
  );
}
