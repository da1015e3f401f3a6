// Opens the pages of examples/clients in Chromium, from an origin of their own: deletes, restores and
// undoes, receives a notification, shows the buttons of what the caller may do, and signs out.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { post, token } from '../clients/server.mjs';
import { launch, site } from './browser.mjs';

const { REINSTATE_URL, REINSTATE_BINARY } = process.env;
// Longer than anything takes on a busy machine: the test fails after it.
const PATIENCE_MS = 30_000;

const browser = await launch();
if (!browser) {
  console.log('SKIPPED: the pages of the examples, since there is no Chromium');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

const reinstate = (...args) => execFileSync(REINSTATE_BINARY, args, { encoding: 'utf8' }).trim();

async function call(query, variables) {
  const { data, errors } = await post({ query, variables });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

async function signIn(page, token) {
  await page.getByLabel('Server').fill(REINSTATE_URL);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A section of the page: its rows, and the button of one that has a text. */
const section = (page, name) => {
  const region = page.getByRole('region', { name });
  const row = (text) => region.getByRole('listitem').filter({ hasText: text });
  return { region, row, press: (text, button) => row(text).getByRole('button', { name: button }).click() };
};

/**
 * Keeps the first response about the trash back until the page asks again: what it shows is old then. Apollo
 * Client asks again after each change; urql does so for what it has received, so its page waits.
 */
async function delayTrash(page) {
  let askedAgain;
  const again = new Promise((resume) => { askedAgain = resume; });
  let isFirst = true;
  await page.route(`${REINSTATE_URL}/graphql`, async (route) => {
    const isTrash = route.request().postDataJSON()?.query.includes('trash(');
    const held = isTrash && isFirst;
    if (isTrash && !isFirst) askedAgain();
    if (isTrash) isFirst = false;
    const response = await route.fetch();
    if (held) await again;
    await route.fulfill({ response });
  });
}

/** Deletes, undoes, deletes and restores a report. */
async function reports(page, title) {
  const live = section(page, 'Reports');
  const trash = section(page, 'Trash');
  await live.press(title, 'Delete');
  await trash.row(title).waitFor();
  await live.row(title).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await live.row(title).waitFor();
  await trash.row(title).waitFor({ state: 'detached' });
  await live.press(title, 'Delete');
  await trash.press(title, 'Restore');
  await live.row(title).waitFor();
  await trash.row(title).waitFor({ state: 'detached' });
}

/** Shows why the server refuses a change: someone else has deleted the report meanwhile. */
async function refused(page, { id, title }) {
  await call('mutation ($id: ID!) { delete(id: $id) { operationId } }', { id });
  await section(page, 'Reports').press(title, 'Delete');
  await page.getByRole('alert').filter({ hasText: 'already deleted' }).waitFor();
  await call('mutation ($id: ID!) { restore(id: $id) { restored } }', { id });
}

/** Receives a notification, and marks it as read. */
async function inbox(page, me, name) {
  const { region, row, press } = section(page, 'Inbox');
  const arrived = row(`Live in ${name}`).first();
  const shown = arrived.waitFor().then(() => true);
  // Nothing tells when the page has subscribed, so some are sent until one arrives.
  for (let number = 0; !(await Promise.race([shown, delay(200)])); number += 1) {
    await call(
      `mutation ($user: BigInt!, $title: String!) {
        sendNotification(input: { userId: $user, type: INFO, title: $title, message: "Now." }) { notification { id } }
      }`,
      { user: me, title: `Live in ${name} ${number}.` },
    );
  }
  const text = await arrived.locator('b').innerText();
  await press(text, 'Mark as read');
  await row(text).getByRole('button').waitFor({ state: 'detached' });
  assert.match(await region.getByRole('heading').innerText(), /^Inbox \(\d+ unread\)$/);
}

const delay = (ms) => new Promise((resume) => setTimeout(resume, ms, false));

/** A caller who may only view reports has no buttons. */
async function limited(page, title) {
  const viewer = reinstate('token', 'admin@example.com', '--permission', 'reports.view', '--name', 'A viewer');
  await signIn(page, viewer);
  const { region, row } = section(page, 'Reports');
  await row(title).waitFor();
  assert.equal(await region.getByRole('button').count(), 0);
  assert.equal(await section(page, 'Trash').region.getByRole('listitem').count(), 0);
}

/** The page asks for a token when its own is revoked. */
async function signsOut(page, name) {
  const short = reinstate('token', 'admin@example.com', '--name', name);
  await signIn(page, short);
  await section(page, 'Inbox').region.getByRole('listitem').first().waitFor();
  const tokens = reinstate('token', '--list', 'admin@example.com').split('\n');
  const [id] = tokens.find((line) => line.includes(name)).trim().split(/\s+/);
  reinstate('token', '--revoke', id);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
}

try {
  const { viewer, reports: list } = await call('{ viewer { user { databaseId } } reports(first: 1) { nodes { id title } } }');
  const me = viewer.user.databaseId;
  const [report] = list.nodes;
  const { title } = report;
  for (const name of ['react-apollo', 'react-urql']) {
    const pages = await site(`../../examples/clients/${name}/dist`);
    const context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(pages.url);
    if (name === 'react-apollo') await delayTrash(page);
    await signIn(page, token);
    if (name === 'react-urql') await section(page, 'Trash').region.getByRole('listitem').first().waitFor();
    await reports(page, title);
    await refused(page, report);
    await inbox(page, me, name);
    await page.reload();
    await limited(page, title);
    await page.reload();
    await signsOut(page, name);
    assert.deepEqual(problems, []);
    await context.close();
    pages.close();
    console.log(`${name} works`);
  }
} finally {
  await browser.close();
}
