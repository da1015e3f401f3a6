// What was deleted in SQL, past every API: it appears, says what would come back, and comes back.

import assert from 'node:assert/strict';
import { open, row, run, toast } from './support/browser.mjs';
import { serve, SHOP } from './support/server.mjs';

const server = await serve({}, SHOP);
const admin = server.token('admin@example.com');
const remove = (which) => server.sql(`PRAGMA foreign_keys = ON; DELETE FROM orders WHERE ${which};`);
const dialogOf = (page, name) => page.getByRole('dialog', { name });

async function back() {
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin });
  await goto('/console/removals');
  await page.getByText('Nothing was deleted in SQL').waitFor();
  await accessible('no removals');
  remove('id = 1');
  // SQL sends no news, so that the page looks.
  await row(page, '2 lines and 1 orders').waitFor({ timeout: 15_000 });
  await accessible('removals');
  await fits('removals');
  await row(page, '2 lines and 1 orders').click();
  const dialog = dialogOf(page, '2 lines and 1 orders');
  await dialog.getByText('2 rows of lines come back').waitFor();
  await dialog.getByText('The rows').click();
  await dialog.getByText('"customer":"Harbour"').waitFor();
  await accessible('a removal');
  await fits('a removal');
  await dialog.getByRole('button', { name: 'Bring back 3 rows' }).click();
  await toast(page, '3 rows are back').waitFor();
  await row(page, '2 lines and 1 orders').getByText('Brought back by admin@example.com').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Bring back/ }).count(), 0);
  await close();
}

async function reasons() {
  remove('id = 2');
  server.sql("INSERT INTO orders VALUES (2, 'Other', 'A2');");
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/trash');
  await page.getByRole('link', { name: /^Deleted in SQL: 1 orders/ }).click();
  await page.getByRole('button', { name: 'Bring back: 1 orders' }).click();
  const dialog = dialogOf(page, '1 orders');
  await dialog.getByText('1 row of orders is left out').waitFor();
  await dialog.getByText('its key is taken meanwhile').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Nothing comes back' }).isDisabled());
  await close();
  const german = await open(server.base, { token: admin, locale: 'de-DE' });
  await german.goto('/console/removals');
  await row(german.page, '1 orders').first().click();
  await german.page.getByRole('dialog').getByText('ihr Schlüssel ist inzwischen vergeben').waitFor();
  await german.close();
}

async function coverage() {
  server.sql('DROP TRIGGER reinstate_removed_lines;');
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/removals');
  await page.getByText('Not all is kept of lines.').waitFor();
  await page.getByRole('button', { name: 'Coverage' }).first().click();
  const dialog = dialogOf(page, 'Coverage');
  await dialog.getByText('it lacks the trigger reinstate_removed_lines').waitFor();
  await dialog.getByText('Kept', { exact: true }).waitFor();
  await accessible('coverage');
  await close();
  const german = await open(server.base, { token: admin, locale: 'de-DE' });
  await german.goto('/console/removals');
  await german.page.locator('.banner').getByRole('button').click();
  await german.page.getByRole('dialog').getByText('Ihr fehlt der Trigger reinstate_removed_lines').waitFor();
  await german.close();
}

async function changes() {
  server.recordAll();
  server.sql("UPDATE orders SET customer = 'Wrong' WHERE id = 3;");
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin });
  await goto('/console/removals');
  await page.getByRole('button', { name: 'All changes' }).click();
  await row(page, '1 orders changed').first().click();
  const dialog = dialogOf(page, '1 orders changed');
  await dialog.getByText('1 row of orders is as before').waitFor();
  await dialog.getByText('The rows').click();
  await dialog.getByText('"customer":"Wrong"').waitFor();
  await dialog.getByText('History of this row').click();
  await dialog.getByText('customer: "Pier" → "Wrong"').waitFor();
  await accessible('changes');
  await fits('changes');
  await dialog.getByRole('button', { name: 'Take 1 row back' }).click();
  await toast(page, '1 row is as before').waitFor();
  await page.getByText('All rows are as before').first().waitFor();
  await close();
}

async function rowsThatAreThere() {
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin });
  await goto('/console/removals');
  await page.getByRole('button', { name: 'Rows that are there' }).click();
  await row(page, '3, 1').waitFor();
  await accessible('rows that are there');
  await fits('rows that are there');
  await page.getByLabel('Table').selectOption('orders');
  await row(page, 'A3').waitFor();
  await page.getByLabel('Find by id').fill('4');
  await row(page, 'A3').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Find by' }).selectOption('customer');
  await page.getByLabel('Find by customer').fill('Other');
  await row(page, 'A3').waitFor({ state: 'detached' });
  await accessible('rows with a value');
  await row(page, 'A2').click();
  const dialog = dialogOf(page, 'orders 2');
  await dialog.getByText('customer: "Other"').waitFor();
  await dialog.getByText('History of this row').click();
  await accessible('a row');
  await close();
}

async function written() {
  await server.openColumns('orders', 'create = ["customer", "number"]\nupdate = ["customer", "number"]', admin);
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin });
  await goto('/console/removals');
  await page.getByRole('button', { name: 'Rows that are there' }).click();
  await page.getByLabel('Table').selectOption('orders');
  await row(page, 'A3').click();
  await dialogOf(page, 'orders 3').getByRole('button', { name: 'Edit' }).click();
  const form = dialogOf(page, 'orders 3');
  assert.ok(await form.getByRole('button', { name: 'Save' }).isDisabled(), 'nothing is changed yet');
  await form.getByLabel('number').fill('A2');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').getByText(/The row was not written.*orders\.number/).waitFor();
  await form.getByLabel('number').fill('A9');
  await accessible('a row that is written');
  await fits('a row that is written');
  server.sql("UPDATE orders SET customer = 'Elsewhere' WHERE id = 3;");
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').getByText('The record was changed since').waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New row' }).click();
  const made = dialogOf(page, 'New row');
  await made.getByLabel('customer').fill('Mole');
  await made.getByRole('button', { name: 'Create' }).click();
  await row(page, 'Mole').waitFor();
  await row(page, 'Mole').click();
  await dialogOf(page, /orders/).getByRole('button', { name: 'Edit' }).click();
  await dialogOf(page, /orders/).getByLabel('customer').fill('Mole & Son');
  await dialogOf(page, /orders/).getByRole('button', { name: 'Save' }).click();
  await dialogOf(page, /orders/).getByText('customer: "Mole & Son"').waitFor();
  await close();
}

async function forWhom() {
  const viewer = await open(server.base, { token: server.token('admin@example.com', ['adopted.orders.view']) });
  await viewer.goto('/console/removals');
  await row(viewer.page, '1 orders').first().waitFor();
  assert.equal(await viewer.page.getByText('lines').count(), 0, 'another table is not shown');
  assert.equal(await viewer.page.getByRole('button', { name: /^Bring back/ }).count(), 0);
  await viewer.close();
  const other = await open(server.base, { token: server.token('admin@example.com', ['reports.view']) });
  await other.goto('/console/records');
  await other.page.getByRole('link', { name: 'Records' }).waitFor();
  assert.equal(await other.page.getByRole('link', { name: 'Deleted in SQL' }).count(), 0);
  await other.close();
}

await run('removals', [back, reasons, coverage, forWhom, changes, rowsThatAreThere, written]);
