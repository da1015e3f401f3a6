import { useMutation, useQuery, useSubscription } from '@apollo/client/react';
import { InboxDocument, MarkNotificationsReadDocument, NotificationReceivedDocument } from '@reinstate/client';
import type { InboxQuery, NotificationReceivedSubscription } from '@reinstate/client';

export function Inbox() {
  const { data, updateQuery } = useQuery(InboxDocument, { variables: { first: 10 } });
  useSubscription(NotificationReceivedDocument, {
    onData: ({ data: { data } }) =>
      data && updateQuery((_, { previousData, complete }) =>
        complete ? withReceived(previousData as InboxQuery, data) : undefined),
  });
  const [markRead] = useMutation(MarkNotificationsReadDocument, { refetchQueries: [InboxDocument] });
  return (
    <section aria-label="Inbox">
      <h2>Inbox ({data?.viewer?.unreadCount} unread)</h2>
      <ul>
        {data?.viewer?.notifications?.nodes.map(({ id, uuid, title, message, isRead }) => (
          <li key={id}>
            <span><b>{title}</b> {message}</span>
            {!isRead && <button onClick={() => markRead({ variables: { uuids: [uuid] } })}>Mark as read</button>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The inbox with a notification that has just come. */
function withReceived(inbox: InboxQuery, { notificationReceived }: NotificationReceivedSubscription): InboxQuery {
  const { viewer } = inbox;
  if (!viewer?.notifications) return inbox;
  const { notification, unreadCount } = notificationReceived;
  const others = viewer.notifications.nodes.filter(({ id }) => id !== notification.id);
  const notifications = { ...viewer.notifications, nodes: [notification, ...others] };
  return { viewer: { ...viewer, unreadCount, notifications } };
}
