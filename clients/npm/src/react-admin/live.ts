// Changes as they happen, with the methods and topics of @react-admin/ra-realtime.

import { createClient, type Options } from '../socket.ts';
import { type RequestOptions, authorization } from './request.ts';
import type { Schema } from './schema.ts';
import { TRASH } from './trash.ts';

export interface LiveEvent {
  topic: string;
  type: 'created' | 'updated' | 'deleted';
  /** The records; none where some may have been missed. */
  payload: { ids: string[] };
}

export interface Live {
  /** Topics: `resource/reports`, `resource/reports/<id>` and `resource/trash`. */
  subscribe(topic: string, callback: (event: LiveEvent) => void): Promise<{ data: null }>;
  unsubscribe(topic: string, callback: (event: LiveEvent) => void): Promise<{ data: null }>;
}

const DOCUMENT = `subscription ($kinds: [Kind!], $ids: [ID!], $after: String) {
  recordChanged(kinds: $kinds, ids: $ids, after: $after) { position event { action recordId } }
}`;

const TYPES: Readonly<Record<string, LiveEvent['type']>> = {
  CREATED: 'created', RESTORED: 'created', DELETED: 'deleted', PURGED: 'deleted',
};
const TYPES_IN_TRASH: typeof TYPES = { DELETED: 'created', RESTORED: 'deleted', PURGED: 'deleted' };

interface Subscription {
  topic: string;
  callback: (event: LiveEvent) => void;
  stop: () => void;
}

export function liveMethods(schema: () => Promise<Schema>, options: RequestOptions, socketOptions?: Partial<Options>): Live {
  const subscriptions = new Set<Subscription>();
  let socket: ReturnType<typeof createClient> | undefined;

  const connect = () => (socket ??= createClient({
    url: `${options.url.replace(/^http/, 'ws')}/graphql/ws`,
    connectionParams: async () => ({ authorization: await authorization(options) }),
    ...socketOptions,
    onGap() {
      socketOptions?.onGap?.();
      for (const { topic, callback } of new Set(subscriptions)) callback({ topic, type: 'updated', payload: { ids: [] } });
    },
  }));

  return {
    async subscribe(topic, callback) {
      const [, name, id] = topic.match(/^resource\/([^/]+)(?:\/(.+))?$/) ?? [];
      if (!name) throw new Error(`There is no topic “${topic}”.`);
      const subscription: Subscription = { topic, callback, stop: () => {} };
      // Before anything is waited for: it may be ended by then.
      subscriptions.add(subscription);
      const types = name === TRASH ? TYPES_IN_TRASH : TYPES;
      const kinds = name === TRASH ? undefined : [(await schema()).get(name).kind];
      if (!subscriptions.has(subscription)) return { data: null };
      type Result = { recordChanged: { event: { action: string; recordId: string } } | null };
      subscription.stop = connect().subscribe<Result>({ query: DOCUMENT, variables: { kinds, ids: id && [id] } }, {
        next({ data }) {
          // An event that the server can't show is an error in its place.
          const event = data?.recordChanged?.event;
          callback({ topic, type: types[event?.action ?? ''] ?? 'updated', payload: { ids: event ? [event.recordId] : [] } });
        },
        // The next request shows what is wrong, such as a token that has expired.
        error: () => subscriptions.delete(subscription),
        complete() {},
      });
      return { data: null };
    },

    async unsubscribe(topic, callback) {
      for (const subscription of subscriptions) {
        if (subscription.topic !== topic || subscription.callback !== callback) continue;
        subscriptions.delete(subscription);
        subscription.stop();
      }
      return { data: null };
    },
  };
}
