// A list of rows with columns. Only what is visible is drawn. One row at a time takes the focus; the
// arrow keys move it, and when the row with the focus goes, the next one gets it.

import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLanguage } from '../i18n';
import { BesideContext } from './beside';
import { Icon } from './icons';
import { useNarrow, useRoom } from './media';
import { usePlace } from './place';
import { useVirtual } from './virtual';

export type GridColumn<Row> = {
  id: string;
  header: string;
  /** A track of CSS grid. */
  width: string;
  cell(row: Row): ComponentChildren;
  /** Shown beside the first column only where there is room, else below it; 'only' where there is much. */
  wide?: boolean | 'only';
  sort?: { direction: 'ASC' | 'DESC' | null; toggle(): void };
};

export type Selection = { ids: ReadonlySet<string>; set(ids: ReadonlySet<string>): void; allowed?(id: string): boolean };

export type GridProps<Row> = {
  label: string;
  rows: readonly Row[];
  id(row: Row): string;
  name(row: Row): string;
  columns: GridColumn<Row>[];
  selection?: Selection;
  busy?: boolean;
  total?: number;
  height?: number;
  /** Below the first column, where there is no room for all columns; `narrow` where there is for two. */
  summary?(row: Row, narrow: boolean): ComponentChildren;
  /** How high a narrow row with it is. */
  tall?: number;
  onOpen?(row: Row): void;
  onEnd?(): void;
  /** Keys on a row beside those of every grid. */
  keys?: Record<string, (row: Row) => void>;
  actions?(row: Row): ComponentChildren;
};

/** Parts beside each other, below what is in the first column. */
export const Line = ({ parts }: { parts: readonly ComponentChildren[] }) => (
  <div class="second-line">
    {parts.filter(Boolean).map((part, index) => <span key={index}>{part}</span>)}
  </div>
);

export function Grid<Row>(props: GridProps<Row>) {
  const { label, rows, id, columns, selection, busy, onOpen, onEnd, keys = {}, actions, summary } = props;
  const { t } = useLanguage();
  const narrow = useNarrow();
  const room = useRoom();
  const tall = !!summary && !room && columns.some((it) => it.wide === 'only');
  const height = narrow ? (props.tall ?? 66) : tall ? 60 : (props.height ?? 44);
  const scroller = useRef<HTMLDivElement>(null);
  const beside = useContext(BesideContext);
  const place = usePlace(label, () => ({ offset: scroller.current?.scrollTop ?? 0, id: activeId.current }));
  const [active, setActive] = useState(0);
  const hadFocus = useRef(false);
  const activeId = useRef(place?.id);
  // Where a range of selected rows begins.
  const from = useRef<string | undefined>(undefined);
  const isRange = useRef(false);
  const [actionsWidth, setActionsWidth] = useState(narrow ? 44 : 104);

  // The row with the focus moves, or goes: the focus follows it, or takes what is in its place.
  const found = activeId.current === undefined ? -1 : rows.findIndex((row) => id(row) === activeId.current);
  const current = Math.max(0, Math.min(found >= 0 ? found : active, rows.length - 1));
  const virtual = useVirtual(scroller, rows.length, height, place?.offset ?? 0, current);
  useLayoutEffect(() => {
    const row = rows[current];
    activeId.current = row && id(row);
    if (current !== active) setActive(current);
    if (hadFocus.current && !scroller.current?.contains(document.activeElement)) focusRow(current);
  });

  function focusRow(index: number) {
    const row = rows[index];
    if (!row) return;
    activeId.current = id(row);
    setActive(index);
    virtual.scrollToIndex(index);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true }));
  }

  // The row of the record that is open over the list is that with the focus once it is closed.
  const openAt = beside?.openId === undefined ? -1 : rows.findIndex((row) => id(row) === beside.openId);
  const [previous, next] = [rows[openAt - 1], rows[openAt + 1]];
  useLayoutEffect(() => {
    if (!beside || openAt < 0) return;
    activeId.current = beside.openId;
    setActive(openAt);
    virtual.scrollToIndex(openAt);
    beside.around(previous && (() => onOpen?.(previous)), next && (() => onOpen?.(next)));
  }, [beside?.openId, openAt, previous && id(previous), next && id(next)]);

  // Who comes back goes on at the row that they left.
  useEffect(() => { if (place) focusRow(current); }, []);
  // Of the buttons in rows only those of the active one are in the way of Tab.
  useLayoutEffect(() => {
    for (const it of scroller.current?.querySelectorAll<HTMLElement>('.row-actions button') ?? []) {
      it.tabIndex = it.closest('[data-index]')?.getAttribute('data-index') === String(current) ? 0 : -1;
    }
  });

  const items = virtual.getVirtualItems();
  // The active row is drawn wherever it is.
  const last = items.findLast((it) => it.index !== current)?.index ?? 0;
  // Rows are grids of their own, and the texts of buttons differ by language and by row: all take the widest.
  const measured = useRef({ t, narrow, texts: new Set<string | null>() });
  useLayoutEffect(() => {
    if (measured.current.t !== t || measured.current.narrow !== narrow) measured.current = { t, narrow, texts: new Set() };
    const { texts } = measured.current;
    const isFirst = texts.size === 0;
    const fresh = [...scroller.current?.querySelectorAll('.row-actions') ?? []].filter((it) => !texts.has(it.textContent));
    if (fresh.length === 0) return;
    const width = Math.ceil(Math.max(...fresh.map((it) => it.getBoundingClientRect().width)));
    for (const it of fresh) texts.add(it.textContent);
    setActionsWidth((before) => (isFirst ? width : Math.max(before, width)));
  });
  useEffect(() => {
    if (onEnd && !busy && rows.length > 0 && last >= rows.length - 15) onEnd();
  }, [last, rows.length, busy]);

  function toggle(row: Row) {
    if (!selection || selection.allowed?.(id(row)) === false) return;
    const ids = new Set(selection.ids);
    if (!ids.delete(id(row))) ids.add(id(row));
    from.current = id(row);
    selection.set(ids);
  }

  /** Selects the rows from where the selection began to this one; what was selected before stays. */
  function reach(to: number) {
    if (!selection) return;
    const start = rows.findIndex((row) => id(row) === from.current && selection.ids.has(id(row)));
    const begin = start < 0 ? current : start;
    const between = rows.slice(Math.min(begin, to), Math.max(begin, to) + 1).map(id);
    [from.current] = rows.slice(begin, begin + 1).map(id);
    selection.set(new Set([...selection.ids, ...between.filter((it) => selection.allowed?.(it) !== false)]));
  }

  function onKeyDown(event: KeyboardEvent) {
    const inside = event.target as HTMLElement;
    const isRow = inside.getAttribute('role') === 'row';
    const isAll = event.key === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isAll && selection) {
      event.preventDefault();
      return selection.set(new Set(allowed.map(id)));
    }
    if (event.ctrlKey || event.metaKey || event.altKey || inside.tagName === 'INPUT' && event.key === ' ') return;
    const row = rows[current];
    const moves: Record<string, number> = {
      ArrowDown: current + 1, j: current + 1, ArrowUp: current - 1, k: current - 1,
      Home: 0, End: rows.length - 1, PageDown: current + 10, PageUp: current - 10,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      const index = Math.max(0, Math.min(to, rows.length - 1));
      if (event.shiftKey) reach(index);
      focusRow(index);
    }
    else if ((event.key === ' ' || event.key === 'x') && isRow && row) toggle(row);
    else if (event.key === 'Escape' && selection && chosen > 0) selection.set(new Set());
    else if (event.key === 'Enter' && isRow && row) onOpen?.(row);
    else if (row && keys[event.key] && (isRow || inside.tagName === 'INPUT')) keys[event.key]?.(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const shown = columns.filter(({ wide }) => (narrow ? !wide : room || wide !== 'only'));
  const template = [
    selection ? '18px' : '', ...shown.map((column) => column.width), actions ? `${actionsWidth}px` : '',
  ].filter(Boolean).join(' ');
  const allowed = selection ? rows.filter((row) => selection.allowed?.(id(row)) !== false) : [];
  const chosen = selection ? allowed.filter((row) => selection.ids.has(id(row))).length : 0;

  return (
    <div
      class="grid" role="grid" aria-label={label} aria-rowcount={props.total ?? rows.length} aria-busy={busy}
      aria-multiselectable={selection ? true : undefined} onKeyDown={onKeyDown}
    >
      <div class="grid-head" role="rowgroup">
        <div class="grid-row" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {selection && (
            <div role="columnheader" class="cell pick">
              <input
                type="checkbox" aria-label={t('common.selectAll')} checked={chosen > 0 && chosen === allowed.length}
                disabled={allowed.length === 0}
                ref={(it) => { if (it) it.indeterminate = chosen > 0 && chosen < allowed.length; }}
                onChange={() => selection.set(chosen === allowed.length ? new Set() : new Set(allowed.map(id)))}
              />
            </div>
          )}
          {shown.map(({ id, header, sort }) => (
            <div
              key={id} role="columnheader" class="cell"
              aria-sort={sort && (sort.direction ? (sort.direction === 'ASC' ? 'ascending' : 'descending') : 'none')}
            >
              {sort ? (
                <button type="button" class="sort" title={t('records.sort', { column: header })} onClick={sort.toggle}>
                  <span class="clip">{header}</span>
                  <Icon name={sort.direction ? (sort.direction === 'ASC' ? 'up' : 'down') : 'sort'} />
                </button>
              ) : header}
            </div>
          ))}
          {actions && <div role="columnheader" class="cell"><span class="visually-hidden">{t('common.actions')}</span></div>}
        </div>
      </div>
      <div class="grid-body" ref={scroller} role="presentation">
        <div
          role="rowgroup" class="grid-rows" style={{ height: `${virtual.getTotalSize()}px` }}
          onFocusIn={() => { hadFocus.current = true; }}
          onFocusOut={(event) => {
            // A row that is removed doesn't say where the focus goes.
            if (event.relatedTarget) hadFocus.current = !!scroller.current?.contains(event.relatedTarget as Node);
          }}
        >
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            const key = id(row);
            const isSelected = selection?.ids.has(key);
            const isActive = index === current;
            return (
              <div
                key={key} data-index={index} data-id={key} class="grid-row" role="row" aria-rowindex={index + 2}
                tabIndex={isActive ? 0 : -1} aria-selected={selection ? !!isSelected : undefined} aria-current={key === beside?.openId ? 'true' : undefined}
                style={{ gridTemplateColumns: template, height: `${height}px`, transform: `translateY(${start}px)` }}
                onFocus={() => { activeId.current = key; setActive(index); }}
                onClick={(event) => {
                  if (!(event.target as HTMLElement).closest('button,a,input,label')) onOpen?.(row);
                }}
              >
                {selection && (
                  <div role="gridcell" class="cell pick">
                    <input
                      type="checkbox" tabIndex={isActive ? 0 : -1} checked={!!isSelected}
                      disabled={selection.allowed?.(key) === false}
                      aria-label={t('common.select', { label: props.name(row) })}
                      onClick={({ shiftKey }) => { isRange.current = shiftKey; }}
                      onChange={() => (isRange.current ? reach(index) : toggle(row))}
                    />
                  </div>
                )}
                {shown.map((column, place) => (
                  <div key={column.id} role="gridcell" class="cell">
                    {column.cell(row)}
                    {place === 0 && (narrow || tall) && (summary
                      ? summary(row, narrow)
                      : <Line parts={columns.filter((it) => it.wide === true).slice(0, 3).map((it) => it.cell(row))} />)}
                  </div>
                ))}
                {actions && <div role="gridcell" class="cell row-actions">{actions(row)}</div>}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
