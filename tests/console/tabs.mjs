// One sign-in for all pages that a browser has open: tabs of the console, the REST API, GraphiQL.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { open, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const signInAt = (page) => page.getByLabel('Access token');
const isAs = (page, email) => page.locator('.side').getByText(email).waitFor();

async function enter(page, token) {
  await signInAt(page).fill(token);
  await page.keyboard.press('Enter');
}

/** Further tabs of a browser in which somebody has signed in. */
async function browserOf(email = 'admin@example.com') {
  const window = await open(server.base);
  const token = server.token(email);
  await window.goto('/console/trash');
  await enter(window.page, token);
  await isAs(window.page, email);
  const tab = async (path) => {
    const page = await window.context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(`${server.base}${path}`);
    return page;
  };
  return { ...window, token, tab };
}

async function sharedByTabs() {
  const { page, context, tab, token, close } = await browserOf();
  const second = await tab('/console/records/REPORT');
  await isAs(second, 'admin@example.com');
  assert.equal(new URL(second.url()).pathname, '/console/records/REPORT');
  const kept = await second.evaluate(() => [JSON.stringify({ ...localStorage }), document.cookie, sessionStorage.getItem('reinstate.token')]);
  assert.ok(!kept[0].includes('rsat_') && !kept[1].includes('rsat_'), 'the token is in the tabs only');
  assert.equal(kept[2], token);
  await second.reload();
  await isAs(second, 'admin@example.com');

  // Out in one is out in all, with nothing refused; in again in one is in again in all.
  await second.getByRole('button', { name: 'Sign out' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  for (const it of [second, page]) {
    await signInAt(it).waitFor();
    assert.equal(await it.getByText('Your sign-in has ended').count(), 0);
    assert.equal(await it.evaluate(() => sessionStorage.getItem('reinstate.token')), null);
  }
  await second.reload();
  await signInAt(second).waitFor();
  await enter(page, token);
  for (const it of [second, page]) await isAs(it, 'admin@example.com');

  // A token that is revoked, too; signing in again in one tab is enough, and nothing typed in the other is lost.
  await second.getByRole('link', { name: 'Reports' }).click();
  await second.getByRole('button', { name: 'New Report' }).click();
  const title = second.getByRole('dialog').getByLabel('Title');
  await title.fill('Typed before');
  server.revoke('admin@example.com');
  for (const it of [second, page]) await it.getByText('Your sign-in has ended').waitFor();
  await enter(page, server.token('admin@example.com'));
  for (const it of [second, page]) await signInAt(it).waitFor({ state: 'detached' });
  assert.equal(await title.inputValue(), 'Typed before');
  await second.getByRole('button', { name: 'Create', exact: true }).click();
  await toast(second, 'Typed before is created').waitFor();
  assert.equal(context.pages().length, 2);
  await close();
}

/** Two accounts side by side: each tab keeps its own, and signing out is about one of them. */
async function somebodyElse() {
  const { page, tab, close } = await browserOf();
  const link = server.link('erin@example.com');
  const second = await tab(new URL(link).pathname + new URL(link).hash);
  await isAs(second, 'erin@example.com');
  await isAs(page, 'admin@example.com');
  await page.reload();
  await isAs(page, 'admin@example.com');
  await second.getByRole('button', { name: 'Sign out' }).click();
  await signInAt(second).waitFor();
  // Not even when another tab asks who is signed in, and hears of it.
  const third = await tab('/console');
  await isAs(third, 'admin@example.com');
  assert.ok(await signInAt(second).isVisible(), 'who has signed out is nobody else then');
  await isAs(page, 'admin@example.com');
  await close();
}

/** A page of another origin hears nothing. */
async function otherOrigins() {
  const stranger = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>stranger')).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const { port } = stranger.address();
  const { context, page, goto, close } = await open(server.base, { token: server.token('admin@example.com'), friends: [`http://127.0.0.1:${port}`] });
  await goto('/console/trash');
  await isAs(page, 'admin@example.com');
  const other = await context.newPage();
  await other.goto(`http://127.0.0.1:${port}/`);
  await other.evaluate(() => {
    globalThis.heard = [];
    const channel = new BroadcastChannel('reinstate.session');
    channel.onmessage = ({ data }) => globalThis.heard.push(data);
    channel.postMessage({ ask: 'stranger' });
  });
  // A tab of the console that asks afterwards has its answer.
  const second = await context.newPage();
  await second.addInitScript(() => sessionStorage.removeItem('reinstate.token'));
  await second.goto(`${server.base}/console/trash`);
  await isAs(second, 'admin@example.com');
  assert.deepEqual(await other.evaluate(() => globalThis.heard), []);
  await close();
  stranger.close();
}

async function restApi() {
  const { page, tab, close } = await browserOf();
  const api = await tab('/docs/api');
  api.setDefaultTimeout(40_000);
  await api.getByText('As admin@example.com, from the console').waitFor();
  await api.getByPlaceholder('Filter by tag or path').fill('/me');
  const operation = api.locator('.opblock', { has: api.locator('[data-path="/api/v1/me"]') }).first();
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  const answered = () => api.waitForResponse((it) => it.url().endsWith('/api/v1/me'));
  const execute = async () => {
    const [answer] = await Promise.all([answered(), operation.getByRole('button', { name: 'Execute' }).click()]);
    return answer;
  };
  const answer = await execute();
  assert.equal(answer.status(), 200);
  assert.match(await answer.text(), /admin@example\.com/);
  // A token that somebody enters goes first.
  const own = server.token('erin@example.com');
  await api.getByRole('button', { name: 'Authorize' }).click();
  await api.locator('.auth-container input').first().fill(own);
  await api.locator('.auth-container').getByRole('button', { name: /^(Authorize|Apply)/ }).click();
  await api.locator('.modal-ux').getByRole('button', { name: 'Close' }).click();
  assert.match(await (await execute()).text(), /erin@example\.com/);

  // From the console one comes here in the same tab, too.
  const alone = await tab('/console/trash');
  await isAs(alone, 'admin@example.com');
  await alone.getByRole('link', { name: 'API and docs' }).click();
  await alone.getByText('ready', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await alone.goBack();
  await signInAt(alone).waitFor();
  await api.waitForFunction(() => document.querySelector('.who')?.textContent === '');
  await close();
}

async function graphiql() {
  const { page, tab, close } = await browserOf();
  const window = await tab('/graphql');
  assert.equal(await window.getByLabel('Access token').getAttribute('placeholder'), 'As admin@example.com, from the console');
  const answer = window.locator('.result-window');
  const execute = () => window.getByRole('button', { name: /Execute query/ }).click();
  await execute();
  await answer.getByText('admin@example.com').waitFor();
  await window.getByLabel('Access token').fill(server.token('erin@example.com'));
  await execute();
  await answer.getByText('erin@example.com').waitFor();
  await window.getByLabel('Access token').fill('');
  await execute();
  await answer.getByText('admin@example.com').waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await window.getByPlaceholder('Access token').waitFor();
  await execute();
  await answer.getByText('An access token is needed').waitFor();
  await close();
}

await run('tabs', [sharedByTabs, somebodyElse, otherOrigins, restApi, graphiql]);
