// What the keyboard reaches, where the focus goes, and that “back” finds the place in a list.

import assert from 'node:assert/strict';
import { open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const post = (query, variables) => server.post(admin, query, variables);

/** What has the focus, in words. */
const focused = (page) => page.evaluate(() => {
  const it = document.activeElement;
  return it.getAttribute('role') === 'row' ? `row ${it.querySelector('.title')?.textContent}` : `${it.localName} ${it.getAttribute('aria-label') ?? it.textContent}`;
});
const focusIs = (page, text) => page.waitForFunction((text) => {
  const it = document.activeElement;
  return it !== document.body && `${it.getAttribute('role') ?? it.localName} ${it.textContent}`.includes(text);
}, text);

async function byKeyboard() {
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/trash');
  await row(page, 'Old Quay Ltd').waitFor();
  // From the search to below the list, past one row of it.
  await page.getByLabel('Search the trash').focus();
  const stops = [];
  for (let presses = 0; presses < 15 && stops.at(-1) !== 'body'; presses += 1) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(() => document.activeElement.closest('.grid-rows [role=row]')?.dataset.index ?? document.activeElement.localName));
  }
  assert.deepEqual([...new Set(stops.filter((it) => /^\d+$/.test(it)))], ['0'], `stops at ${stops}`);

  await page.locator('.grid-rows [role=row]').first().focus();
  for (let index = 1; !(await focused(page)).includes('Old Quay Ltd'); index += 1) {
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction((index) => document.activeElement.dataset.index === `${index}`, index);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Old Quay Ltd', level: 1 }).waitFor();
  await page.goBack();
  await focusIs(page, 'Old Quay Ltd');
  await close();
}

/** The focus goes back to where it was, and to what has its place where that is gone. */
async function focusStays() {
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/records/REPORT');
  await page.getByRole('button', { name: 'New Report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await focusIs(page, 'New Report');

  await row(page, 'second quarter').getByRole('checkbox').check();
  await page.locator('.bar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'is deleted').getByRole('button', { name: 'Undo' }).click();
  await row(page, 'second quarter').waitFor();
  assert.notEqual(await focused(page), 'body ', 'the bar and the message are gone');

  // A record whose button is replaced.
  await row(page, 'second quarter').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).waitFor();
  await focusIs(page, 'second quarter');
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  await focusIs(page, 'second quarter');

  // A button that is disabled by what it does.
  await goto('/console/operations');
  await row(page, 'second quarter').first().getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Undone').waitFor();
  await focusIs(page, 'second quarter');
  // One that can't be pressed says why.
  await row(page, 'second quarter').getByRole('button', { name: 'Undo', disabled: true }).first().waitFor();
  assert.match(await row(page, 'second quarter').getByRole('button', { name: 'Undo', disabled: true }).first().getAttribute('title'), /taken back/);
  await close();
}

/** Presses Tab until what has the focus says so, once around the page at most. */
async function tabTo(page, text) {
  const stops = [];
  for (let presses = 0; presses < 60; presses += 1) {
    stops.push(await focused(page));
    if (!stops.at(-1).startsWith('body') && stops.at(-1).includes(text)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`no ${text} among ${stops.join(', ')}`);
}

/** A filter, a selection, its deletion, and its deletion for good: without a mouse. */
async function selectionByKeys() {
  for (const title of ['By keys 1', 'By keys 2', 'By keys 3']) {
    await post('mutation($title: String!) { createReport(input: { title: $title }) { report { id } } }', { title });
  }
  const { page, goto, close } = await open(server.base, { token: admin });
  const titles = () => page.locator('.grid-rows .title').allTextContents();
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await goto('/console/records/REPORT');
  await row(page, 'By keys 3').waitFor();
  await press('/');
  await page.keyboard.type('By keys');
  await page.waitForFunction(() => document.querySelectorAll('.grid-rows [role=row]').length === 3);
  await tabTo(page, 'row By keys');
  const first = (await focused(page)).replace('row ', '');
  await press('Space', 'Shift+ArrowDown');
  await page.getByText('2 selected').waitFor();
  // The buttons are above the list.
  for (let presses = 0; presses < 20 && await focused(page) !== 'button Delete'; presses += 1) await press('Shift+Tab');
  assert.equal(await focused(page), 'button Delete');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'button Delete');
  await press('Enter');
  await toast(page, '2 records are deleted').waitFor();
  await row(page, first).waitFor({ state: 'detached' });
  await focusIs(page, 'row By keys');
  assert.equal((await titles()).length, 1);

  // In the trash, of one kind alone.
  await press('g', 't');
  await row(page, 'Old Quay').waitFor();
  await tabTo(page, 'button Report');
  await press('Enter');
  await row(page, 'Old Quay').waitFor({ state: 'detached' });
  await press('/');
  await page.keyboard.type('By keys');
  await page.waitForFunction(() => document.querySelectorAll('.grid-rows [role=row]').length === 2);
  await tabTo(page, 'row By keys');
  await press('Control+a');
  await page.getByText('2 selected').waitFor();
  for (let presses = 0; presses < 20 && await focused(page) !== 'button Delete for good'; presses += 1) await press('Shift+Tab');
  assert.equal(await focused(page), 'button Delete for good');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  for (let presses = 0; presses < 10 && !await page.evaluate(() => document.activeElement.matches('dialog [type=checkbox]')); presses += 1) await press('Tab');
  await press('Space');
  await tabTo(page, 'button Delete 2 for good');
  await press('Enter');
  await toast(page, '2 records are deleted for good').waitFor();
  await page.getByText('Nothing in the trash matches').waitFor();
  const { reports } = await post('{ reports(trashed: WITH, where: { title: { contains: "By keys" } }) { nodes { deletedAt } } }');
  assert.deepEqual(reports.nodes, [{ deletedAt: null }]);
  await close();
}

/** “Back”, and closing a record, lead to the row and the filters that somebody left. */
async function placeInAList() {
  const catalogue = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`many.${String(index).padStart(3, '0')}`, `Text ${index}`]));
  await post('mutation($catalogue: JSONObject!) { importTranslations(input: { locale: "en", group: "many", catalogue: $catalogue }) { created } }', { catalogue });
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/records/TRANSLATION?q=many');
  await row(page, 'many').first().focus();
  for (let pages = 0; pages < 3; pages += 1) {
    await page.keyboard.press('End');
    await page.waitForFunction(() => !document.querySelector('.grid[aria-busy=true]'));
    await page.waitForTimeout(200);
  }
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('PageUp');
  await page.waitForTimeout(200);
  const left = await focused(page);
  assert.match(left, /row many\.2\d\d/);
  const top = () => page.evaluate(() => document.querySelector('.grid-body').scrollTop);
  const before = await top();
  assert.ok(before > 5000, `${before}`);
  for (const back of [() => page.goBack(), () => page.getByRole('button', { name: 'Close' }).click()]) {
    await page.keyboard.press('Enter');
    await page.locator('.facts').first().waitFor();
    await back();
    await focusIs(page, left.replace('row ', ''));
    assert.ok(Math.abs(await top() - before) < 300, `${await top()} instead of ${before}`);
    assert.match(page.url(), /q=many/);
  }
  // Who goes there anew begins at the top.
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('link', { name: 'Records' }).click();
  await page.locator('.grid-rows [role=row]').first().waitFor();
  assert.equal(await top(), 0);
  await close();
}

await run('reach', [byKeyboard, focusStays, selectionByKeys, placeInAList]);
