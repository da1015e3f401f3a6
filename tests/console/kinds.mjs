// A kind that another program adds, which the console was not built with: its rows, its records, its history.

import assert from 'node:assert/strict';
import { open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const AT = '2026-11-18T09:30:00Z';

/** The kind as the schema has it, or nothing where the schema is hidden. */
const SCHEMA = {
  __schema: {
    __typename: '__Schema',
    queryType: { __typename: '__Type', fields: [{ __typename: '__Field', name: 'suppliers', type: { __typename: '__Type', name: 'SupplierConnection' } }] },
  },
  __type: {
    __typename: '__Type',
    interfaces: ['Node', 'Record', 'Restorable'].map((name) => ({ __typename: '__Type', name })),
    fields: [['id', 'ID'], ['deliveryDays', 'Int']].map(([name, type]) => ({
      __typename: '__Field', name, type: { __typename: '__Type', kind: 'NON_NULL', name: null, ofType: { __typename: '__Type', kind: 'SCALAR', name: type } },
    })),
  },
};

/** A server that has suppliers too, as far as a page can tell. */
async function pretend({ context }, { hidden = false } = {}) {
  let deleted = false;
  const supplier = () => ({
    __typename: 'Supplier', id: 'supplier-1', databaseId: 1, kind: 'SUPPLIER', label: 'Nordmeer Paper', restKey: 's', version: deleted ? 2 : 1,
    isActive: true, deletedAt: deleted ? AT : null, deletionReason: null, createdAt: AT, updatedAt: AT, user: null, deletedBy: null,
    purgeAt: null, restoredBy: null, deliveryDays: 14, viewerCan: { __typename: 'ViewerCan', restore: deleted, delete: !deleted, update: true },
  });
  const page = (type, nodes) => ({ __typename: `${type}Connection`, nodes, totalCount: nodes.length, pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null } });
  const event = () => ({
    __typename: 'RecordEvent', id: 'event-1', kind: 'SUPPLIER', recordId: 'supplier-1', label: 'Nordmeer Paper', action: 'CREATED', createdAt: AT, actor: null,
    operationId: '00000000-0000-4000-8000-000000000001', changedFields: [], reason: null, before: null, after: {}, via: null, requestId: null, credentialKind: null,
  });
  const outcome = () => ({ outcomes: [{ __typename: 'BulkOutcome', id: 'supplier-1', changed: true, record: supplier(), error: null }], operationId: null });
  await context.route('**/graphql', async (route) => {
    const query = route.request().postData() ?? '';
    const answer = (data) => route.fulfill({ json: { data: { __typename: 'Query', ...data } } });
    if (query.includes('ForeignKind')) {
      if (!hidden) return answer(SCHEMA);
      return route.fulfill({ json: { data: null, errors: [{ message: 'Introspection is disabled', extensions: { code: 'VALIDATION_FAILED' } }] } });
    }
    if (query.includes('query Records(') && query.includes('suppliers(')) return answer({ records: page('Supplier', [supplier()]) });
    if (query.includes('query Record(')) return answer({ node: supplier() });
    if (query.includes('mutation Delete(')) { deleted = true; return answer({ __typename: 'Mutation', deleteMany: { __typename: 'DeleteManyPayload', ...outcome() } }); }
    if (query.includes('mutation Restore(')) { deleted = false; return answer({ __typename: 'Mutation', restoreMany: { __typename: 'RestoreManyPayload', related: [], ...outcome() } }); }
    if (query.includes('query Audit(') && query.includes('supplier-1')) return answer({ recordEvents: page('RecordEvent', [event()]) });
    if (query.includes('query RestorePreview(')) return answer({ restorePreview: [] });
    const { data, ...rest } = await (await route.fetch()).json();
    data?.viewer?.kinds?.push({ __typename: 'KindAccess', kind: 'SUPPLIER', view: 'ALL', create: 'ALL', update: 'ALL', delete: 'ALL', restore: 'ALL' });
    data?.trashSummary?.push({ __typename: 'TrashSummary', kind: 'SUPPLIER', count: 1, oldest: AT });
    if (data?.trash) data.trash.nodes.push({ ...supplier(), deletedAt: AT });
    if (data?.recordEvents) data.recordEvents.nodes.push(event());
    return route.fulfill({ json: { data, ...rest } });
  });
}

async function everywhere() {
  for (const hidden of [false, true]) {
    const window = await open(server.base, { token: admin });
    const { page, goto, accessible, close } = window;
    await pretend(window, { hidden });
    await goto('/console/trash');
    await row(page, 'Nordmeer Paper').getByText('Supplier', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Supplier 1' }).waitFor();
    await goto('/console/audit');
    await row(page, 'Nordmeer Paper').click();
    await page.getByRole('dialog').getByText('Supplier', { exact: true }).waitFor();
    await goto('/console/records');
    await page.getByRole('link', { name: 'Supplier', exact: true }).click();
    await row(page, 'Nordmeer Paper').getByText('Active').waitFor();
    await accessible(`records of a kind from outside ${hidden}`);
    assert.equal(await page.getByRole('columnheader', { name: 'Delivery days' }).count(), hidden ? 0 : 1);
    await row(page, 'Nordmeer Paper').click();
    await page.getByRole('heading', { name: 'Nordmeer Paper', level: 1 }).waitFor();
    await page.locator('.history li').first().waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Delete' }).waitFor();
    await close();
  }
}

await run('kinds', [everywhere]);
