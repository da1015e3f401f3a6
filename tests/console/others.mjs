// What others, and other tabs, do while a list is open: values follow at once, rows on request.

import assert from 'node:assert/strict';
import { filter, open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const GRANT = 'mutation($input: GrantInput!) { grant(input: $input) { user { id } } }';
const account = async (email) => (await server.post(admin, 'query($email: String!) { users(where: { email: { eq: $email } }) { nodes { id databaseId } } }', { email })).users.nodes[0];
const omar = await account('omar@example.com');
await server.post(admin, GRANT, { input: { to: { user: omar.id }, permissions: ['*'] } });
const other = server.token('omar@example.com');
const does = (query, variables) => server.post(other, query, variables);
const card = (page, name) => page.getByRole('region', { name, exact: true });

/** A window at a view, once changes arrive in it. */
async function at(path, options = {}) {
  const window = await open(server.base, { token: admin, ...options });
  await window.goto(path);
  await window.page.locator('.live[data-state="live"]').waitFor({ state: 'attached' });
  // What happens before the subscription begins is read a second later.
  await window.page.waitForTimeout(1500);
  return window;
}
const show = (page, count = 1) => page.getByRole('button', { name: `Show ${count} new` }).click();
const rows = (page) => page.locator('.grid-rows [role=row]').count();

async function keys() {
  const { page, accessible, fits, close } = await at('/console/keys');
  const before = await rows(page);
  const { createApiKey: { apiKey } } = await does('mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id uuid } } }', { input: { name: 'Harbour crane' } });
  await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
  assert.equal(await rows(page), before, 'no row moves by itself');
  await accessible('keys with news');
  await page.setViewportSize({ width: 390, height: 800 });
  await fits('keys with news');
  await page.setViewportSize({ width: 1280, height: 800 });
  await show(page);
  await row(page, 'Harbour crane').waitFor();
  await does('mutation($uuid: UUID!) { updateApiKey(uuid: $uuid, changes: { name: "Harbour gate" }) { apiKey { id } } }', apiKey);
  await row(page, 'Harbour gate').waitFor();
  await does('mutation($id: ID!) { deleteMany(ids: [$id]) { operationId } }', { id: apiKey.id });
  await row(page, 'Harbour gate').getByText('Deleted').waitFor();
  assert.ok(await row(page, 'Harbour gate').getByRole('button', { name: /^Rotate/ }).isDisabled());
  await close();
}

async function users() {
  const { page, accessible, close } = await at('/console/people');
  const { createUser: { user } } = await does('mutation($input: CreateUserInput!) { createUser(input: $input) { user { id restKey } } }', { input: { email: 'piet@example.com' } });
  await show(page);
  await row(page, 'piet@example.com').waitFor();
  await does('mutation($uuid: UUID!) { updateUser(uuid: $uuid, changes: { isActive: false }) { user { id } } }', { uuid: user.restKey });
  await row(page, 'piet@example.com').getByText('Inactive').waitFor();
  await does('mutation($id: ID!) { deleteMany(ids: [$id]) { operationId } }', { id: user.id });
  await row(page, 'piet@example.com').getByText('Deleted').waitFor();
  await accessible('users with one that somebody deleted');
  // Nobody who doesn't match what is searched for is new.
  await page.getByRole('searchbox').fill('erin');
  await row(page, 'erin@example.com').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.grid-rows [role=row]').length === 1);
  for (const email of ['jan@example.com', 'erin.two@example.com']) await does('mutation($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', { input: { email } });
  await show(page);
  await row(page, 'erin.two@example.com').waitFor();
  await close();
}

async function roles() {
  const { page, accessible, close } = await at('/console/people?tab=roles');
  const { createRole: { role } } = await does('mutation { createRole(input: { name: "pilot", permissions: ["reports.view"] }) { role { id } } }');
  await show(page);
  await card(page, 'pilot').getByText('reports.view').waitFor();
  await card(page, 'pilot').getByText('No user has it').waitFor();
  await does('mutation($id: ID!) { updateRole(id: $id, changes: { permissions: ["locales.view"] }) { role { id } } }', role);
  await card(page, 'pilot').getByText('locales.view').waitFor();
  await does(GRANT, { input: { to: { user: omar.id }, roles: ['pilot'] } });
  await card(page, 'pilot').getByText('omar@example.com').waitFor();
  await does('mutation($id: ID!) { deleteRole(id: $id) { role { id } } }', role);
  await card(page, 'pilot').getByText('Deleted').waitFor();
  assert.equal(await card(page, 'pilot').getByRole('button').count(), 0, 'nothing is offered on it');
  await accessible('roles with one that somebody deleted');
  await close();
}

/** The grants and the tokens of an account, on its page and among the caller's own. */
async function access() {
  const erin = await account('erin@example.com');
  const { page, close } = await at(`/console/records/USER/${erin.id}`);
  const { page: own, close: closeOwn } = await at('/console/people?tab=tokens');
  await does(GRANT, { input: { to: { user: erin.id }, permissions: ['contents.view'] } });
  await card(page, 'Access').getByText('contents.view').waitFor();
  await does('mutation($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { value } }', { input: { name: 'For erin', user: erin.id } });
  await card(page, 'Access').getByText('For erin').waitFor();
  const { id } = await account('admin@example.com');
  await does('mutation($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { value } }', { input: { name: 'From omar', user: id } });
  await own.getByText('From omar').waitFor();
  await close();
  await closeOwn();
}

async function translations() {
  const { page, accessible, fits, close } = await at('/console/translations');
  const CREATE = 'mutation($input: CreateTranslationInput!) { createTranslation(input: $input) { translation { id databaseId } } }';
  const UPDATE = 'mutation($databaseId: BigInt!, $value: String!) { updateTranslation(databaseId: $databaseId, changes: { value: $value }) { translation { id } } }';
  const input = { key: 'anchor', locale: 'en', group: 'harbour', value: 'Anchor' };
  const { createTranslation: { translation: { id, databaseId } } } = await does(CREATE, { input });
  await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
  await accessible('translations with news');
  await page.setViewportSize({ width: 390, height: 800 });
  await fits('translations with news');
  await page.setViewportSize({ width: 1280, height: 800 });
  await show(page);
  await row(page, 'anchor').getByText('Anchor', { exact: true }).waitFor();
  await does(UPDATE, { databaseId, value: 'Drop anchor' });
  await row(page, 'anchor').getByText('Drop anchor').waitFor();

  // What somebody types is not saved over what they haven't read.
  const dialog = page.getByRole('dialog');
  await row(page, 'anchor').click();
  await dialog.getByLabel('en', { exact: true }).fill('My anchor');
  await does(UPDATE, { databaseId, value: 'Their anchor' });
  await page.locator('.grid-rows').getByText('Their anchor').waitFor({ state: 'attached' });
  assert.equal(await dialog.getByLabel('en', { exact: true }).inputValue(), 'My anchor');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Somebody else changed this text').waitFor();
  const stored = async () => (await server.post(admin, 'query($id: ID!) { node(id: $id) { ... on Translation { value } } }', { id })).node.value;
  assert.equal(await stored(), 'Their anchor');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await stored(), 'My anchor');
  // The list that is read after saving would lack what is deleted meanwhile.
  await page.locator('.grid[aria-busy="false"]').waitFor();

  await does('mutation($id: ID!) { deleteMany(ids: [$id]) { operationId } }', { id });
  await row(page, 'anchor').getByText('en: Deleted').waitFor();

  // A locale comes and goes with what is missing in it.
  const header = page.getByRole('columnheader', { name: 'nl', exact: true });
  const { createLocale: { locale } } = await does('mutation { createLocale(input: { code: "nl", name: "Dutch", nativeName: "Nederlands" }) { locale { id } } }');
  await header.waitFor();
  await page.getByText('nl: missing').first().waitFor();
  await does('mutation($id: ID!) { deleteMany(ids: [$id]) { operationId } }', locale);
  await header.waitFor({ state: 'detached' });
  await close();
}

/** What somebody does in one tab shows in “My changes” of another, and what others do doesn't. */
async function myChanges() {
  const { page, context, close } = await at('/console/operations');
  await does('mutation { createReport(input: { title: "Of Omar" }) { report { id } } }');
  const second = await context.newPage();
  second.setDefaultTimeout(10_000);
  await second.goto(`${server.base}/console/records/REPORT`);
  await row(second, 'second quarter').getByRole('checkbox').check();
  await second.locator('.bar').getByRole('button', { name: 'Delete' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(second, 'second quarter is deleted').waitFor();
  await page.getByRole('button', { name: 'Show changes' }).click();
  const top = page.locator('.grid-rows [role=row]').first();
  await top.getByText('second quarter').waitFor();
  await top.getByText('Deleted').waitFor();
  assert.equal(await row(page, 'Of Omar').count(), 0);
  // Taken back here, it is there again.
  await top.getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Undone: 1 record').waitFor();
  await show(second);
  await row(second, 'second quarter').waitFor();
  await close();
}

/** The trail of one account has nothing of others, neither at first nor of what comes. */
async function trailOfOne() {
  const { page, accessible, close } = await at('/console/audit');
  const create = (by, title) => server.post(by, 'mutation($title: String!) { createReport(input: { title: $title }) { report { id } } }', { title });
  await create(admin, 'Made by admin');
  await create(other, 'Made by Omar');
  await show(page, 2);
  await row(page, 'Made by admin').waitFor();
  await (await filter(page, 'Who')).fill('omar@example.com');
  await page.keyboard.press('Escape');
  await row(page, 'Made by admin').waitFor({ state: 'detached' });
  await row(page, 'Made by Omar').waitFor();
  const others = page.locator('.grid-rows [role=row]').filter({ hasNotText: 'omar@example.com' });
  assert.deepEqual(await others.allTextContents(), []);
  await create(admin, 'Later by admin');
  await create(other, 'Later by Omar');
  await show(page);
  await row(page, 'Later by Omar').waitFor();
  assert.equal(await row(page, 'Later by admin').count(), 0);
  assert.deepEqual(await others.allTextContents(), []);
  await accessible('the trail of one account');
  await page.reload();
  await row(page, 'Later by Omar').waitFor();
  assert.deepEqual(await others.allTextContents(), []);
  await close();
}

/** On a phone the offer to show what is new covers nothing. */
async function smallNews() {
  const views = ['people', 'people?tab=roles', 'records/REPORT', 'trash', 'audit'];
  const windows = [];
  for (const view of views) windows.push(await at(`/console/${view}`, { width: 390, height: 800, locale: 'de-DE' }));
  await does('mutation { createUser(input: { email: "small@example.com" }) { user { id } } }');
  await does('mutation { createRole(input: { name: "small", permissions: [] }) { role { id } } }');
  const { createReport: { report } } = await does('mutation { createReport(input: { title: "Small" }) { report { id } } }');
  await does('mutation { createReport(input: { title: "Smaller" }) { report { id } } }');
  await does('mutation($id: ID!) { deleteMany(ids: [$id]) { operationId } }', report);
  for (const [index, { page, accessible, fits, close }] of windows.entries()) {
    await page.locator('.news').waitFor();
    const covered = await page.evaluate(() => {
      const box = document.querySelector('.news').getBoundingClientRect();
      const GAP = 4;
      return [...document.querySelectorAll('.head h1, .head .lead, .chip, .tools input, .tools .button, .tools select')].filter((it) => {
        const range = document.createRange();
        if (it.matches('h1, .lead')) range.selectNodeContents(it);
        else range.selectNode(it);
        return [...range.getClientRects()].some((other) => other.right > box.left && other.left < box.right && other.bottom > box.top && other.top < box.bottom + (it.matches('.lead') ? 0 : GAP));
      }).map((it) => it.outerHTML);
    });
    assert.deepEqual(covered, [], views[index]);
    await accessible(`${views[index]} with news`);
    await fits(`${views[index]} with news`);
    await close();
  }
}

await run('others', [smallNews, keys, users, roles, access, translations, myChanges, trailOfOne]);
