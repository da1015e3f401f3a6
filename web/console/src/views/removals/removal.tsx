// What one transaction removed: its first rows, what would come back, and bringing it back.

import { useClient, useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { explain } from '../../api/errors';
import { coded, type Coded } from '../../api/said';
import { useToasts } from '../../app/toasts';
import { useViewer } from '../../app/viewer';
import { RemovedRowsDocument, UndoRemovalsDocument, type UndoRemovalsMutation } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { useAttempt } from '../../parts/attempt';
import { Dialog } from '../../parts/dialog';
import { Button, Skeleton, Time } from '../../parts/small';
import { RowHistory } from './history';
import { left, type Removal } from './names';

/** How many rows are shown. */
const SHOWN = 20;

type Outcome = NonNullable<NonNullable<UndoRemovalsMutation['undoRemovals']>['outcomes']>[number];

/** What becomes of rows of a table. */
function Outcomes({ outcomes, changes }: { outcomes: readonly Outcome[]; changes: boolean }) {
  const language = useLanguage();
  const { t } = language;
  return (
    <ul class="plain-list findings" aria-label={t('removals.outcomes')}>
      {outcomes.map(({ table, rows, reason, remark, said }) => (
        <li key={`${table} ${reason ?? ''} ${remark ?? ''}`} class="finding">
          <p class={reason ? 'field-error' : undefined}>{t(reason ? 'removals.stay' : changes ? 'removals.asBefore' : 'removals.come', { count: rows, table })}</p>
          {said && <p class="dim">{coded(language, 'removed', said as Coded) ?? reason ?? remark}</p>}
        </li>
      ))}
    </ul>
  );
}

/** The first rows, by their values. */
function FirstRows({ removal, changes }: { removal: string; changes: boolean }) {
  const { t } = useLanguage();
  const { adopted } = useViewer();
  /** The key of a row whose changes are recorded. */
  const keyOf = (table: string, values: unknown) => {
    const { key, recordsChanges } = adopted.find((it) => it.name === table) ?? {};
    return recordsChanges && values ? key?.map((it) => String((values as Record<string, unknown>)[it])) : undefined;
  };
  const [{ data }] = useQuery({ query: RemovedRowsDocument, variables: { removal, changes, first: SHOWN } });
  if (!data) return <Skeleton lines={3} />;
  const { nodes = [], pageInfo } = data.removedRows ?? {};
  return (
    <details class="removed">
      <summary>{t('removals.rows')}</summary>
      <ul class="plain-list limited" tabIndex={0} aria-label={t('removals.rows')}>
        {nodes.map(({ id, table, label, values, after }) => {
          const row = keyOf(table, values ?? after);
          return (
          <li key={id} class="finding">
            <p><span class="kind">{table}</span> {label && <strong>{label}</strong>}</p>
            {(values || !after) && <code>{values ? JSON.stringify(values) : t('removals.notKept')}</code>}
            {after && <code>{values && '→ '}{JSON.stringify(after)}</code>}
            {row && <RowHistory table={table} row={row} />}
          </li>
          );
        })}
      </ul>
      {pageInfo?.hasNextPage && <p class="dim">{t('removals.first', { count: SHOWN })}</p>}
    </details>
  );
}

export function RemovalDialog({ removal, title, who, changes, mayRestore, onDone, onClose }: {
  removal: Removal; title: string; who: string; changes: boolean; mayRestore: boolean; onDone(): void; onClose(): void;
}) {
  const language = useLanguage();
  const { t } = language;
  const client = useClient();
  const { show } = useToasts();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const [failed, setFailed] = useState('');
  const { problem, attempt } = useAttempt(onClose);
  const isAsked = mayRestore && left(removal) > 0;
  const undo = async (preview: boolean) => {
    const { data, error } = await client.mutation(UndoRemovalsDocument, { removals: [removal.id], changes, preview }).toPromise();
    return { found: data?.undoRemovals?.outcomes, why: data?.undoRemovals ? undefined : explain(language, error) };
  };
  // A preview does it and takes it back, so that the database itself says what would come back.
  useEffect(() => {
    if (!isAsked) return;
    void undo(true).then(({ found, why }) => {
      setOutcomes(found);
      setFailed(why ?? '');
    });
  }, []);
  const count = (outcomes ?? []).reduce((sum, it) => sum + (it.reason ? 0 : it.rows), 0);
  const run = () => attempt(async () => {
    const { found, why } = await undo(false);
    if (!found) return why;
    const back = found.reduce((sum, it) => sum + (it.reason ? 0 : it.rows), 0);
    onDone();
    show({ tone: 'success', text: t(changes ? 'removals.takenBack' : 'removals.restored', { count: back }) });
    return undefined;
  });
  return (
    <Dialog wide title={title} onClose={onClose}>
      <p class="dim">{who} <Time at={removal.at} full /></p>
      {isAsked && !outcomes && !failed && <Skeleton lines={2} />}
      {outcomes && <Outcomes outcomes={outcomes} changes={changes} />}
      <FirstRows removal={removal.id} changes={changes} />
      <p class="field-error" role="alert">{problem || failed}</p>
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {isAsked && <Button look="primary" icon="restore" disabled={count === 0} onClick={() => void run()}>{t(changes ? 'removals.takeBack' : 'removals.go', { count })}</Button>}
      </footer>
    </Dialog>
  );
}
