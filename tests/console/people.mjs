// Accounts, roles and access tokens, as an administrator and as somebody with less.

import assert from 'node:assert/strict';
import { open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const card = (page, name) => page.getByRole('region', { name, exact: true });

async function pick(page, ...names) {
  for (const name of names) {
    await page.getByLabel('Find a permission').fill(name);
    await page.getByRole('checkbox', { name, exact: true }).check();
  }
}

async function roles() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/people?tab=roles');
  await page.getByRole('button', { name: 'New role' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('[data-field="name"] .field-error:not(:empty)').waitFor();
  await page.getByLabel('Name').fill('harbour master');
  await pick(page, 'reports.view', 'reports.restore');
  await accessible('a new role');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'harbour master is saved').waitFor();
  await card(page, 'harbour master').getByText('reports.restore').waitFor();

  await card(page, 'harbour master').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('master');
  await page.getByRole('button', { name: 'Save' }).click();
  await card(page, 'master').getByText('No user has it').waitFor();

  await card(page, 'master').getByRole('button', { name: 'Delete' }).click();
  await accessible('deleting a role');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await card(page, 'master').waitFor({ state: 'detached' });
  await toast(page, 'master is deleted').getByRole('button', { name: 'Undo' }).click();
  await card(page, 'master').waitFor();
  await close();
}

async function grants() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/people');
  await row(page, 'omar@example.com').click();
  const access = card(page, 'Access');
  await access.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('checkbox', { name: 'master', exact: true }).check();
  await pick(page, 'locales.view');
  await accessible('granting');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'The access is saved').waitFor();
  await access.getByText('locales.view').waitFor();
  const held = async () => (await server.post(server.token('omar@example.com'), '{ viewer { roles permissions } }')).viewer;
  assert.ok((await held()).roles.includes('master'));
  assert.ok((await held()).permissions.includes('reports.restore'));

  await access.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('checkbox', { name: 'master', exact: true }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForFunction(() => !document.querySelector('[aria-label=Access]')?.textContent.includes('master'));
  assert.ok(!(await held()).roles.includes('master'));
  assert.ok((await held()).permissions.includes('locales.view'), 'the rest stays');
  await close();
}

async function tokens() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/people?tab=tokens');
  await page.getByText('in use here').waitFor();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel(/^Name/).fill('Laptop');
  await pick(page, 'reports.view');
  await accessible('a new token');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const value = await page.locator('[data-secret]').textContent();
  assert.match(value, /^rsat_/);
  const { viewer } = await server.post(value, '{ viewer { permissions credential { name } } }');
  assert.deepEqual(viewer, { permissions: ['reports.view'], credential: { name: 'Laptop' } });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Revoke Laptop' }).click();
  await toast(page, 'The token is revoked').waitFor();
  await page.getByRole('button', { name: 'Revoke Laptop' }).waitFor({ state: 'detached' });
  assert.equal(await server.status(value), 401);

  // Those of somebody else, one by one and all at once.
  await goto('/console/people');
  await row(page, 'erin@example.com').click();
  const access = card(page, 'Access');
  const [one, other] = [server.token('erin@example.com'), server.token('erin@example.com')];
  await page.reload();
  await access.getByRole('button', { name: /^Revoke without a name/ }).first().click();
  await toast(page, 'The token is revoked').waitFor();
  const statuses = async () => [await server.status(one), await server.status(other)].sort();
  assert.deepEqual(await statuses(), [200, 401]);
  await access.getByRole('button', { name: 'Revoke all' }).click();
  await toast(page, '1 token is revoked').waitFor();
  assert.deepEqual(await statuses(), [401, 401]);
  await close();
}

/** Who may not hand on what it doesn't hold isn't offered it; who may nothing sees no empty card. */
async function less() {
  const narrow = server.token('admin@example.com', ['users.view', 'roles.view', 'roles.create', 'reports.view']);
  const { page, goto, accessible, close } = await open(server.base, { token: narrow });
  await goto('/console/people?tab=roles');
  await page.getByRole('button', { name: 'New role' }).click();
  await page.getByRole('checkbox', { name: 'reports.view', exact: true }).waitFor();
  assert.equal(await page.getByRole('checkbox', { name: 'reports.delete', exact: true }).count(), 0);
  assert.equal(await page.getByRole('checkbox', { name: '*', exact: true }).count(), 0);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.cards').getByRole('button').count(), 0, 'nothing to edit or delete');
  await goto('/console/people');
  await row(page, 'omar@example.com').click();
  await card(page, 'Access').getByText('locales.view').waitFor();
  assert.equal(await card(page, 'Access').getByRole('button').count(), 0);
  await accessible('access to look at');
  await close();
}

await run('people', [roles, grants, tokens, less]);
