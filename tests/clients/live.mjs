// Runs graphql-ws, graphql-sse and Apollo Client (multipart subscriptions) against the server: events
// arrive, a client that reconnects misses and repeats none, and an invalid credential closes the
// connection.

import assert from 'node:assert/strict';
import { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import WebSocket from 'ws';
import { headers, post, token, url } from './server.mjs';

const RECEIVED = `subscription Received($after: String) {
  notificationReceived(after: $after) { position notification { title } unreadCount }
}`;
const CHANGED = `subscription Changed($after: String) {
  recordChanged(kinds: [LOCALE], after: $after) {
    position
    event { action kind changedFields }
    record { ... on Locale { code sortOrder } }
  }
}`;
const SEND = `mutation Send($userId: BigInt!, $title: String!) {
  sendNotification(input: { userId: $userId, type: INFO, title: $title, message: "For the tests." }) {
    notification { id }
  }
}`;
// Longer than an event takes on a busy machine: the test fails after it.
const PATIENCE_MS = 20_000;

async function call(query, variables) {
  const { data, errors } = await post({ query, variables });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

const me = (await call('{ viewer { user { databaseId } } }')).viewer.user.databaseId;
const send = (title) => call(SEND, { userId: me, title });
const sort = (sortOrder) =>
  call('mutation ($n: Int!) { updateLocale(code: "en", changes: { sortOrder: $n }) { locale { id } } }', { n: sortOrder });

/** The items of an observable, one after the other. */
function iterate(observable) {
  const items = [];
  let wake = () => {};
  const push = (item) => {
    items.push(item);
    wake();
  };
  const subscription = observable.subscribe({
    next: (value) => push({ value, done: false }),
    error: (error) => push({ error }),
    complete: () => push({ done: true }),
  });
  return {
    async next() {
      while (items.length === 0) await new Promise((resume) => (wake = resume));
      const item = items.shift();
      if (item.error) throw item.error;
      return item;
    },
    return: async () => subscription.unsubscribe(),
  };
}

const socketUrl = `${url.replace('http', 'ws')}/ws`;

function apolloClient(credential = token) {
  const link = new HttpLink({ uri: url, headers: { authorization: `Bearer ${credential}` }, fetch });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const subscribe = ({ query, variables }) =>
    client.subscribe({ query: gql(query), variables, fetchPolicy: 'no-cache' });
  return {
    iterate: (request) => {
      const items = iterate(subscribe(request));
      const next = async () => {
        const { value, done } = await items.next();
        if (value?.error) throw value.error;
        return { value, done };
      };
      return { ...items, next };
    },
    dispose: () => client.stop(),
  };
}

const over = {
  WebSocket: (credential = token) => createWsClient({
    url: socketUrl,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${credential}` },
    retryAttempts: 0,
  }),
  'server-sent events': () => createSseClient({ url, headers, retryAttempts: 0 }),
  'multipart/mixed': apolloClient,
};

async function next(events) {
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE_MS, new Error('no event came')).unref());
  const { value, done } = await Promise.race([events.next(), late]);
  assert.equal(done, false, 'the stream goes on');
  assert.equal(value.errors, undefined, JSON.stringify(value.errors));
  return value.data;
}

/** A position to start from: that of an event that has just arrived. */
async function anEvent(client) {
  const events = client.iterate({ query: RECEIVED });
  const first = next(events);
  let arrived = false;
  first.then(() => (arrived = true), () => {});
  // The client cannot see when its subscription has started, so events are made until one arrives.
  for (let number = 0; !arrived; number += 1) {
    await send(`Beginning ${number}`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
  const { notificationReceived } = await first;
  assert.match(notificationReceived.notification.title, /^Beginning \d+$/);
  await events.return();
  return notificationReceived;
}

async function nothingIsLost(name) {
  const client = over[name]();
  const { position, unreadCount } = await anEvent(client);
  assert.ok(unreadCount >= 1);

  // While the client is disconnected.
  const titles = Array.from({ length: 5 }, (_, number) => `${name} ${number}`);
  for (const title of titles.slice(0, 3)) await send(title);
  const seen = [];
  let after = position;
  const follow = async (client, count) => {
    const events = client.iterate({ query: RECEIVED, variables: { after } });
    while (seen.length < count) {
      const { notificationReceived } = await next(events);
      after = notificationReceived.position;
      const { title } = notificationReceived.notification;
      if (!title.startsWith('Beginning')) seen.push(title);
    }
    return events;
  };
  await (await follow(client, 2)).return();
  client.dispose();

  // Another connection continues; new events come after those that were missed.
  const again = over[name]();
  await (await follow(again, 3)).return();
  const rest = follow(again, 5);
  for (const title of titles.slice(3)) await send(title);
  await (await rest).return();
  again.dispose();
  assert.deepEqual(seen, titles);
}

async function recordsChange(name) {
  const client = over[name]();
  const { position } = await anEvent(client);
  const events = client.iterate({ query: CHANGED, variables: { after: position } });
  const { sortOrder } = (await call('{ locale(code: "en") { sortOrder } }')).locale;
  for (const number of [sortOrder + 1, sortOrder + 2]) {
    await sort(number);
    const { recordChanged } = await next(events);
    // Apollo Client selects __typename too.
    const { event: { __typename: _, ...event }, record: { __typename: __, ...record } } = recordChanged;
    assert.deepEqual(event, { action: 'UPDATED', kind: 'LOCALE', changedFields: ['sortOrder'] });
    assert.deepEqual(record, { code: 'en', sortOrder: number });
  }
  await events.return();
  client.dispose();
}

async function refusals() {
  for (const credential of ['rsat_nobody', '']) {
    const client = over.WebSocket(credential);
    await assert.rejects(next(client.iterate({ query: RECEIVED })), { code: 4401 }, credential);
  }
  const sse = createSseClient({ url, headers: { authorization: 'Bearer rsat_nobody' }, retryAttempts: 0 });
  await assert.rejects(next(sse.iterate({ query: RECEIVED })), ({ response }) => response?.status === 401);

  const unauthenticated = ({ errors }) => errors?.[0].extensions.code === 'UNAUTHENTICATED';
  await assert.rejects(next(apolloClient('rsat_nobody').iterate({ query: RECEIVED })), unauthenticated);

  // An error of a subscription is the last thing that its client receives.
  const failing = apolloClient().iterate({ query: 'subscription { recordChanged(after: "?") { position } }' });
  await assert.rejects(next(failing), ({ errors }) => errors[0].extensions.code === 'BAD_REQUEST');

  // An invalid document ends its own operation, not the connection.
  const client = over.WebSocket();
  await assert.rejects(next(client.iterate({ query: 'subscription { nonsense }' })), (errors) => {
    assert.equal(errors[0].extensions.code, 'BAD_REQUEST');
    return true;
  });
  const { viewer } = await next(client.iterate({ query: '{ viewer { user { email } } }' }));
  assert.equal(viewer.user.email, 'admin@example.com');
  client.dispose();
}

for (const name of Object.keys(over)) {
  await nothingIsLost(name);
  await recordsChange(name);
}
await refusals();
console.log('graphql-ws, graphql-sse and Apollo Client work');
process.exit(0);
