// Restoring rows of the trash, after a question where something stands in the way or more would come back.

import { useClient } from '@urql/preact';
import { useRef, useState } from 'preact/hooks';
import { RestorePreviewDocument } from '../../generated/documents';
import type { Target } from '../../app/acts';
import { isWorthAQuestion, type Choice, type Preview } from './preview';

/** How many previews one request may ask for. */
const MOST = 100;

/** Says why, where all of it is refused. */
type Restore = (targets: readonly Target[], how: { related?: boolean; reason?: string }) => Promise<string | undefined>;

export type Question = {
  targets: readonly Target[]; previews: Preview[]; reason?: string; onRestore(choice: Choice): Promise<string | undefined>;
};

export function useQuestion(restore: Restore) {
  const client = useClient();
  const [question, ask] = useState<Question>();
  // A second click, before there is an answer, asks nothing.
  const isAsking = useRef(false);
  async function begin(targets: readonly Target[], reason?: string) {
    if (isAsking.current) return;
    isAsking.current = true;
    try {
      await inquire(targets, reason);
    } finally {
      isAsking.current = false;
    }
  }
  async function inquire(targets: readonly Target[], reason?: string) {
    const ids = targets.map((it) => it.id);
    const previews: Preview[] = [];
    // One after the other: a server answers only so many requests of a caller at once.
    for (let at = 0; at < ids.length; at += MOST) {
      const { data } = await client.query(RestorePreviewDocument, { ids: ids.slice(at, at + MOST) }, { requestPolicy: 'network-only' }).toPromise();
      previews.push(...(data?.restorePreview ?? []).flatMap((it) => it ?? []));
    }
    if (!previews.some(isWorthAQuestion)) return void restore(targets, { reason });
    // What can't be restored is left out; the question says so.
    const blocked = new Set(previews.filter((it) => !it.canRestore || it.obstacles.length > 0).map((it) => it.id));
    ask({
      targets,
      previews,
      reason,
      onRestore: (choice) => restore(targets.filter((it) => !blocked.has(it.id)), choice),
    });
  }
  return { question, begin, close: () => ask(undefined) };
}
