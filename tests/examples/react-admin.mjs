// Opens the example with react-admin in Chromium: lists, creates, edits, deletes, restores and purges, while
// others change records, too.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { post } from '../clients/server.mjs';
import { launch, site } from './browser.mjs';

const { REINSTATE_URL, REINSTATE_BINARY } = process.env;
// Longer than anything takes on a busy machine: the test fails after it.
const PATIENCE_MS = 30_000;

const browser = await launch();
if (!browser) {
  console.log('SKIPPED: the example with react-admin, since there is no Chromium');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

const reinstate = (...args) => execFileSync(REINSTATE_BINARY, args, { encoding: 'utf8' }).trim();
const delay = (ms) => new Promise((resume) => setTimeout(resume, ms, false));

async function call(query, variables) {
  const { data, errors } = await post({ query, variables });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

// What somebody else does.
async function create(title) {
  const document = 'mutation ($title: String!) { createReport(input: { title: $title }) { report { id uuid title } } }';
  return (await call(document, { title })).createReport.report;
}
const rename = ({ uuid }, title) => call(
  'mutation ($uuid: UUID!, $title: String!) { updateReport(uuid: $uuid, changes: { title: $title }) { report { id } } }',
  { uuid, title },
);
const remove = ({ id }) => call('mutation ($id: ID!) { delete(id: $id) { operationId } }', { id });

async function stateOf({ id }) {
  return (await call('query ($id: ID!) { node(id: $id) { ... on Report { title deletedAt } } }', { id })).node;
}

async function signIn(page, token) {
  await page.getByLabel('Server').fill(REINSTATE_URL);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A row of the list that is shown, without the one of headings. */
const row = (page, text) => page.getByRole('row').filter({ has: page.getByRole('cell') }).filter({ hasText: text });
const open = (page, name) => page.getByRole('menuitem', { name }).click();

/** Waits until the list has these first cells, in order. */
async function shows(page, titles) {
  const cells = () => page.locator('tbody tr td:nth-child(2)').allInnerTexts();
  const until = Date.now() + PATIENCE_MS;
  while (JSON.stringify(await cells()) !== JSON.stringify(titles)) {
    assert.ok(Date.now() < until, `${JSON.stringify(await cells())} instead of ${JSON.stringify(titles)}`);
    await delay(20);
  }
}

async function list(page, titles) {
  await page.getByPlaceholder('Search').fill('BERTH');
  await page.getByText('1-10 of 14').waitFor();
  await shows(page, titles.toReversed().slice(0, 10));
  await page.getByRole('button', { name: 'Go to page 2' }).click();
  await shows(page, titles.toReversed().slice(10));
  await page.getByRole('button', { name: 'Sort by Title' }).click();
  await shows(page, titles.slice(0, 10));
  await page.getByPlaceholder('Search').fill('berth 1');
  await shows(page, titles.filter((title) => title.startsWith('Berth 1')));
}

/** The server refuses a code, and the form shows why at its field. */
async function refused(page) {
  await open(page, 'Currencies');
  await page.getByRole('link', { name: 'Create' }).click();
  await page.getByLabel('Code').fill('czk');
  await page.getByRole('button', { name: 'Save' }).click();
  const field = (name) => page.locator('.MuiFormControl-root').filter({ has: page.getByLabel(name) });
  await field('Code').getByText('three capital letters').waitFor();
  await page.getByLabel('Name').fill('Czech koruna');
  await page.getByLabel('Code').fill('CZK');
  await page.getByRole('button', { name: 'Save' }).click();
  await row(page, 'Czech koruna').waitFor();
}

/** What somebody else has written meanwhile is not overwritten before it was shown. */
async function conflict(page, report) {
  await open(page, 'Reports');
  // The form shows what the list had until it has read the record itself.
  const read = page.waitForResponse((response) => response.request().postData()?.includes('node(id:'));
  await row(page, report.title).click();
  await read;
  const title = page.getByLabel('Title');
  await title.fill('Berth 13, mine');
  await rename(report, 'Berth 13, theirs');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else has changed this record').waitFor();
  assert.equal((await stateOf(report)).title, 'Berth 13, theirs');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.waitForFunction(() => document.querySelector('input[name=title]').value === 'Berth 13, theirs');
  await title.fill('Berth 13, mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await row(page, 'Berth 13, mine').waitFor();
  assert.equal((await stateOf(report)).title, 'Berth 13, mine');
}

/** Answers the question, and waits until what it asked about is gone. The question hides the rest of the page. */
async function confirm(page, text) {
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Element deleted').first().waitFor();
  await row(page, text).waitFor({ state: 'detached' });
}

async function trash(page, report, other) {
  await row(page, 'Berth 13, mine').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, 'Berth 13, mine');
  await open(page, 'Trash');
  await row(page, 'Berth 13, mine').getByText('admin@example.com').waitFor();
  await row(page, 'Berth 13, mine').getByRole('button', { name: 'Restore' }).click();
  await row(page, 'Berth 13, mine').waitFor({ state: 'detached' });
  assert.equal((await stateOf(report)).deletedAt, null);

  await remove(other);
  await row(page, other.title).getByRole('button', { name: 'Purge' }).click();
  await confirm(page, other.title);
  assert.equal(await stateOf(other), null);
}

/** What somebody else creates appears, in the list as it is filtered since. */
async function live(page) {
  await open(page, 'Reports');
  const shown = row(page, 'Berth 1, live').first().waitFor().then(() => true);
  // Nothing tells when the page has subscribed, so some are created until one arrives.
  for (let number = 0; !(await Promise.race([shown, delay(200)])); number += 1) await create(`Berth 1, live ${number}`);
}

try {
  const titles = Array.from({ length: 14 }, (_, index) => `Berth ${String(index + 1).padStart(2, '0')}`);
  const reports = [];
  for (const title of titles) reports.push(await create(title));
  const token = reinstate('token', 'admin@example.com', '--name', 'react-admin');

  const pages = await site('../../examples/clients/react-admin/dist');
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(pages.url);
  await signIn(page, token);
  await list(page, titles);
  await refused(page);
  await conflict(page, reports[12]);
  await trash(page, reports[12], reports[11]);
  await live(page);

  const tokens = reinstate('token', '--list', 'admin@example.com').split('\n');
  const [id] = tokens.find((line) => line.includes('react-admin')).trim().split(/\s+/);
  reinstate('token', '--revoke', id);
  // The server hears of what another process revokes a moment later.
  const headers = { authorization: `Bearer ${token}` };
  while ((await fetch(`${REINSTATE_URL}/api/v1/me`, { headers })).status !== 401) await delay(50);
  await open(page, 'Currencies');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.deepEqual(problems, []);
  pages.close();
  console.log('react-admin works');
} finally {
  await browser.close();
}
