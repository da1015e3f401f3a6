// Follows notifications with @reinstate/client while the server ends and starts again: each arrives
// once. Then while its token is revoked.

import assert from 'node:assert/strict';
import { print } from 'graphql';
import WebSocket, { WebSocketServer } from 'ws';
import {
  ErrorCode, InboxDocument, NotificationReceivedDocument, RestoreDocument, createClient, errorsOf, hasCode,
  isUnauthenticated,
} from '@reinstate/client';
import { issueToken, pause, post, revokeTokens, send, url, whileAway } from './server.mjs';

// Longer than anything takes on a busy machine: the test fails after it.
setTimeout(() => {
  console.error('the test took too long');
  process.exit(1);
}, 120_000).unref();

const token = issueToken('of the client');

const socket = (options = {}) => createClient({
  url: `${url.replace('http', 'ws')}/graphql/ws`,
  webSocketImpl: WebSocket,
  connectionParams: { authorization: `Bearer ${token}` },
  retryWait: () => pause(50),
  ...options,
});

/** Collects the titles that arrive, without those that were sent to see that it has begun. */
async function follow(client) {
  const titles = [];
  const events = client.iterate({ query: print(NotificationReceivedDocument) });
  let begun = false;
  const ended = (async () => {
    for await (const { data } of events) {
      const { title } = data.notificationReceived.notification;
      begun = true;
      if (title !== 'Beginning') titles.push(title);
    }
  })();
  // A client can't see when its subscription has started.
  while (!begun) {
    await Promise.race([ended, pause(50)]);
    await send('Beginning');
  }
  const until = async (title) => {
    while (!titles.includes(title)) await Promise.race([ended, pause(10)]);
  };
  return { titles, until, ended };
}

async function restarts() {
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    const client = socket();
    const { titles, until } = await follow(client);
    await send('before');
    await until('before');
    await whileAway(signal, 'missed', 'missed too');
    await send('after');
    await until('after');
    await whileAway(signal, 'missed again');
    await until('missed again');
    assert.deepEqual(titles, ['before', 'missed', 'missed too', 'after', 'missed again'], signal);
    await client.dispose();
  }
}

async function gaps() {
  let noticed;
  const gap = new Promise((resume) => (noticed = resume));
  const client = socket({ onGap: noticed });
  const connected = new Promise((resume) => client.on('connected', resume));
  client.subscribe({ query: print(NotificationReceivedDocument) }, { next() {}, error: assert.fail, complete() {} });
  await connected;
  await whileAway('SIGKILL', 'in the gap');
  await gap;
  const { data } = await post(print(InboxDocument), { first: 1 });
  assert.equal(data.viewer.notifications.nodes[0].title, 'in the gap');
  await client.dispose();
}

async function credentials() {
  let renewals = 0;
  let present = issueToken('first');
  const options = {
    connectionParams: () => ({ authorization: `Bearer ${present}` }),
    renew: async () => {
      renewals += 1;
      await pause(50);
      present = issueToken('second');
      return true;
    },
  };
  const client = socket(options);
  const both = [await follow(client), await follow(client)];
  revokeTokens('first');
  await send('while renewing');
  for (const { titles, until } of both) {
    await until('while renewing');
    await send('renewed');
    await until('renewed');
    assert.deepEqual(titles.slice(0, 2), ['while renewing', 'renewed']);
  }
  // The server notices what a command revokes within a second, so both may have come before.
  while (renewals === 0) await pause(20);
  assert.equal(renewals, 1, 'once for all subscriptions');
  await client.dispose();

  // Without another token, and with one that is refused too.
  for (const renew of [undefined, () => true]) {
    const client = socket({ connectionParams: { authorization: 'Bearer rsat_nobody' }, renew });
    const failed = client.iterate({ query: print(NotificationReceivedDocument) }).next();
    await assert.rejects(failed, isUnauthenticated);
  }
}

/** A server that sends an event after the first credential has ended, and only then closes the connection for it. */
async function ended(accepts) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'graphql-transport-ws' });
  await new Promise((listening) => server.on('listening', listening));
  const asked = [];
  server.on('connection', (connection) => {
    let credential;
    const say = (message) => connection.send(JSON.stringify(message));
    const event = (id, position) => say({ type: 'next', id, payload: { data: { notificationReceived: { position } } } });
    connection.on('message', (text) => {
      const { type, id, payload } = JSON.parse(text);
      if (type === 'connection_init') {
        credential = payload.authorization;
        say({ type: 'connection_ack' });
      }
      if (type !== 'subscribe') return;
      asked.push([credential, payload.variables?.after]);
      if (accepts(credential)) return event(id, 'second');
      event(id, 'first');
      const error = { message: 'Unauthenticated', extensions: { code: 'UNAUTHENTICATED' } };
      say({ type: 'next', id, payload: { errors: [error], data: null } });
      say({ type: 'complete', id });
      setTimeout(() => connection.close(4401, 'Unauthorized'), 50);
    });
  });
  return { url: `ws://127.0.0.1:${server.address().port}`, asked, close: () => server.close() };
}

async function lateRefusals() {
  for (const lazyCloseTimeout of [0, 10_000]) {
    const { url, asked, close } = await ended((credential) => credential === 'renewed');
    let authorization = 'first';
    const renew = () => (authorization = 'renewed', true);
    const client = socket({ url, lazyCloseTimeout, connectionParams: () => ({ authorization }), renew });
    const positions = [];
    for await (const { data } of client.iterate({ query: print(NotificationReceivedDocument) })) {
      positions.push(data.notificationReceived.position);
      if (positions.length === 2) break;
    }
    assert.deepEqual(positions, ['first', 'second']);
    assert.deepEqual(asked, [['first', undefined], ['renewed', 'first']]);
    await client.dispose();
    close();
  }
  const { url, close } = await ended(() => false);
  const events = socket({ url }).iterate({ query: print(NotificationReceivedDocument) });
  await events.next();
  await assert.rejects(events.next(), isUnauthenticated);
  close();
}

async function errors() {
  const refused = await post(print(RestoreDocument), { id: 'Um9sZTo5OTk5' });
  assert.deepEqual(errorsOf(refused).map(({ path }) => path), [['restore']]);
  assert.ok(hasCode(refused, ErrorCode.NotFound) || hasCode(refused, ErrorCode.BadRequest), JSON.stringify(refused));
  const validation = await send('');
  const [error] = errorsOf(validation);
  assert.equal(error.code, ErrorCode.ValidationFailed);
  assert.deepEqual(Object.keys(error.errors), ['title']);
  assert.deepEqual(errorsOf(new TypeError('fetch failed')), []);
}

await restarts();
await gaps();
await credentials();
await lateRefusals();
await errors();
console.log('@reinstate/client resumes after a lost connection');
process.exit(0);
