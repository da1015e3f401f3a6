// The rows of these tables that are there, found by their keys or a value; each with its values and its history.

import { useRef, useState } from 'preact/hooks';
import { useRows } from '../../api/lists';
import { useViewer } from '../../app/viewer';
import { AdoptedRowsDocument, type AdoptedRowsQuery } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { isolated } from '../../i18n/bidi';
import { Dialog } from '../../parts/dialog';
import { Grid, type GridColumn } from '../../parts/grid';
import { Listing } from '../../parts/listing';
import { useOpened } from '../../parts/opened';
import { Search } from '../../parts/search';
import { Button, Select } from '../../parts/small';
import { Tools } from '../../parts/tools';
import { RowHistory } from './history';
import { RowForm } from './row-form';

type Row = NonNullable<AdoptedRowsQuery['adoptedRows']>['nodes'][number] & { id: string };

/** Cached answers don't tell rows of several tables apart, so that they have no id there. */
const identified = ({ adoptedRows: found }: AdoptedRowsQuery) =>
  found && { ...found, nodes: found.nodes.map((it): Row => ({ ...it, id: it.key.join('\n') })) };

/** The values of a key that somebody types, with commas between several. */
const typed = (text: string, { length }: readonly string[]) => {
  const values = length === 1 ? [text] : text.split(',').map((it) => it.trim());
  return text !== '' && values.length === length ? values : undefined;
};

export function AdoptedRows({ table, column, text, onChange, clear }: {
  table: string; column: string; text: string;
  onChange(changes: { table?: string; column?: string; key?: string }): void; clear(): void;
}) {
  const { t, list: listed } = useLanguage();
  const { adopted } = useViewer();
  const { key: columns = [], recordsChanges, creatable = [], updatable = [] } = adopted.find((it) => it.name === table) ?? {};
  const by = column && text ? { column, value: text } : { key: column ? undefined : typed(text, columns) };
  const list = useRows(AdoptedRowsDocument, { table, ...by }, identified);
  // Those of any row; a search may find none.
  const shown = useRef<string[]>([]);
  const { values: first } = list.rows.find((it) => it.values) ?? {};
  if (first) shown.current = Object.keys(first as object);
  const choices = [...new Set([...shown.current, column])].filter(Boolean);
  const [opened, setOpen] = useState<string>();
  const [writing, setWriting] = useState<'new' | 'row'>();
  const open = useOpened(list.rows, opened, (it) => it.id);
  const name = (it: Row) => it.label ?? it.key.join(', ');
  const title = (it: Row) => `${table} ${it.key.join(', ')}`;
  const values = (it: Row, between: string) => (it.values
    ? Object.entries(it.values as Record<string, unknown>).map(([of, value]) => `${of}: ${isolated(JSON.stringify(value))}`).join(between)
    : t('removals.tooLong'));
  const grid: GridColumn<Row>[] = [
    {
      id: 'key', header: t('removals.what'), width: 'minmax(0, 1fr)',
      cell: (it) => <span class="clip"><strong>{name(it)}</strong> {it.label && <span class="dim">{it.key.join(', ')}</span>}</span>,
    },
    {
      id: 'values', header: t('removals.values'), width: 'minmax(0, 3fr)', wide: true,
      cell: (it) => <span class="clip dim">{values(it, '  ')}</span>,
    },
  ];
  const written = () => {
    setWriting(undefined);
    list.refresh();
  };
  return (
    <>
      <Tools
        filters={{ clear }}
        search={<Search label={t('removals.find', { key: column || listed(columns) })} value={text} busy={list.busy} onChange={(key) => onChange({ key })} />}
        view={(
          <>
            <Select hideLabel label={t('removals.table')} value={table} options={adopted.map((it) => [it.name, it.name])} onChange={(next) => onChange({ table: next, column: '', key: '' })} />
            <Select
              hideLabel label={t('removals.column')} value={column} onChange={(next) => onChange({ column: next, key: '' })}
              options={[['', listed(columns)], ...choices.map((it): [string, string] => [it, it])]}
            />
            {creatable.length > 0 && <Button icon="plus" onClick={() => setWriting('new')}>{t('removals.newRow')}</Button>}
          </>
        )}
      />
      <Listing list={list} empty={{ title: t('removals.noRow') }}>
        <Grid
          label={table} rows={list.rows} id={(it) => it.id} name={name} columns={grid} busy={list.busy}
          onEnd={list.more} onOpen={({ id }) => setOpen(id)} summary={(it) => <span class="clip">{values(it, '  ')}</span>}
        />
      </Listing>
      {writing === 'new' && <RowForm table={table} title={t('removals.newRow')} columns={creatable} onDone={written} onClose={() => setWriting(undefined)} />}
      {open && writing === 'row' && (
        <RowForm
          table={table} title={title(open)} columns={updatable} onDone={written} onClose={() => setWriting(undefined)}
          row={{
            key: Object.fromEntries(columns.map((it, at) => [it, open.key[at]])),
            values: open.values as Record<string, unknown>, version: open.version ?? null,
          }}
        />
      )}
      {open && writing !== 'row' && (
        <Dialog wide title={title(open)} onClose={() => setOpen(undefined)}>
          <pre class="finding limited" tabIndex={0}><code>{values(open, '\n')}</code></pre>
          {recordsChanges && <RowHistory table={table} row={open.key} />}
          <footer>
            {updatable.length > 0 && open.values && <Button onClick={() => setWriting('row')}>{t('records.edit')}</Button>}
            <Button look="primary" onClick={() => setOpen(undefined)}>{t('common.close')}</Button>
          </footer>
        </Dialog>
      )}
    </>
  );
}
