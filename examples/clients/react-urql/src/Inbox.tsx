import { useEffect } from 'react';
import { useMutation, useQuery, useSubscription } from 'urql';
import { InboxDocument, MarkNotificationsReadDocument, NotificationReceivedDocument } from '@reinstate/client';

export function Inbox() {
  const [{ data }, read] = useQuery({ query: InboxDocument, variables: { first: 10 } });
  const [, markRead] = useMutation(MarkNotificationsReadDocument);

  // Each notification that comes has the inbox read again.
  const [{ data: received }] = useSubscription({ query: NotificationReceivedDocument });
  const position = received?.notificationReceived.position;
  useEffect(() => {
    if (position) read({ requestPolicy: 'network-only' });
  }, [position, read]);

  return (
    <section aria-label="Inbox">
      <h2>Inbox ({data?.viewer?.unreadCount} unread)</h2>
      <ul>
        {data?.viewer?.notifications?.nodes.map(({ id, uuid, title, message, isRead }) => (
          <li key={id}>
            <span><b>{title}</b> {message}</span>
            {!isRead && <button onClick={() => markRead({ uuids: [uuid] })}>Mark as read</button>}
          </li>
        ))}
      </ul>
    </section>
  );
}
