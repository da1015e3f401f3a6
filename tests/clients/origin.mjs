// Uses the server from a page of another origin, in a real browser: GraphQL by POST, by hash, as a
// stream and over a WebSocket, and REST with its headers. A page of an origin that is not allowed gets
// nothing.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { token, url } from './server.mjs';

const executablePath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  .map((name) => `/usr/bin/${name}`)
  .find(existsSync);
if (!executablePath) {
  console.log('SKIPPED: pages of other origins, since there is no Chromium');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

// The demo allows any port of this machine, so the port makes the origin of the first page another
// one; the name makes that of the second one not allowed.
const pages = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>A page</title>'));
await new Promise((listening) => pages.listen(0, '127.0.0.1', listening));
const { port } = pages.address();

// The sandbox does not work as root in containers, and the only site is the tested server.
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--no-first-run',
  '--host-resolver-rules=MAP not-allowed.example 127.0.0.1'];
const browser = await chromium.launch({ executablePath, args });
const server = { url, base: new URL(url).origin, token };

/** Runs in a page: sends requests with what a frontend needs. */
async function frontend({ url, base, token }) {
  const authorization = `Bearer ${token}`;
  const json = { authorization, 'content-type': 'application/json' };
  const seen = {};

  const post = async (body, headers = {}) => {
    const response = await fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  const query = '{ viewer { user { databaseId email } } }';
  const viewer = await post({ query });
  const me = viewer.body.data.viewer.user.databaseId;
  seen.query = viewer.body.data.viewer.user.email;
  seen.requestId = (await post({ query }, { 'x-request-id': 'from-the-page',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })).headers.get('x-request-id');
  const mutation = 'mutation { updateLocale(code: "en", changes: { sortOrder: 7 }) { locale { sortOrder } } }';
  seen.mutation = (await post({ query: mutation })).body.data.updateLocale.locale.sortOrder;

  // A persisted query: unknown by its hash, then registered, then by GET with the hash alone.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(query));
  const sha256Hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  await post({ query, extensions });
  const byHash = `${url}?extensions=${encodeURIComponent(JSON.stringify(extensions))}`;
  seen.persisted = (await (await fetch(byHash, { headers: { authorization } })).json()).data.viewer.user.email;

  // REST: conditional and idempotent, with the headers of its answers.
  const rest = async (method, path, body, headers = {}) => {
    const response = await fetch(`${base}${path}`, { method, headers: { ...json, ...headers }, body: JSON.stringify(body) });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const locale = '/api/v1/admin/locales/en';
  const etag = (await rest('PATCH', locale, {})).headers.get('etag');
  const headers = { 'if-match': etag, 'idempotency-key': crypto.randomUUID() };
  const changed = await rest('PUT', locale, { name: 'English', sort_order: 8 }, headers);
  const again = await rest('PUT', locale, { name: 'English', sort_order: 8 }, headers);
  const late = await rest('PATCH', locale, { sort_order: 9 }, { 'if-match': etag });
  seen.rest = [changed.status, changed.headers.get('etag') !== etag, again.status,
    again.headers.get('idempotent-replayed'), late.status, late.body.message];
  const sent = { user_id: me, type: 'info', title: 'From a page', message: 'For the tests.' };
  const created = await rest('POST', '/api/v1/notifications', sent);
  seen.location = created.headers.get('location') === `notifications/${created.body.uuid}`;

  // Errors can be read too.
  const refused = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  seen.refused = [refused.status, (await refused.json()).errors[0].extensions.code];

  // Server-sent events, by fetch, since EventSource sends no credential.
  const received = 'subscription { notificationReceived { notification { title } } }';
  const stream = await fetch(url, { method: 'POST', headers: { ...json, accept: 'text/event-stream' }, body: JSON.stringify({ query: received }) });
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  let events = (await reader.read()).value;
  // The first bytes come before the subscription reads events, so some are sent until one arrives.
  const sending = setInterval(() => rest('POST', '/api/v1/notifications', { ...sent, title: 'Streamed' }), 200);
  while (!events.includes('Streamed')) events += (await reader.read()).value;
  clearInterval(sending);
  await reader.cancel();
  seen.stream = /event: next\ndata: .*Streamed/.test(events);

  seen.socket = await new Promise((done) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, 'graphql-transport-ws');
    const send = (message) => socket.send(JSON.stringify(message));
    socket.onopen = () => send({ type: 'connection_init', payload: { authorization } });
    socket.onclose = ({ code }) => done(code);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'connection_ack') send({ type: 'subscribe', id: '1', payload: { query } });
      if (message.type === 'next') done(message.payload.data.viewer.user.email);
    };
  });
  return seen;
}

/** Runs in a page whose origin is not allowed. */
async function stranger({ url, base, token }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const outcome = (request) => request.then(({ status }) => status, ({ name }) => name);
  return {
    query: await outcome(fetch(url, { method: 'POST', headers, body: '{"query":"{ __typename }"}' })),
    rest: await outcome(fetch(`${base}/api/v1/admin/locales/en`, { method: 'PATCH', headers, body: '{"sort_order":99}' })),
    // Needs no preflight: the browser sends it and hides the answer.
    document: await outcome(fetch(`${base}/api/v1/openapi.json`)),
    socket: await new Promise((done) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, 'graphql-transport-ws');
      socket.onopen = () => done('open');
      socket.onclose = ({ code }) => done(code);
    }),
  };
}

const admin = 'admin@example.com';
try {
  for (const host of ['127.0.0.1', 'localhost']) {
    const page = await browser.newPage();
    await page.goto(`http://${host}:${port}/`);
    assert.notEqual(await page.evaluate(() => origin), server.base);
    assert.deepEqual(await page.evaluate(frontend, server), {
      query: admin,
      requestId: 'from-the-page',
      mutation: 7,
      persisted: admin,
      rest: [200, true, 200, 'true', 412, 'Precondition Failed'],
      location: true,
      refused: [401, 'UNAUTHENTICATED'],
      stream: true,
      socket: admin,
    }, host);
    await page.close();
  }
  const page = await browser.newPage();
  await page.goto(`http://not-allowed.example:${port}/`);
  const nothing = { query: 'TypeError', rest: 'TypeError', document: 'TypeError', socket: 1006 };
  assert.deepEqual(await page.evaluate(stranger, server), nothing);
  console.log('Pages of allowed origins work, and one of another origin gets nothing');
} finally {
  await browser.close();
  pages.close();
}
