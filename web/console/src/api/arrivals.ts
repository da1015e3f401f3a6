// What happens while a list is open. What happens between the reading of the list and the start of the
// subscription is in neither, so the list is read again once the connection stands.

import { useClient, useSubscription } from '@urql/preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { RecordChangedDocument, type Kind, type RecordChangedSubscription } from '../generated/documents';
import { useLiveState } from './live';
import { countUnread } from './unread';

export type Arrival = RecordChangedSubscription['recordChanged'];

/** How long a subscription takes to begin, generously. */
const BEGUN_MS = 1000;

/** The changes since the view was opened, newest first. */
export function useArrivals(kinds: readonly Kind[] | undefined, refresh: () => void): readonly Arrival[] {
  const client = useClient();
  const state = useLiveState();
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([]);
  const variables = useMemo(() => ({ kinds: kinds && [...kinds] }), [kinds]);
  useSubscription({ query: RecordChangedDocument, variables }, (_, data) => {
    const { recordChanged } = data;
    if (recordChanged.event.kind === 'NOTIFICATION') countUnread(client);
    setArrivals((before) => (before.some((it) => it.event.id === recordChanged.event.id) ? before : [recordChanged, ...before]));
    return data;
  });
  const again = useRef(refresh);
  again.current = refresh;
  useEffect(() => {
    if (state !== 'live') return undefined;
    const timer = setTimeout(() => again.current(), BEGUN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return arrivals;
}
