// What is selected of a list, and the reason that is typed beside it.

import { useEffect, useState } from 'preact/hooks';

/** A selection of all that match ends when the list is another one, or single rows are selected. */
export function useSelection(variables: unknown) {
  const [ids, choose] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  // All that match, not only those that are loaded.
  const [isWhole, setWhole] = useState(false);
  useEffect(() => setWhole(false), [variables]);
  const set = (next: ReadonlySet<string>) => {
    choose(next);
    setWhole(false);
  };
  return {
    ids, reason, setReason, isWhole, set,
    chooseWhole: () => setWhole(true),
    /** Takes rows out, whatever was selected since. */
    drop(gone: ReadonlySet<string>) {
      choose((before) => new Set([...before].filter((id) => !gone.has(id))));
      setWhole(false);
    },
    clear() {
      set(new Set());
      setReason('');
    },
  };
}
