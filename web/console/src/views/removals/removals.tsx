// What was deleted in SQL, past every API, from tables of other programs; and bringing it back.

import { useEffect, useState } from 'preact/hooks';
import { useRows, type Rows } from '../../api/lists';
import { useViewer } from '../../app/viewer';
import { RemovalsDocument, type RemovalsQuery } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { useFilters } from '../../parts/filters';
import { Grid, Line, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { useOpened } from '../../parts/opened';
import { Badge, Button, Head, Time, acted } from '../../parts/small';
import { CoverageDialog, Gaps } from './coverage';
import { left, useNames, type Removal } from './names';
import { RemovalDialog } from './removal';
import { AdoptedRows } from './rows';

/** SQL sends no news, so that the list is read again while somebody looks. */
const AGAIN_MS = 10_000;

function useReadNowAndThen({ refresh }: Rows<Removal>) {
  useEffect(() => {
    const read = () => { if (document.visibilityState === 'visible') refresh(); };
    const timer = setInterval(read, AGAIN_MS);
    addEventListener('focus', read);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', read);
    };
  }, []);
}

export function Removals() {
  const { t } = useLanguage();
  const { name, who } = useNames();
  const { adopted } = useViewer();
  const filters = useFilters(['changes', 'table', 'column', 'key']);
  const { table, column, key } = filters.values;
  const changes = !!filters.values.changes;
  const list = useRows(RemovalsDocument, { changes }, (data: RemovalsQuery) => data.removals, !!table);
  const [opened, setOpen] = useState<string>();
  const [covering, setCovering] = useState(false);
  useReadNowAndThen(list);
  const open = useOpened(list.rows, opened, (it) => it.id);
  const mayRestore = ({ tables }: Removal) => tables.some(({ table }) => adopted.some((it) => it.name === table && it.canRestore));
  const state = (it: Removal) => {
    const lost = it.tables.reduce((sum, { lost }) => sum + lost, 0);
    const by = it.tables.find(({ undoneBy }) => undoneBy)?.undoneBy;
    if (lost > 0) return t('removals.lost', { count: lost });
    if (left(it) > 0) return undefined;
    if (changes) return t('removals.isBefore');
    return by ? t('removals.backBy', { who: acted(t, by) }) : t('removals.back');
  };
  const columns: GridColumn<Removal>[] = [
    {
      id: 'what', header: t('removals.what'), width: 'minmax(0, 3fr)',
      cell: (it) => (
        <span class="title">
          <strong class="plain">{name(it)}</strong>
          {state(it) && <span class="why dim">{state(it)}</span>}
        </span>
      ),
    },
    { id: 'who', header: t('removals.who'), width: 'minmax(0, 1.4fr)', wide: true, cell: (it) => <span class="clip">{who(it) || '–'}</span> },
    { id: 'when', header: t('trash.deleted'), width: '132px', wide: true, cell: (it) => <Time at={it.at} /> },
  ];
  const chip = (label: Key, isOn: boolean, set: { changes?: string; table?: string }) => (
    <button type="button" class="chip" aria-pressed={isOn} onClick={() => filters.set({ changes: '', table: '', column: '', key: '', ...set })}>{t(label)}</button>
  );
  return (
    <div class="view">
      <Head title={t('nav.removals')} lead={t('removals.lead')}>
        <Button onClick={() => setCovering(true)}>{t('removals.coverage')}</Button>
      </Head>
      <div class="chips" role="group" aria-label={t('nav.removals')}>
        {chip('removals.deleted', !changes && !table, {})}
        {adopted.some((it) => it.recordsChanges) && chip('removals.all', changes && !table, { changes: '1' })}
        {adopted[0] && chip('removals.there', !!table, { table: adopted[0].name })}
      </div>
      <Gaps onOpen={() => setCovering(true)} />
      {table ? <AdoptedRows key={table} table={table} column={column} text={key} onChange={filters.set} clear={() => filters.set({ column: '', key: '' })} /> : <Listing list={list} empty={{ title: t(changes ? 'removals.emptyChanges' : 'removals.empty'), hint: t('removals.emptyHint') }}>
        <Grid
          label={t('nav.removals')} rows={list.rows} id={(it) => it.id} name={name} columns={columns} busy={list.busy}
          onEnd={list.more} onOpen={({ id }) => setOpen(id)}
          summary={(it) => <Line parts={[who(it), <Time at={it.at} />]} />}
          actions={(it) => (mayRestore(it) && left(it) > 0
            ? <Button icon="restore" class="row-action" aria-label={`${t('removals.restore')}: ${name(it)}`} onClick={() => setOpen(it.id)}>{t('removals.restore')}</Button>
            : left(it) === 0 && <Badge tone="RESTORED">{t('removals.done')}</Badge>)}
        />
      </Listing>}
      {open && <RemovalDialog key={open.id} removal={open} title={name(open)} who={who(open)} changes={changes} mayRestore={mayRestore(open)} onDone={list.refresh} onClose={() => setOpen(undefined)} />}
      {covering && <CoverageDialog onClose={() => setCovering(false)} />}
    </div>
  );
}
