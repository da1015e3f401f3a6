// Calls the server through the clients that openapi-typescript and orval generate. That this compiles
// shows that the document describes what the server takes and answers.

import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import * as orval from './generated/orval.ts';
import type { paths } from './generated/openapi-typescript.ts';

const { REINSTATE_URL, REINSTATE_TOKEN } = process.env;
const metadata = { source: { page: 1 }, tags: ['a', 'b'] };

async function openapiTypescript() {
  const headers = { authorization: `Bearer ${REINSTATE_TOKEN}` };
  const client = createClient<paths>({ baseUrl: REINSTATE_URL, headers });

  const path = '/api/v1/admin/locales/{code}';
  const params = { path: { code: 'en' } };
  const changed = await client.PATCH(path, { params, body: { sort_order: 3 } });
  assert.equal(changed.data?.sort_order, 3);
  const tag = changed.response.headers.get('etag') ?? '';
  const header = { 'If-Match': tag, 'Idempotency-Key': crypto.randomUUID() };
  const replaced = await client.PUT(path, { params: { ...params, header }, body: { name: 'English', sort_order: 4 } });
  assert.equal(replaced.data?.sort_order, 4);
  const late = await client.PATCH(path, { params: { ...params, header: { 'If-Match': tag } }, body: {} });
  assert.equal(late.error?.message, 'Precondition Failed');

  const body = { user_id: 1, type: 'info', title: 'Typed', message: 'By openapi-typescript.', metadata } as const;
  const sent = await client.POST('/api/v1/notifications', { body: { ...body, metadata } });
  assert.equal(sent.data?.user.email, 'admin@example.com');
  const invalid = await client.POST('/api/v1/notifications', { body: { ...body, metadata, title: '' } });
  assert.equal(invalid.response.status, 422);

  const uuid = '00000000-0000-4000-8000-000000000000';
  const missing = await client.POST('/api/v1/reports/{uuid}/restore', { params: { path: { uuid } } });
  assert.equal(missing.error?.message, 'Report not found');
  const query = { sort_order: { gte: 0 }, code: 'en', fields: ['code', 'sort_order'] as ('code' | 'sort_order')[] };
  const page = await client.GET('/api/v1/admin/locales', { params: { query } });
  assert.deepEqual(page.data?.data, [{ code: 'en', sort_order: 4 }]);
  const one = await client.GET('/api/v1/admin/locales/{code}', { params: { path: { code: 'en' } } });
  const ids = [one.data?.global_id ?? ''];
  const deleted = await client.POST('/api/v1/delete', { body: { ids } });
  assert.equal(deleted.data?.outcomes[0]?.changed, true);
  const id = deleted.data?.operation_id ?? '';
  const undone = await client.POST('/api/v1/operations/{id}/undo', { params: { path: { id } } });
  assert.equal(undone.data?.outcomes[0]?.error, null);
  const document = await client.GET('/api/v1/openapi.json');
  assert.equal(document.response.status, 200);
}

async function byOrval() {
  const changed = await orval.changeLocale('en', { sort_order: 5 });
  assert.equal(changed.status === 200 && changed.data.sort_order, 5);
  const replaced = await orval.replaceLocale('en', { name: 'English', sort_order: 6 }, { headers: { 'Idempotency-Key': crypto.randomUUID() } });
  assert.equal(replaced.status === 200 && replaced.data.sort_order, 6);
  const sent = await orval.sendNotification({ user_id: 1, type: 'info', title: 'Typed', message: 'By orval.', metadata });
  assert.equal(sent.status === 201 && sent.data.user?.email, 'admin@example.com');
  const changedAgain = sent.status === 201 && await orval.changeNotification(sent.data.uuid, { metadata });
  assert.equal(changedAgain && changedAgain.status, 200);
  const found = await orval.listLocales({ code: 'en', limit: 1 });
  assert.equal(found.status === 200 && found.data.data[0]?.sort_order, 6);
  const missing = await orval.restoreReport('00000000-0000-4000-8000-000000000000');
  assert.equal(missing.status === 404 && missing.data.message, 'Report not found');
}

await openapiTypescript();
await byOrval();
console.log('The clients of openapi-typescript and orval work');
