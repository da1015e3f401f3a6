// One record: its fields, what may be done with it, and its history.

import { useQuery } from '@urql/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useChanges } from '../../api/changes';
import { explain } from '../../api/errors';
import { useKindInfo } from '../../api/kinds';
import { useKept, useReadAgain, useRows } from '../../api/lists';
import { useActs } from '../../app/acts';
import { mayOn, useViewer } from '../../app/viewer';
import { AuditDocument, type AuditQuery, type EventFragment, type Kind } from '../../generated/documents';
import type { KindInfo } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import { isolated } from '../../i18n/bidi';
import type { Key } from '../../i18n/en';
import { useFieldName } from '../../parts/field';
import { Failure } from '../../parts/listing';
import { Badge, Button, CopyIcon, Head, KindBadge, Notice, Skeleton, Time, useKindName, acted } from '../../parts/small';
import { Difference, EventDialog } from '../audit/event';
import { Access } from '../people/access';
import { PreviewDialog } from '../trash/preview';
import { useQuestion } from '../trash/restore';
import { DeleteDialog } from './delete';
import { AsOf } from './as-of';
import { documents, type AnyRecord } from './documents';
import { RecordForm } from './form';
import { HeldBadge, HeldFact, KeepActs } from './keep';
import { State } from './state';

function Value({ type, value }: { type: string; value: unknown }) {
  const { t } = useLanguage();
  if (value === null || value === undefined || value === '') return <span class="dim">–</span>;
  if (type === 'DateTime') return <Time full at={String(value)} />;
  if (typeof value === 'boolean') return <>{t(value ? 'common.yes' : 'common.no')}</>;
  if (Array.isArray(value)) return <>{value.map((it) => isolated(String(it))).join(', ') || '–'}</>;
  if (typeof value === 'object') return <pre>{JSON.stringify(value, null, 2)}</pre>;
  return <>{String(value)}</>;
}

function History({ record, info }: { record: AnyRecord; info: KindInfo }) {
  const { id, version } = record;
  const language = useLanguage();
  const { t } = language;
  const [open, setOpen] = useState<EventFragment>();
  const list = useRows(AuditDocument, { recordId: id }, (data: AuditQuery) => data.recordEvents);
  const read = useRef(version);
  useEffect(() => {
    if (read.current !== version) list.refresh();
    read.current = version;
  }, [version]);
  return (
    <section class="card">
      <div class="card-head">
        <h2>{t('records.history')}</h2>
        <Link href={`/audit?record=${encodeURIComponent(id)}`}>{t('records.inAudit')}</Link>
      </div>
      <AsOf record={record} info={info} />
      {list.error && list.rows.length === 0 && <p class="dim">{explain(language, list.error)}</p>}
      {!list.error && list.loaded && list.rows.length === 0 && <p class="dim">{t('records.noHistory')}</p>}
      <ol class="history">
        {list.rows.map((event) => (
          <li key={event.id}>
            <button type="button" class="history-line" onClick={() => setOpen(event)}>
              <Badge tone={event.action}>{t(`action.${event.action}` as Key)}</Badge>
              <span class="dim clip">{[acted(t, event.actor), event.reason].filter(Boolean).join(' · ')}</span>
              <Time at={event.createdAt} />
            </button>
            {event.action === 'UPDATED' && <Difference event={event} />}
          </li>
        ))}
      </ol>
      {list.more && <Button onClick={list.more}>{t('common.more')}</Button>}
      {open && <EventDialog event={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

export function RecordView({ kind, id }: { kind: string; id: string }) {
  const info = useKindInfo(kind);
  return info ? <OneRecord kind={kind as Kind} info={info} id={id} /> : <div class="view"><Skeleton lines={3} /></div>;
}

function OneRecord({ kind, info, id }: { kind: Kind; info: KindInfo; id: string }) {
  const { t } = useLanguage();
  const viewer = useViewer();
  const kindName = useKindName();
  const fieldName = useFieldName();
  const { act } = useActs();
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [{ data, fetching, error }, again] = useQuery({
    query: documents(info).one, variables: { id }, requestPolicy: 'cache-and-network',
  });
  const { question, begin, close } = useQuestion((targets, how) => act('restore', targets, how));
  const reread = () => again({ requestPolicy: 'network-only' });
  useReadAgain(reread);
  useChanges((changes) => {
    if (changes.some(({ event }) => event.recordId === id)) reread();
  });
  // What is read stays on the screen, also when it is purged.
  const record = useKept(data?.node);
  const isGone = !!record && !!data && !data.node && !error;
  if (!record || !('label' in record)) {
    if (fetching) return <div class="view"><Skeleton lines={3} /></div>;
    return (
      <div class="view">
        <Head title={kindName(kind)} />
        {error ? <Failure error={error} /> : <Notice title={t('records.gone')} hint={t('records.goneHint')} />}
      </div>
    );
  }
  const { viewerCan } = record;
  return (
    <div class="view scroll">
      <Head title={record.label} lead={<><KindBadge kind={kind} /> <State record={record} /> <HeldBadge hold={record.hold} /></>}>
        {!isGone && record.deletedAt && (info.restorable || viewerCan.restore) && (
          <Button look="primary" icon="restore" disabled={!viewerCan.restore} onClick={() => void begin([record])}>{t('common.restore')}</Button>
        )}
        {!isGone && !record.deletedAt && info.update && viewerCan.update && <Button aria-keyshortcuts="e" onClick={() => setEditing(true)}>{t('records.edit')}</Button>}
        {!isGone && !record.deletedAt && viewerCan.delete && <Button look="danger" icon="trash" aria-keyshortcuts="Delete" onClick={() => setDeleting(true)}>{t('common.delete')}</Button>}
        {!isGone && <KeepActs record={record} restorable={info.restorable} />}
      </Head>
      {isGone && <p class="banner" role="status">{t('records.wasRemoved')}</p>}
      <div class="columns-2">
        <section class="card">
          <h2>{t('records.details')}</h2>
          <dl class="facts">
            {info.columns.map(({ name, type }) => (
              <div key={name}><dt>{fieldName(name)}</dt><dd><Value type={type} value={record[name]} />{type === 'UUID' && <CopyIcon label={fieldName(name)} text={String(record[name])} />}</dd></div>
            ))}
            {info.owned && <div><dt>{t('records.owner')}</dt><dd>{record.user?.email ?? '–'}</dd></div>}
            <div><dt>{t('records.active')}</dt><dd><Value type="Boolean" value={record.isActive} /></dd></div>
            <div><dt>{t('records.created')}</dt><dd><Time full at={record.createdAt} /></dd></div>
            <div><dt>{t('records.updated')}</dt><dd><Time full at={record.updatedAt} /></dd></div>
            {record.deletedAt && <div><dt>{t('trash.deleted')}</dt><dd><Time full at={record.deletedAt} /></dd></div>}
            {record.deletedBy && <div><dt>{t('trash.deletedBy')}</dt><dd>{acted(t, record.deletedBy)}</dd></div>}
            {record.deletionReason && <div><dt>{t('common.reason')}</dt><dd>{record.deletionReason}</dd></div>}
            <HeldFact id={id} hold={record.hold} />
            {record.purgeAt && <div><dt>{t('trash.purge')}</dt><dd><Time full at={record.purgeAt} /></dd></div>}
          </dl>
        </section>
        <div class="stack">
          {kind === 'USER' && <Access userId={id} />}
          {viewer.canAudit && <History record={record} info={info} />}
        </div>
      </div>
      {editing && info.update && (
        <RecordForm kind={kind} info={info} form={info.update} record={record} onClose={() => setEditing(false)} onSaved={reread} />
      )}
      {question && <PreviewDialog {...question} count={1} onClose={close} />}
      {deleting && (
        <DeleteDialog
          targets={[record]} restorable={info.restorable || mayOn(viewer, kind, 'restore')} onClose={() => setDeleting(false)}
          onDelete={(reason) => act('delete', [record], { reason })}
        />
      )}
    </div>
  );
}
