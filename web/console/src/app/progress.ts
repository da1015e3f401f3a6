// Operations that run in batches: how far they are, and ending them early.

import { useClient } from '@urql/preact';
import { useCallback } from 'preact/hooks';
import { CancelDocument, ProgressDocument, type ProgressFragment } from '../generated/documents';
import { useLanguage } from '../i18n';
import type { Key } from '../i18n/en';
import { useToasts } from './toasts';

/** How often one asks how far an operation is. */
const POLL_MS = 500;

/** Shows how far an operation is until it ends; undefined if nobody can say. `text` takes `done` and `count`. */
export function useFollow() {
  const client = useClient();
  const { t } = useLanguage();
  const { show, update, close } = useToasts();
  return useCallback(async (id: string, begun: ProgressFragment, text: Key) => {
    let now: ProgressFragment | null | undefined = begun;
    const says = ({ changed, refused, total }: ProgressFragment) => t(text, { done: changed + refused, count: total });
    const toast = show({
      busy: true, text: says(begun),
      action: { label: t('common.cancel'), run: () => void client.mutation(CancelDocument, { operationId: id }).toPromise() },
    });
    while (now?.state === 'RUNNING') {
      await new Promise((resume) => setTimeout(resume, POLL_MS));
      const { data, error } = await client.query(ProgressDocument, { id }, { requestPolicy: 'network-only' }).toPromise();
      // It goes on without us, and is asked again.
      if (error) continue;
      now = data?.operation?.progress;
      if (now) update(toast, says(now));
    }
    close(toast);
    return now ?? undefined;
  }, [client, t]);
}
