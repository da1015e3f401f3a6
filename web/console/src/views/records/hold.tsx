// Before records are put on hold or released: what that means, why it is done, and which stay as they are.

import { useState } from 'preact/hooks';
import type { Target } from '../../app/acts';
import { MOST } from '../../app/requests';
import { useLanguage } from '../../i18n';
import { useAttempt } from '../../parts/attempt';
import { Dialog } from '../../parts/dialog';
import { isTooLong, ReasonField } from '../../parts/field';
import { Button, KindBadge } from '../../parts/small';
import type { Purgeable } from '../trash/purge';

export type Keep = 'hold' | 'release';

const TEXTS = {
  hold: { title: 'hold.title', lead: 'hold.lead', go: 'hold.goSome', icon: 'lock' },
  release: { title: 'hold.releaseTitle', lead: 'hold.releaseLead', go: 'hold.releaseSome', icon: 'unlock' },
} as const;

/** Whether the caller may do it, and it would change anything. */
export const mayKeep = (it: Purgeable, what: Keep) => it.viewerCan.hold && !!it.hold === (what === 'release');

export function HoldDialog({ what, rows, reason: given = '', onKeep, onClose }: {
  what: Keep; rows: readonly Purgeable[]; reason?: string; onKeep(targets: readonly Target[], reason: string): Promise<string | undefined>; onClose(): void;
}) {
  const { t } = useLanguage();
  const [reason, setReason] = useState(given);
  const { problem, attempt } = useAttempt(onClose);
  // As they were when it was opened: somebody else may do the same meanwhile.
  const [targets] = useState(() => rows.filter((it) => mayKeep(it, what)));
  const [left] = useState(() => rows.filter((it) => !mayKeep(it, what)));
  const { title, lead, go, icon } = TEXTS[what];
  const count = targets.length;
  const why = ({ viewerCan, hold }: Purgeable) =>
    !viewerCan.hold ? t('hold.isForbidden') : hold ? t('hold.isHeld', { why: hold.reason }) : t('hold.isFree');
  return (
    <Dialog title={t(title, { count, label: targets[0]?.label })} onClose={onClose}>
      <p>{t(lead, { count })}</p>
      {left.length > 0 && (
        <ul class="plain-list findings" tabIndex={0} aria-label={t('operations.left')}>
          {left.map((it) => (
            <li key={it.id} class="finding">
              <p><KindBadge kind={it.kind} /> <strong>{it.label}</strong></p>
              <p class="field-error">{why(it)}</p>
            </li>
          ))}
        </ul>
      )}
      <ReasonField required value={reason} onChange={setReason} hint={t('audit.reasonHint')} />
      <p class="field-error" role="alert">{problem}</p>
      <footer>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          look="primary" icon={icon} disabled={count === 0 || !reason.trim() || isTooLong(reason)}
          onClick={() => void attempt(() => onKeep(targets, reason.trim()), count > MOST[what])}
        >
          {t(go, { count })}
        </Button>
      </footer>
    </Dialog>
  );
}
