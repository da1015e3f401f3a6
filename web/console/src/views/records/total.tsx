// How many records a list has in all, beside its title.

import { useQuery } from '@urql/preact';
import { useReread } from '../../api/changes';
import { useKept, useReadAgain } from '../../api/lists';
import type { Kind } from '../../generated/documents';
import type { KindInfo } from '../../generated/kinds';
import { useLanguage } from '../../i18n';
import { documents } from './documents';

/** `variables` are those of the list, of which the order is of no account. */
export function Total({ kind, info, variables: { where, trashed } }: {
  kind: Kind; info: KindInfo; variables: { where?: Record<string, unknown>; trashed?: string };
}) {
  const { t } = useLanguage();
  const [{ data, error }, again] = useQuery({ query: documents(info).total, variables: { where, trashed }, requestPolicy: 'cache-and-network' });
  const read = () => again({ requestPolicy: 'network-only' });
  useReadAgain(read);
  useReread(({ event }) => event.kind === kind, read);
  const count = useKept(data?.records?.totalCount);
  if (count === undefined || (error && !data)) return null;
  return <span class="total" role="status">{t('records.total', { count })}</span>;
}
