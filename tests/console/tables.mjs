// What a table of records does for who works in it all day: order, counts, ranges, keys, and columns that stay chosen.

import assert from 'node:assert/strict';
import { filter, open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const post = (query, variables) => server.post(admin, query, variables);
const names = (page) => page.locator('.grid-rows .title a').allTextContents();
const chosen = (page) => page.locator('.grid-rows [aria-selected=true] .title a').allTextContents();
const total = (page, text) => page.locator('.total').getByText(text, { exact: true }).waitFor();
const report = (title) => post('mutation($title: String!) { createReport(input: { title: $title }) { report { id } } }', { title });

for (const title of ['Range A', 'Range B', 'Range C', 'Range D', 'Range E']) await report(title);

/** By the name, downwards, and as it was; columns that have an order say so. */
async function order() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/records/LOCALE');
  await row(page, 'English').waitFor();
  const before = await names(page);
  const header = page.getByRole('columnheader', { name: 'Record' });
  const press = async (is, url) => {
    await header.getByRole('button').click();
    await page.waitForURL(url);
    await page.waitForFunction((is) => document.querySelectorAll('[role=columnheader]')[1].getAttribute('aria-sort') === is
      && !document.querySelector('.grid[aria-busy=true]'), is);
  };
  assert.equal(await header.getAttribute('aria-sort'), 'none');
  await press('ascending', /sort=NAME%3AASC/);
  assert.deepEqual(await names(page), [...before].sort());
  await accessible('records by their names');
  await press('descending', /sort=NAME%3ADESC/);
  assert.deepEqual(await names(page), [...before].sort().reverse());
  await press('none', (url) => !url.search.includes('sort'));
  assert.deepEqual(await names(page), before);
  await close();

  // Where there is no room for the heads of columns it is among the filters.
  const phone = await open(server.base, { token: admin, width: 390 });
  await phone.goto('/console/records/LOCALE');
  await row(phone.page, 'English').waitFor();
  await filter(phone.page, 'Order');
  await phone.page.getByRole('combobox', { name: /^Order/ }).selectOption({ label: 'Record, descending' });
  await phone.page.keyboard.press('Escape');
  await phone.page.waitForFunction((first) => document.querySelector('.grid-rows .title')?.textContent === first, [...before].sort().at(-1));
  await phone.accessible('an order on a phone');
  await phone.page.getByRole('button', { name: 'Clear filters' }).click();
  await phone.page.waitForFunction((first) => document.querySelector('.grid-rows .title')?.textContent === first, before[0]);
  await phone.close();
}

/** How many there are, of those that match; what others do is counted too. */
async function counted() {
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/records/REPORT?q=Range');
  await total(page, '5 records');
  await page.locator('.live[data-state="live"]').waitFor();
  // All is read again once it is.
  await page.waitForTimeout(1500);
  await report('Range F');
  await total(page, '6 records');
  await page.getByRole('button', { name: 'Show changes' }).click();
  await row(page, 'Range F').getByRole('checkbox').check();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByText('It moves to the trash').waitFor();
  await page.keyboard.press('Control+Enter');
  await toast(page, 'Range F is deleted').waitFor();
  await total(page, '5 records');
  await page.getByLabel('Search Reports').fill('Range A');
  await total(page, '1 record');
  await close();
}

/** With Shift from one row to another, all with a key, and none again. */
async function ranges() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/records/REPORT?q=Range&sort=TITLE%3AASC');
  await row(page, 'Range E').waitFor();
  await row(page, 'Range B').getByRole('checkbox').click();
  await row(page, 'Range D').getByRole('checkbox').click({ modifiers: ['Shift'] });
  await page.getByText('3 selected').waitFor();
  assert.deepEqual(await chosen(page), ['Range B', 'Range C', 'Range D']);
  assert.equal(await page.evaluate(() => String(getSelection())), '', 'no text is marked');
  await row(page, 'Range D').focus();
  await page.keyboard.press('Escape');
  await page.getByText('3 selected').waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+ArrowUp');
  await page.getByText('2 selected').waitFor();
  assert.deepEqual(await chosen(page), ['Range C', 'Range D']);
  await page.keyboard.press('Control+a');
  await page.getByText('5 selected').waitFor();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByText('They move to the trash').waitFor();
  await accessible('a range to be deleted');
  await page.keyboard.press('Escape');
  await page.getByText('5 selected').waitFor();
  await close();
}

/** New, edit and delete without a mouse; Enter in a reason does what the dialog is for. */
async function keys() {
  const { page, goto, close } = await open(server.base, { token: admin });
  const dialog = page.getByRole('dialog');
  await goto('/console/records/REPORT?q=Keys');
  await page.getByText('No record matches').waitFor();
  await page.keyboard.press('n');
  await dialog.getByLabel('Title').fill('Keys');
  await page.keyboard.press('Control+s');
  await toast(page, 'Keys is created').waitFor();
  const title = page.getByRole('heading', { name: 'Keys', level: 1 });
  await title.waitFor();
  await dialog.waitFor({ state: 'detached' });
  await title.focus();
  await page.keyboard.press('e');
  await dialog.getByLabel('Title').fill('Keys again');
  await page.keyboard.press('Control+Enter');
  await toast(page, 'Keys again is saved').waitFor();
  await dialog.waitFor({ state: 'detached' });
  // Saved as it was, it is not said to be saved.
  await page.locator('.sheet h1').focus();
  await page.keyboard.press('e');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Nothing was changed').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.sheet h1').focus();
  await page.keyboard.press('Delete');
  await dialog.getByLabel('Reason').fill('By keys');
  await page.keyboard.press('Enter');
  await toast(page, 'Keys again is deleted').waitFor();
  const { recordEvents } = await post('{ recordEvents(first: 1) { nodes { action reason } } }');
  assert.deepEqual(recordEvents.nodes, [{ action: 'DELETED', reason: 'By keys' }]);
  // Neither while somebody types, nor for what isn't theirs to do.
  await goto('/console/records/REPORT');
  await page.getByLabel('Search Reports').press('n');
  await page.waitForTimeout(300);
  assert.equal(await dialog.count(), 0);
  await close();
  const reader = await open(server.base, { token: server.token('erin@example.com', ['reports.view']) });
  await reader.goto('/console/records/REPORT');
  await reader.page.locator('.grid-rows [role=row]').first().focus();
  for (const key of ['n', 'Delete']) await reader.page.keyboard.press(key);
  await reader.page.waitForTimeout(300);
  assert.equal(await reader.page.getByRole('dialog').count(), 0);
  await reader.close();
}

/** Which columns are shown is kept, for each kind; a row can be opened in a tab of its own. */
async function kept() {
  const { page, context, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/records/LOCALE');
  const header = page.getByRole('columnheader', { name: 'Code' });
  await header.waitFor();
  await page.locator('summary', { hasText: 'Columns' }).click();
  await page.locator('.popover[open] .menu').getByLabel('Code').uncheck();
  await header.waitFor({ state: 'detached' });
  await page.reload();
  await row(page, 'English').waitFor();
  assert.equal(await header.count(), 0);
  await goto('/console/records/CURRENCY');
  await header.waitFor();
  // When it was made is a column of every kind.
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click();
  await page.waitForURL(/sort=CREATED_AT%3AASC/);

  for (const [view, name] of [['records/LOCALE', 'English'], ['people', 'erin@example.com'], ['keys', 'A key']]) {
    if (view === 'keys') await post('mutation { createApiKey(input: { name: "A key" }) { value } }');
    await goto(`/console/${view}`);
    const [tab] = await Promise.all([context.waitForEvent('page'), row(page, name).getByRole('link').click({ modifiers: ['ControlOrMeta'] })]);
    await tab.getByRole('heading', { name, level: 1 }).waitFor();
    await tab.close();
    assert.equal(new URL(page.url()).pathname, `/console/${view}`);
  }
  // Its key can be copied.
  await goto('/console/records/REPORT?q=Range');
  await row(page, 'Range A').click();
  await page.getByRole('button', { name: 'Copy: UUID' }).click();
  await page.locator('.facts').getByText('Copied').waitFor({ state: 'attached' });
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^[0-9a-f-]{36}$/);
  await accessible('a key that is copied');
  await close();
}

/** Lists without anything say what to do; roles stand beside the users that have them. */
async function nothingThere() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/people?q=nobody');
  await page.getByText('No user matches').waitFor();
  await accessible('no user that matches');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  const users = (await post('{ users { nodes { email roles { name } } } }')).users.nodes;
  assert.ok(users.some(({ roles }) => roles.length > 0));
  for (const { email, roles } of users) await row(page, email).getByText(roles.map((it) => it.name).join(', ') || '–').waitFor();
  await goto('/console/audit?why=nothing%20like%20it');
  await page.getByText('No event matches').waitFor();
  await page.locator('.notice').getByRole('button', { name: 'Clear filters' }).click();
  await page.locator('.grid-rows [role=row]').first().waitFor();

  const { reports } = await post('{ reports { nodes { id } } }');
  await post('mutation($ids: [ID!]!) { deleteMany(ids: $ids) { operationId } }', { ids: reports.nodes.map((it) => it.id) });
  await goto('/console/records/REPORT');
  await page.getByText('No records here').waitFor();
  await accessible('no records');
  await page.locator('.notice').getByRole('button', { name: 'New Report' }).click();
  await page.getByRole('dialog', { name: 'New Report' }).waitFor();
  await close();
}

await run('tables', [order, counted, ranges, keys, kept, nothingThere]);
