// What narrows a list: the search beside its filters, which are behind one button, and what they are set to.

import { toChildArray, type ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useLanguage } from '../i18n';
import { ChipContext, useChip, useChips } from './chips';
import { Button, IconButton, Popover } from './small';

/** `children` are the filters; `view` is what changes how the list looks and not what is in it. */
export function Tools({ search, children, view, end, filters, selection }: {
  search?: ComponentChildren; children?: ComponentChildren; view?: ComponentChildren; end?: ComponentChildren;
  filters: { clear(): void };
  /** Shown in place of all that while rows are selected, so that the rows stay where they are. */
  selection?: ComponentChildren;
}) {
  const { t } = useLanguage();
  const { chips, tell } = useChips();
  const tools = useRef<HTMLDivElement>(null);
  // What was pressed goes.
  const stay = () => tools.current?.querySelector('summary')?.focus();
  return (
    <div class="toolbar" data-selecting={!!selection}>
      <div class="tools" inert={!!selection} ref={tools}>
        {search}
        {toChildArray(children).length > 0 && (
          <Popover class="filters" label={t('common.filters')}>
            <ChipContext.Provider value={tell}>{children}</ChipContext.Provider>
          </Popover>
        )}
        {view}
        {chips.length > 0 && (
          <div class="set" role="group" aria-label={t('common.filtersSet')}>
            {chips.map(({ label, text, remove }) => {
              const said = text ? `${label}: ${text}` : label;
              return (
                <span key={said} class="tag">
                  <span class="clip" title={said}>{said}</span>
                  <IconButton icon="close" label={t('common.removeFilter', { filter: said })} onClick={() => { stay(); remove(); }} />
                </span>
              );
            })}
            <Button look="quiet" onClick={() => { stay(); filters.clear(); }}>{t('common.clear')}</Button>
          </div>
        )}
        {end && <div class="push">{end}</div>}
      </div>
      {selection && <div class="bar">{selection}</div>}
    </div>
  );
}

/** A filter by what is typed. */
export function InputFilter({ label, type = 'text', value, shown = value, onChange }: {
  label: string; type?: string; value: string; shown?: string; onChange(value: string): void;
}) {
  useChip(value !== '', label, shown, () => onChange(''));
  return (
    <label class="select">
      <span class="select-label">{label}</span>
      <input type={type} value={value} autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} />
    </label>
  );
}

/** A day; that from which a list goes on, if nothing else is said: “jump”, not “only”. */
export function DayFilter({ label, value, onChange }: { label?: string; value: string; onChange(day: string): void }) {
  const { t } = useLanguage();
  const day = new Date(`${value}T00:00:00`);
  // The address may hold anything.
  const shown = Number.isNaN(day.getTime()) ? value : day.toLocaleDateString();
  return <InputFilter type="date" label={label ?? t('common.day')} value={value} shown={shown} onChange={onChange} />;
}

/** A filter that is on or off. */
export function Toggle({ label, value, onChange }: { label: string; value: boolean; onChange(value: boolean): void }) {
  useChip(value, label, undefined, () => onChange(false));
  return <label class="toggle"><input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />{label}</label>;
}

/** A filter that only an address sets. */
export function FixedFilter({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  useChip(value !== '', label, value, () => onChange(''));
  return null;
}
