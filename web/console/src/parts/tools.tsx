// What narrows a list: the search beside its filters, which fold where there is no room.

import type { ComponentChildren } from 'preact';
import { useLanguage } from '../i18n';
import { useNarrow } from './media';
import { Button, Popover } from './small';

export function Tools({ search, children, end, filters, selection }: {
  search?: ComponentChildren; children?: ComponentChildren; end?: ComponentChildren;
  filters: { any: boolean; clear(): void };
  /** Shown in place of all that while rows are selected, so that the rows stay where they are. */
  selection?: ComponentChildren;
}) {
  const { t } = useLanguage();
  const narrow = useNarrow();
  const clear = filters.any && <Button look="quiet" icon="close" onClick={filters.clear}>{t('common.clear')}</Button>;
  return (
    <div class="toolbar" data-selecting={!!selection}>
      <div class="tools" inert={!!selection}>
        {search}
        {narrow && children ? <Popover class="filters" label={t('common.filters')}>{children}{clear}</Popover> : <>{children}{clear}</>}
        {end && <div class="push">{end}</div>}
      </div>
      {selection && <div class="bar">{selection}</div>}
    </div>
  );
}

/** A day from which a list goes on: “jump”, not “only”. */
export function DayFilter({ value, onChange }: { value: string; onChange(day: string): void }) {
  const { t } = useLanguage();
  return (
    <label class="day">
      <span>{t('common.day')}</span>
      <input type="date" title={t('common.day')} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </label>
  );
}
