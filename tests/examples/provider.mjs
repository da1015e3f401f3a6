// Calls the data provider of @reinstate/client/react-admin as react-admin does: pages, filters, changes, the trash,
// errors, and changes that happen while the server is away.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buildSchema, introspectionFromSchema } from 'graphql';
import WebSocket from 'ws';
import { HttpError, reinstateDataProvider } from '@reinstate/client/react-admin';
import { issueToken, pause, post, revokeTokens, send, url, whileAway } from './server.mjs';

// Longer than anything takes on a busy machine: the test fails after it.
setTimeout(() => {
  console.error('the test took too long');
  process.exit(1);
}, 120_000).unref();

const socket = { webSocketImpl: WebSocket, retryWait: () => pause(50) };
const provide = (options) => reinstateDataProvider({ url, token: issueToken('of the provider'), socket, ...options });
const provider = provide();

/** How many requests something sends. */
async function requests(act) {
  const { fetch } = globalThis;
  let sent = 0;
  globalThis.fetch = (...args) => fetch(...args, sent += 1);
  const result = await act().finally(() => (globalThis.fetch = fetch));
  return [sent, result];
}

const list = (page, perPage, { order = 'ASC', filter = { title: 'Page' }, from = provider } = {}) =>
  from.getList('contents', { pagination: { page, perPage }, sort: { field: 'title', order }, filter });
const titles = ({ data }) => data.map(({ title }) => title);
const fails = (act, status, expected = {}) => assert.rejects(act, (error) => {
  assert.ok(error instanceof HttpError, String(error));
  assert.equal(error.status, status, error.message);
  for (const [name, value] of Object.entries(expected)) assert.deepEqual(error.body[name], value);
  return true;
});

/** Pages by number: some are known by then, some are read from the end, and some are walked to. */
async function pages() {
  const all = Array.from({ length: 230 }, (_, index) => `Page ${String(index + 1).padStart(3, '0')}`);
  for (let first = 0; first < all.length; first += 50) {
    const create = (title, index) => `_${index}: createContent(input: { title: "${title}" }) { content { id } }`;
    const { errors } = await post(`mutation { ${all.slice(first, first + 50).map(create).join(' ')} }`);
    assert.equal(errors, undefined);
  }
  const reads = async (page, perPage, expected, sent, options) => {
    const [count, answer] = await requests(() => list(page, perPage, options));
    assert.deepEqual(titles(answer), expected);
    assert.equal(answer.total, all.length);
    assert.equal(count, sent, `page ${page}`);
  };
  await list(1, 10);
  await reads(2, 10, all.slice(10, 20), 1);
  await reads(23, 10, all.slice(220), 1);
  await reads(22, 10, all.slice(210, 220), 1);
  // 150 cursors from page 3 on, and the page.
  await reads(18, 10, all.slice(170, 180), 3);
  await reads(18, 10, all.slice(170, 180), 1);
  await reads(17, 10, all.slice(160, 170), 1);
  await reads(1, 1000, all, 3);
  await reads(30, 10, [], 2);
  await reads(1, 10, all.toReversed().slice(0, 10), 1, { order: 'DESC' });
  await assert.rejects(list(700, 10), /too far away/);

  // Somebody else has added a record: page 2 begins where page 1 ends now.
  await provider.create('contents', { data: { title: 'Page 000' } });
  const [first, second, last] = [await list(1, 10), await list(2, 10), await list(24, 10)];
  assert.deepEqual([...titles(first), ...titles(second)], ['Page 000', ...all.slice(0, 19)]);
  assert.deepEqual(titles(last), ['Page 230']);

  const uncounted = provide({ totals: false });
  const { total, pageInfo } = await list(2, 100, { from: uncounted });
  assert.equal(total, undefined);
  assert.deepEqual(pageInfo, { hasNextPage: true, hasPreviousPage: true });
}

async function filters() {
  const { data: erin } = await provider.getList('users', { filter: { email: 'erin@' } });
  const all = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' }, filter: {} };
  const { data: owned } = await provider.getManyReference('reports', { target: 'user.id', id: erin[0].id, ...all });
  assert.ok(owned.length > 0 && owned.every(({ user }) => user.id === erin[0].id));
  const found = async (filter) => (await list(1, 1, { filter })).total;
  assert.equal(await found({ title: 'page 00' }), 10);
  assert.equal(await found({ q: 'PAGE 00' }), 10);
  assert.equal(await found({ title: { eq: 'Page 001' } }), 1);
  assert.equal(await found({ title: ['Page 001', 'Page 002', 'Page'] }), 2);
  assert.equal(await found({ title: 'Page', isActive: false }), 0);
  assert.equal(await found({ title: 'Page', user: { email: 'erin@' } }), 0);
  assert.equal(await found({ or: [{ title: 'Page 001' }, { title: 'Page 01' }] }), 11);
  await fails(found({ colour: 'red' }), 400);
}

async function records() {
  const { data: report } = await provider.create('reports', { data: { title: 'Mine', label: 'of the form' } });
  const { id } = report;
  const rename = (title, previousData) => provider.update('reports', { id, data: { ...report, title }, previousData });
  const { data: renamed } = await rename('Ours', report);
  assert.equal(renamed.title, 'Ours');
  // The form was filled before.
  await fails(rename('Again', report), 409, { code: 'CONFLICT' });
  await assert.rejects(rename('Again', report), /Somebody else/);
  await rename('Ours too', { id });
  await rename('Ours', { isActive: true });
  const { data: [admin] } = await provider.getList('users', { filter: { email: 'admin@' } });
  const last = provider.update('users', { id: admin.id, data: { ...admin, isActive: false }, previousData: admin });
  await assert.rejects(last, /permission/);
  await provider.updateMany('reports', { ids: [id], data: { isActive: false } });
  const { data: { title, isActive } } = await provider.getOne('reports', { id });
  assert.deepEqual({ title, isActive }, { title: 'Ours', isActive: false });
  await fails(provider.getOne('currencies', { id }), 404);

  const wrong = { errors: { title: 'must have 1 to 255 characters' } };
  await fails(rename(''), 422, wrong);
  await fails(provider.create('reports', { data: { title: null } }), 422, wrong);
  const required = { errors: { type: 'is required', message: 'is required' } };
  await fails(provider.create('notifications', { data: { title: 'Storm' } }), 422, required);

  // Each kind by the key that it has.
  for (const [resource, data, changes] of [
    ['currencies', { code: 'NOK', name: 'Krone' }, { name: 'Norwegian krone' }],
    ['translations', { locale: 'en', group: 'menu', key: 'berths', value: 'Berths' }, { value: 'All berths' }],
    ['roles', { name: 'Harbour master' }, { permissions: ['reports.view'] }],
    ['apiKeys', { name: 'Tide gauge' }, { isActive: false }],
  ]) {
    const { data: created } = await provider.create(resource, { data });
    assert.equal('value' in created, ['translations', 'apiKeys'].includes(resource));
    const change = { id: created.id, data: { ...created, ...changes }, previousData: created };
    const { data: updated } = await provider.update(resource, change);
    for (const [name, value] of Object.entries(changes)) assert.deepEqual(updated[name], value);
    assert.equal((await provider.getMany(resource, { ids: [created.id, id] })).data.length, 1);
    await provider.delete(resource, { id: created.id, previousData: created });
    await fails(provider.getOne(resource, { id: created.id }), 404);
  }
}

async function trash() {
  const made = [];
  for (const title of ['Lost', 'Found']) made.push((await provider.create('customers', { data: { companyName: title } })).data);
  const ids = made.map(({ id }) => id);
  const { data: deleted } = await provider.softDelete('customers', { id: ids[0], meta: { reason: 'Moved away' } });
  const { data, deleted_at: time, ...lost } = deleted;
  assert.deepEqual(lost, { id: ids[0], resource: 'customers', deleted_by: data.user.id });
  assert.deepEqual([data.companyName, data.deletionReason, data.deletedAt], ['Lost', 'Moved away', time]);
  // One of them is deleted already, so none is.
  await fails(provider.softDeleteMany('customers', { ids }), 409, { code: 'ALREADY_DELETED' });
  assert.equal((await provider.getOne('customers', { id: ids[1] })).data.deletedAt, null);
  await provider.softDeleteMany('customers', { ids: [ids[1]] });

  const listed = async (params) => {
    const { data, total } = await provider.getListDeleted({ pagination: { page: 1, perPage: 100 }, filter: {}, ...params });
    assert.equal(total, data.length);
    return data;
  };
  const newest = await listed({});
  assert.deepEqual(newest.slice(0, 2).map(({ id }) => id), ids.toReversed());
  assert.ok(new Set(newest.map(({ resource }) => resource)).size > 5, 'of many kinds');
  assert.deepEqual(await listed({ sort: { field: 'deleted_at', order: 'ASC' } }), newest.toReversed());
  assert.deepEqual((await listed({ filter: { resource: 'customers', q: 'FOUND' } })).map(({ id }) => id), [ids[1]]);
  await assert.rejects(listed({ sort: { field: 'id', order: 'ASC' } }), /not by id/);
  assert.deepEqual((await provider.getOneDeleted({ id: ids[0] })).data, deleted);

  assert.equal((await provider.restoreOne({ id: ids[0] })).data.data.companyName, 'Lost');
  await fails(provider.getOneDeleted({ id: ids[0] }), 404);
  await provider.deleteMany('customers', { ids: [ids[0]] });
  assert.deepEqual((await provider.restoreMany({ ids })).data.map(({ id }) => id), ids);
  // A live record is not purged.
  await fails(provider.hardDelete({ id: ids[0] }), 400, { code: 'NOT_DELETED' });
  await provider.deleteMany('customers', { ids });
  assert.deepEqual(await provider.hardDelete({ id: ids[0] }), { data: ids[0] });
  assert.deepEqual(await provider.hardDeleteMany({ ids: [ids[1]] }), { data: [ids[1]] });
  assert.deepEqual(await listed({ filter: { resource: 'customers', q: 'found' } }), []);
}

async function credentials() {
  await fails(list(1, 10, { from: provide({ token: 'rsat_nobody' }) }), 401);
  const limited = provide({ token: issueToken('limited', '--permission', 'reports.view') });
  const missing = { requiredPermissions: ['content.view', 'content.view.own'] };
  await fails(list(1, 10, { from: limited }), 403, missing);
  await fails(limited.getOne('contents', { id: (await list(1, 1)).data[0].id }), 403, missing);
  let present = issueToken('first');
  const renewed = provide({ token: async () => present });
  await list(1, 10, { from: renewed });
  present = issueToken('second');
  revokeTokens('first');
  await list(1, 10, { from: renewed });
}

/** The schema of a server that hides it is given instead. */
async function hidden() {
  const schema = introspectionFromSchema(buildSchema(readFileSync('../../schema.graphql', 'utf8')));
  const [sent, { total }] = await requests(() => list(1, 10, { from: provide({ schema }) }));
  assert.equal(sent, 1);
  assert.ok(total > 200);
}

async function live() {
  const events = [];
  const note = (event) => events.push(event);
  const seen = async (matches) => {
    while (!events.some(matches)) await pause(10);
  };
  await provider.subscribe('resource/notifications', note);
  await pause(500);
  // Nothing had arrived, so something may have been missed.
  await whileAway('SIGKILL', 'missed');
  await seen(({ type, payload }) => type === 'updated' && payload.ids.length === 0);
  const missed = (await provider.getList('notifications', { sort: { field: 'createdAt', order: 'DESC' } })).data[0];
  assert.equal(missed.title, 'missed');

  const own = `resource/notifications/${missed.id}`;
  await provider.subscribe(own, note);
  await provider.subscribe('resource/trash', note);
  while (!events.some(({ payload }) => payload.ids.length === 1)) {
    await send('a beginning');
    await pause(50);
  }
  events.length = 0;
  await whileAway('SIGTERM', 'missed too');
  await seen(({ type, payload }) => type === 'created' && payload.ids.length === 1);
  await provider.delete('notifications', { id: missed.id });
  await seen(({ topic, type }) => topic === own && type === 'deleted');
  await seen(({ topic, type }) => topic === 'resource/trash' && type === 'created');
  await provider.unsubscribe(own, note);
  events.length = 0;
  await provider.restoreOne({ id: missed.id });
  await seen(({ topic, type }) => topic === 'resource/trash' && type === 'deleted');
  await seen(({ topic, type, payload }) => topic !== own && type === 'created' && payload.ids[0] === missed.id);
  assert.ok(!events.some(({ topic }) => topic === own));
  await assert.rejects(provider.subscribe('chat', note), /no topic/);
}

await pages();
await filters();
await records();
await trash();
await credentials();
await hidden();
await live();
console.log('The data provider of react-admin works');
process.exit(0);
