// Whether a record is active, inactive or deleted.

import type { RecordAction } from '../../generated/documents';
import { useLanguage } from '../../i18n';
import type { Key } from '../../i18n/en';
import { Badge } from '../../parts/small';
import type { AnyRecord } from './documents';

/** `fate` is what somebody else did to it, where the caller can't read it any more. */
export function State({ record, fate }: { record: Pick<AnyRecord, 'deletedAt' | 'isActive'>; fate?: RecordAction }) {
  const { t } = useLanguage();
  if (fate && fate !== 'RESTORED') return <Badge tone={fate}>{t(`action.${fate}` as Key)}</Badge>;
  if (record.deletedAt) return <Badge tone="DELETED">{t('records.isDeleted')}</Badge>;
  return record.isActive ? <Badge tone="RESTORED">{t('records.isActive')}</Badge> : <Badge>{t('records.isInactive')}</Badge>;
}
