// More records than one request takes: undone, restored, and undone again.

import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { busy, open, row, run, selectAll, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const COUNT = 620;
const left = async (group = 'many') =>
  (await server.post(admin, 'query($group: String!) { translations(first: 1, where: { group: { eq: $group } }) { totalCount } }', { group })).translations.totalCount;

/** So many translations of a group. */
async function fill(group, count) {
  const catalogue = Object.fromEntries(Array.from({ length: count }, (_, index) => [`${group}.${index}`, `Text ${index}`]));
  await server.post(admin, 'mutation($group: String!, $catalogue: JSONObject!) { importTranslations(input: { locale: "en", group: $group, catalogue: $catalogue }) { created } }', { group, catalogue });
}

/** How long the tab in which somebody undoes much may be busy at a stretch. */
const ANSWERS_MS = 300;

async function answers(what, act) {
  const { longest, total } = await busy(act);
  console.log(`${what}: busy for ${Math.round(longest)} ms at a stretch, ${Math.round(total)} ms in all`);
  assert.ok(longest < ANSWERS_MS, `${what}: ${longest} ms`);
}

/** Deletes by a filter, which is one operation however many records there are. */
async function deleteAll() {
  const ask = async (query) => {
    const response = await fetch(`${server.base}/api/v1/delete/translations?group=many${query}`, { method: 'POST', headers: { authorization: `Bearer ${admin}` } });
    return response.json();
  };
  const { preview } = await ask('');
  await ask(`&confirm=${preview.token}`);
  for (let tries = 0; tries < 300 && (await left()) > 0; tries += 1) await setTimeout(100);
  assert.equal(await left(), 0);
}

async function undoneAsAWhole() {
  await fill('many', COUNT);
  await deleteAll();
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  page.setDefaultTimeout(60_000);
  await goto('/console/operations');
  // Axe keeps the tab busy itself, so that it looks at the next undo.
  await answers('an undo in My changes', async () => {
    await row(page, 'Deleted').first().getByRole('button', { name: 'Undo' }).click();
    await toast(page, `Undone: ${COUNT} records`).waitFor();
  });
  await deleteAll();
  await page.reload();
  await row(page, 'Deleted').first().getByRole('button', { name: 'Undo' }).click();
  await page.locator('.toast', { hasText: new RegExp(`Undoing \\d+ of ${COUNT} records`) }).waitFor();
  await accessible('an undo that runs');
  await toast(page, `Undone: ${COUNT} records`).waitFor();
  assert.equal(await toast(page, 'Undoing').count(), 0);
  assert.equal(await left(), COUNT);
  await close();
}

async function restoredInParts() {
  await deleteAll();
  const { page, goto, close } = await open(server.base, { token: admin });
  page.setDefaultTimeout(60_000);
  await goto('/console/trash?kind=TRANSLATION');
  await row(page, 'many.').first().focus();
  // Each page comes when the one before is shown to its end.
  while (Number(await page.locator('.grid').getAttribute('aria-rowcount')) > Number(await page.locator('.grid-rows').evaluate((it) => it.clientHeight / 44))) {
    await page.keyboard.press('End');
    await page.waitForTimeout(100);
  }
  await selectAll(page);
  const all = COUNT + 1;
  await page.getByText(`${all} selected`).waitFor();
  await page.locator('.bar').getByRole('button', { name: 'Restore' }).click();
  await toast(page, `${all} records are restored`).waitFor();
  assert.equal(await left(), COUNT);
  await answers('an undo in parts', async () => {
    await toast(page, `${all} records are restored`).getByRole('button', { name: 'Undo' }).click();
    await toast(page, `Undone: ${all} records`).waitFor();
  });
  assert.equal(await left(), 0);
  await close();
}

/** All that match, not only those that are loaded: with a preview, restored, undone, and deleted again. */
async function allThatMatch() {
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin });
  page.setDefaultTimeout(60_000);
  const bar = page.locator('.bar');
  const dialog = page.getByRole('dialog');
  await goto('/console/trash?kind=TRANSLATION&q=many');
  await row(page, 'many.').first().waitFor();
  await selectAll(page);
  await page.getByText('100 selected').waitFor();
  await bar.getByRole('button', { name: `Select all ${COUNT} that match` }).click();
  await bar.getByText(`All ${COUNT} that match`).waitFor();
  await bar.getByLabel('Reason').fill('A mistake');
  await accessible('all that match');
  await bar.getByRole('button', { name: 'Restore' }).click();
  await dialog.getByText(`${COUNT} records will be restored`).waitFor();
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'A mistake');
  await accessible('what becomes of all that match');
  await fits('what becomes of all that match');
  await dialog.getByRole('button', { name: `Restore ${COUNT}` }).click();
  const restored = toast(page, `${COUNT} records are restored`);
  await restored.waitFor();
  await page.getByText('Nothing in the trash matches').waitFor();
  assert.equal(await left(), COUNT);
  const { recordEvents } = await server.post(admin, '{ recordEvents(first: 1, actions: [RESTORED]) { nodes { reason } } }');
  assert.equal(recordEvents.nodes[0].reason, 'A mistake');
  await answers('an undo of all that match', async () => {
    await restored.getByRole('button', { name: 'Undo' }).click();
    await toast(page, `Undone: ${COUNT} records`).waitFor();
    await row(page, 'many.').first().waitFor();
  });
  assert.equal(await left(), 0);

  // By a filter of columns; only what matches is deleted.
  await goto('/console/records/TRANSLATION?trashed=ONLY&f.group=many');
  await selectAll(page);
  await bar.getByRole('button', { name: 'Select all that match' }).click();
  await bar.getByRole('button', { name: 'Restore' }).click();
  await dialog.getByRole('button', { name: `Restore ${COUNT}` }).click();
  await restored.waitFor();
  await goto('/console/records/TRANSLATION?f.group=many');
  await selectAll(page);
  await bar.getByRole('button', { name: 'Select all that match' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText(`${COUNT} records will move to the trash`).waitFor();
  await dialog.getByRole('button', { name: `Delete ${COUNT}` }).click();
  await toast(page, `${COUNT} records are deleted`).waitFor();
  await page.getByText('No record matches').waitFor();
  assert.equal(await left(), 0);
  await close();
}

/** One that runs is ended with its button; what it has done is said, and undone. */
async function cancelled() {
  // Four batches, of which the second or third waits while the button is pressed.
  const more = 2_000;
  await fill('more', more);
  const { page, goto, close } = await open(server.base, { token: admin });
  page.setDefaultTimeout(60_000);
  const { held, release } = server.hold("SELECT 1 FROM bulk_operations WHERE state = 'running' AND changed > 0");
  await goto('/console/records/TRANSLATION?f.group=more');
  await selectAll(page);
  await page.locator('.bar').getByRole('button', { name: 'Select all that match' }).click();
  await page.locator('.bar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Delete 2,?000$/ }).click();
  await held;
  const asked = page.waitForRequest((it) => it.postData()?.includes('mutation Cancel'));
  await toast(page, 'Deleting').getByRole('button', { name: 'Cancel' }).click();
  await asked;
  release();
  await toast(page, 'Cancelled. What was done until then stays done.').waitFor();
  const deleted = toast(page, /[\d,]+ records are deleted/);
  const count = Number((await deleted.textContent()).match(/[\d,]+/)[0].replace(',', ''));
  assert.ok(count > 0 && count < more, `${count} of ${more}`);
  assert.equal(await left('more'), more - count);
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await toast(page, /Undone: [\d,]+ records/).waitFor();
  assert.equal(await left('more'), more);
  await close();
}

/** Of an operation of many records not all are read to show it, nor what was before it until somebody asks. */
async function earlierChanges() {
  const count = 450;
  await fill('most', count);
  const { page, context, goto, accessible, close } = await open(server.base, { token: admin });
  let read = 0;
  await context.route('**/graphql', (route) => {
    if (route.request().postData()?.includes('query MyOperations')) read += 1;
    return route.continue();
  });
  await goto('/console/operations');
  const newest = row(page, `and ${count - 1} more`);
  await newest.waitFor();
  const earlier = page.getByRole('button', { name: 'Show earlier changes' });
  await earlier.waitFor();
  assert.equal(await page.locator('.grid-rows [role=row]').count(), 1);
  assert.equal(read, 2, 'pages that are read before somebody asks');
  await accessible('changes before many records');
  await newest.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'The others are in the audit trail.' }).waitFor();
  assert.equal(await dialog.locator('.event-line').count(), 100);
  await accessible('an operation of many records');
  await page.keyboard.press('Escape');
  await earlier.click();
  await page.locator('.grid-rows [role=row]').nth(1).waitFor();
  assert.ok(read >= 5, `${read} pages until there is another operation`);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await close();
}

/** How many records a long list has, and within which time its first row is there once the console is. */
const ROWS = 50_000;
const FIRST_ROW_MS = 1_000;
const STRETCH_MS = 100;

/** A list of very many records begins at once, goes on where it ends, and keeps the tab free meanwhile. */
async function longList() {
  for (let from = 0; from < ROWS; from += 10_000) await fill(`rows.${from}`, Math.min(10_000, ROWS - from));
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/records/REPORT');
  await row(page, 'Arrivals').first().waitFor();
  const rows = page.locator('.grid-rows [role=row]');
  const loaded = async () => (await page.locator('.grid-rows').evaluate((it) => it.clientHeight)) / 44;
  const { longest, total } = await busy(async () => {
    const started = Date.now();
    await page.locator('nav a[href="/console/records/TRANSLATION"]').click();
    await rows.filter({ hasText: /[a-z]\.\d/ }).first().waitFor();
    const first = Date.now() - started;
    console.log(`first of ${ROWS} rows after ${first} ms`);
    assert.ok(first < FIRST_ROW_MS, `${first} ms`);
    await rows.first().focus();
    for (let pages = 2; pages <= 8; pages += 1) {
      await page.keyboard.press('End');
      await page.waitForFunction((count) => document.querySelector('.grid-rows').clientHeight / 44 >= count, pages * 100);
    }
    const end = await loaded();
    await page.waitForFunction((index) => document.activeElement?.dataset.index === String(index), end - 101);
    // The list stays where a wheel has brought it, and the focus in its row.
    const body = page.locator('.grid-body');
    const wheel = async (by) => {
      await body.hover();
      const before = await body.evaluate((it) => it.scrollTop);
      await page.mouse.wheel(0, by);
      await page.waitForFunction((top) => Math.abs(document.querySelector('.grid-body').scrollTop - top) > 1_000, before);
    };
    await wheel(-4_000);
    await wheel(2_000);
    assert.equal(await page.evaluate(() => Number(document.activeElement?.dataset.index)), end - 101);
    await body.evaluate((it) => it.scrollTo({ top: it.scrollHeight }));
    await page.waitForFunction((count) => document.querySelector('.grid-rows').clientHeight / 44 > count, end);
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.activeElement?.dataset.index === '0');
  });
  console.log(`a list of ${ROWS}: busy for ${Math.round(longest)} ms at a stretch, ${Math.round(total)} ms in all`);
  assert.ok(longest < STRETCH_MS, `${longest} ms at a stretch`);
  const said = Number((await page.locator('.total').textContent()).replace(/\D/g, ''));
  assert.ok(said > ROWS, `${said} records`);
  await close();
}

await run('large', [undoneAsAWhole, restoredInParts, allThatMatch, cancelled, earlierChanges, longList]);
