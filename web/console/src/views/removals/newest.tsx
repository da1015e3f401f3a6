// In the trash: what was deleted last in SQL, past every API.

import { useQuery } from '@urql/preact';
import { Link } from 'wouter-preact';
import { useViewer } from '../../app/viewer';
import { RemovalsDocument } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import { Time } from '../../parts/small';
import { left, useNames } from './names';

export function NewestRemoval() {
  const { t } = useLanguage();
  const { adopted } = useViewer();
  const { name, who } = useNames();
  const [{ data }] = useQuery({ query: RemovalsDocument, variables: { first: 1 }, pause: adopted.length === 0, requestPolicy: 'cache-and-network' });
  const [newest] = data?.removals?.nodes ?? [];
  if (!newest || left(newest) === 0) return null;
  return (
    <p class="banner" role="status">
      <Link href="/removals">{t('removals.newest', { rows: name(newest), who: who(newest) })}</Link> <Time at={newest.at} />
    </p>
  );
}
