// Runs GraphiQL in a real browser: it works, loads everything from this server, sends a token, and
// stores the token nowhere.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { post, token, url } from './server.mjs';

const executablePath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  .map((name) => `/usr/bin/${name}`)
  .find(existsSync);
if (!executablePath) {
  console.log('SKIPPED: GraphiQL, since there is no Chromium');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

// The sandbox does not work as root in containers, and the only site is the tested server.
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--no-first-run'];
const browser = await chromium.launch({ executablePath, args });
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
const page = await context.newPage();

const { host } = new URL(url);
const problems = [];
const elsewhere = [];
page.on('console', (message) => {
  if (['error', 'warning'].includes(message.type())) problems.push(message.text());
});
page.on('pageerror', (error) => problems.push(error.message));
context.on('request', (request) => {
  const target = new URL(request.url());
  if (target.protocol !== 'data:' && target.host !== host) elsewhere.push(request.url());
});
// The console message of a violation could change; the event is specified.
await page.addInitScript(() => {
  globalThis.violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    globalThis.violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`),
  );
});

const editor = page.locator('.graphiql-query-editor .CodeMirror');
const shown = (place) => page.locator(`${place} .CodeMirror`).evaluate((it) => it.CodeMirror.getValue());
const becomes = (place, text) => page.waitForFunction(
  ([place, text]) => document.querySelector(`${place} .CodeMirror`)?.CodeMirror.getValue().includes(text),
  [place, text],
);
const write = (text) => editor.evaluate((it, text) => it.CodeMirror.setValue(text), text);
const run = () => page.getByRole('button', { name: /Execute query/ }).click();

async function withoutToken() {
  const response = await page.goto(url);
  assert.equal(response.status(), 200);
  assert.match(response.headers()['content-security-policy'], /^default-src 'none'/);
  await becomes('.result-window', 'An access token is needed');
  assert.match(await shown('.graphiql-query-editor'), /viewer/);
}

async function withToken() {
  const schema = page.waitForResponse((response) => response.request().postData()?.includes('__schema'));
  await page.getByLabel('Access token').fill(token);
  assert.equal((await schema).status(), 200);
  await run();
  await becomes('.result-window', '"admin@example.com"');
  const { data } = JSON.parse(await shown('.result-window'));
  assert.deepEqual(data.viewer.permissions, ['*']);
}

/** Opens the parts that add their own styles or images to the page. */
async function everyCorner() {
  await page.getByRole('button', { name: /Documentation Explorer/ }).click();
  await page.locator('.graphiql-doc-explorer').getByText('Query', { exact: true }).click();
  await page.locator('.graphiql-doc-explorer').getByText('viewer', { exact: true }).waitFor();
  await page.getByRole('combobox').fill('restoreLoc');
  await page.getByRole('option', { name: /restoreLocale/ }).first().click();

  await write('{ viewer { nonsense } }');
  await page.locator('.CodeMirror-lint-mark-error').first().hover();
  await page.locator('.CodeMirror-lint-tooltip').getByText('Cannot query field').waitFor();
  await run();
  await becomes('.result-window', 'BAD_REQUEST');

  await write('{ viewer {  } }');
  await editor.evaluate((it) => {
    it.CodeMirror.focus();
    it.CodeMirror.setCursor(0, 11);
  });
  await page.keyboard.press('Control+Space');
  await page.locator('.CodeMirror-hint').getByText('permissions').waitFor();
  await page.keyboard.press('Escape');

  for (const name of [/settings dialog/, /short keys|keyboard/i]) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
    assert.equal(await page.getByText('Persist headers').count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

/** The headers editor takes precedence over the token field. */
async function anotherCaller() {
  await page.getByRole('button', { name: /New tab/ }).click();
  await page.locator('.graphiql-tab').nth(1).waitFor();
  await page.getByRole('button', { name: 'Headers', exact: true }).click();
  const headers = page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden) .CodeMirror');
  await headers.evaluate((it) => it.CodeMirror.setValue('{ "Authorization": "Bearer rsat_nobody" }'));
  await run();
  await becomes('.result-window', 'UNAUTHENTICATED');
  await headers.evaluate((it, token) => it.CodeMirror.setValue(`{ "authorization": "Bearer ${token}" }`), token);
  await run();
  await becomes('.result-window', '"admin@example.com"');
}

/** A subscription runs over its own WebSocket until it is stopped. */
async function subscription() {
  await write('subscription Arrivals { notificationReceived { notification { title } } }');
  // A tab is named after its operation once GraphiQL has read the text; until then it runs the one before.
  await page.locator('.graphiql-tab').getByText('Arrivals').waitFor();
  const socket = page.waitForEvent('websocket');
  await run();
  const query = `mutation ($to: BigInt!) {
    sendNotification(input: { userId: $to, type: INFO, title: "For GraphiQL", message: "." }) { notification { id } }
  }`;
  const { data } = await post({ query: '{ viewer { user { databaseId } } }' });
  // The client cannot see when a subscription has started, so events are made until one arrives.
  const arrived = becomes('.result-window', 'For GraphiQL');
  let waiting = true;
  arrived.finally(() => (waiting = false)).catch(() => {});
  while (waiting) {
    const sent = await post({ query, variables: { to: data.viewer.user.databaseId } });
    assert.equal(sent.errors, undefined, JSON.stringify(sent.errors));
    await new Promise((resume) => setTimeout(resume, 50));
  }
  await arrived;
  const closed = (await socket).waitForEvent('close');
  await page.getByRole('button', { name: /Stop query/ }).click();
  await closed;
}

async function nothingIsKept() {
  await page.reload();
  await becomes('.result-window', 'An access token is needed');
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  assert.match(kept, /viewer/, 'queries are kept');
  assert.ok(!kept.includes(token), 'the token is not');
}

try {
  for (const part of [withoutToken, withToken, everyCorner, anotherCaller, subscription]) await part();
  const violations = await page.evaluate(() => globalThis.violations);
  await nothingIsKept();
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  assert.deepEqual(violations, []);
  assert.deepEqual(elsewhere, [], 'requests to other hosts');
  // Chromium logs the requests that are refused on purpose.
  assert.deepEqual(problems.filter((text) => !/status of 40[01]/.test(text)), []);
  console.log('GraphiQL works, with nothing from elsewhere');
} catch (error) {
  console.error(problems, elsewhere, await page.evaluate(() => globalThis.violations));
  await page.screenshot({ path: `${process.env.TMPDIR ?? '/tmp'}/graphiql.png` });
  throw error;
} finally {
  await browser.close();
}
