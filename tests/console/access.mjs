// Accounts that may do little see whole pages.

import assert from 'node:assert/strict';
import { open, row, run } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const VIEWS = ['trash', 'operations', 'audit', 'records', 'records/LOCALE', 'inbox', 'keys', 'people', 'people?tab=roles', 'people?tab=tokens', 'translations'];

/** Every view with a narrow token: it has its title, says something, and breaks nothing. */
async function everyView(name, permissions) {
  const token = server.token('erin@example.com', permissions);
  const { page, goto, accessible, close } = await open(server.base, { token });
  for (const view of VIEWS) {
    await goto(`/console/${view}`);
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => !document.querySelector('.skeleton'));
    await page.waitForFunction(() => document.querySelector('.notice, .grid [data-id], .cards, .view'));
    await accessible(`${name} ${view}`);
  }
  await goto('/console');
  await page.locator('h1').waitFor();
  const first = await page.locator('h1').textContent();
  await close();
  return first;
}

async function nothing() {
  assert.equal(await everyView('nobody', []), 'Inbox', 'who may restore nothing gets the inbox first');
}

async function ownNotifications() {
  assert.equal(await everyView('reader', ['notifications.view.own']), 'Inbox');
}

async function viewer() {
  assert.equal(await everyView('viewer', ['reports.view', 'locales.view']), 'Inbox');
}

async function restorerOfReports() {
  const token = server.token('admin@example.com', ['reports.restore', 'reports.view']);
  const { page, goto, close } = await open(server.base, { token });
  await goto('/console');
  await row(page, 'Arrivals').waitFor();
  assert.equal(await page.locator('[data-id]').count(), 1, 'the trash has what may be restored');
  assert.equal(await page.getByRole('link', { name: 'Audit' }).count(), 0);
  await row(page, 'Arrivals').getByRole('button', { name: /Restore/ }).click();
  await page.locator('.toast', { hasText: 'is restored' }).waitFor();
  await page.getByText('The trash is empty').waitFor();
  await close();
}

/** A restore that the server refuses is taken back on the page. */
async function refusedRestore() {
  const token = server.token('admin@example.com');
  const { page, context, goto, close } = await open(server.base, { token });
  await goto('/console');
  await row(page, 'Storm warning').waitFor();
  let answer;
  const held = new Promise((resolve) => { answer = resolve; });
  await context.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('restoreMany')) return route.continue();
    await held;
    return route.fulfill({ json: { data: { restoreMany: null }, errors: [{ message: 'The database is away', path: ['restoreMany'], extensions: { code: 'UNAVAILABLE' } }] } });
  });
  await row(page, 'Storm warning').getByRole('button', { name: /Restore/ }).click();
  await row(page, 'Storm warning').waitFor({ state: 'detached' });
  answer();
  await row(page, 'Storm warning').waitFor();
  await page.locator('.toast', { hasText: 'The database is away' }).waitFor();
  await close();
}

/** A link signs in once; an administrator makes one for somebody else. */
async function links() {
  const address = server.link('erin@example.com');
  const { page, close } = await open(server.base);
  await page.goto(address);
  await page.locator('h1', { hasText: 'Trash' }).waitFor();
  assert.ok(!page.url().includes('rsat_'), page.url());
  await close();

  const admin = await open(server.base, { token: server.token('admin@example.com') });
  await admin.goto('/console/people');
  await row(admin.page, 'erin@example.com').click();
  await admin.page.getByRole('button', { name: 'Sign-in link', exact: true }).click();
  const value = await admin.page.locator('[data-secret]').textContent();
  await admin.accessible('a link to hand over');

  for (const [link, text] of [[value, 'Deleted records, which you can bring back'], [value, 'This link was used before']]) {
    const other = await open(server.base);
    await other.page.goto(link);
    await other.page.getByText(text).first().waitFor();
    await other.accessible('a link was opened');
    await other.close();
  }
}

await run('access', [links, nothing, ownNotifications, viewer, restorerOfReports, refusedRestore]);
