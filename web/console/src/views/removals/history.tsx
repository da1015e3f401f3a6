// What is recorded of one row, the newest first: who did what to it, and what differs.

import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { RowHistoryDocument, type RowHistoryQuery } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { isolated } from '../../i18n/bidi';
import type { Key } from '../../i18n/en';
import { Skeleton, Time } from '../../parts/small';

type Values = Record<string, unknown>;
type Entry = NonNullable<RowHistoryQuery['rowHistory']>['nodes'][number];

/** The columns whose values differ, or all where there is only one image. */
const differing = (before?: Values | null, after?: Values | null) =>
  Object.keys({ ...before, ...after }).filter((it) => !before || !after || JSON.stringify(before[it]) !== JSON.stringify(after[it]));

function Difference({ before, after }: { before?: Values | null; after?: Values | null }) {
  return (
    <pre><code>
      {differing(before, after).map((it) => (
        `${it}: ${[before, after].filter((image) => image).map((image) => isolated(JSON.stringify(image?.[it]))).join(' → ')}`
      )).join('\n')}
    </code></pre>
  );
}

function Entries({ table, row }: { table: string; row: string[] }) {
  const { t } = useLanguage();
  const [{ data }] = useQuery({ query: RowHistoryDocument, variables: { table, key: row } });
  if (!data) return <Skeleton lines={2} />;
  const who = ({ role, person }: Entry) => [role, person].filter(Boolean).join(' · ');
  return (
    <ul class="plain-list" aria-label={t('removals.history')}>
      {(data.rowHistory?.nodes ?? []).map((it) => (
        <li key={it.id} class="finding">
          <p>{t(`removals.act.${it.action}` as Key)} <span class="dim">{who(it)} <Time at={it.at} full /></span></p>
          <Difference before={it.values as Values | null} after={it.after as Values | null} />
        </li>
      ))}
    </ul>
  );
}

export function RowHistory({ table, row }: { table: string; row: string[] }) {
  const { t } = useLanguage();
  const [shown, setShown] = useState(false);
  return (
    <details onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{t('removals.history')}</summary>
      {shown && <Entries table={table} row={row} />}
    </details>
  );
}
