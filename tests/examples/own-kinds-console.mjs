// The console has the kinds of another program as it has the built-in ones: search, filters, order, New and Edit.

import assert from 'node:assert/strict';
import { post, start } from '../clients/server.mjs';
import { launch } from './browser.mjs';

const browser = await launch();
if (!browser) {
  console.log('SKIPPED: own kinds in the console, since there is no Chromium');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

const server = await start();
const base = server.url.replace('/graphql', '');
const call = async (query, variables) => {
  const { data, errors } = await post({ query, variables }, server);
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
};
for (const [name, currency, deliveryDays] of [['Anchor and Rope', 'EUR', 14], ['Baltic Sail', 'JPY', 3], ['Cordage', 'EUR', 30]]) {
  await call('mutation ($input: CreateSupplierInput!) { createSupplier(input: $input) { supplier { id } } }', { input: { name, currency, deliveryDays } });
}

const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
await context.addInitScript((token) => sessionStorage.setItem('reinstate.token', token), server.headers.authorization.replace('Bearer ', ''));
const page = await context.newPage();
page.setDefaultTimeout(20_000);
const row = (name) => page.getByRole('row', { name: new RegExp(name) });
const dialog = page.getByRole('dialog');
/** Waits until the list has these, in order. */
const lists = (...names) => page.waitForFunction((wanted) =>
  [...document.querySelectorAll('.grid-rows [role=row] .title a')].map((it) => it.textContent).join() === wanted, names.join());

await page.goto(`${base}/console/records/SUPPLIER`);
await row('Cordage').waitFor();
await page.getByRole('columnheader', { name: 'Delivery days' }).waitFor();
await page.getByRole('searchbox').fill('rope');
await lists('Anchor and Rope');
await page.getByRole('searchbox').fill('');
await row('Cordage').waitFor();
await page.locator('.filters summary').click();
for (const [name, value, ...found] of [['Currency', 'EUR', 'Anchor and Rope', 'Cordage'], ['Delivery days', '30', 'Cordage']]) {
  await page.locator('.filters[open] label', { hasText: name }).locator('input').fill(value);
  await page.keyboard.press('Tab');
  await lists(...found);
}
await page.keyboard.press('Escape');
await page.getByRole('button', { name: 'Clear filters' }).click();
await page.getByRole('button', { name: /^Delivery days/ }).click();
await lists('Baltic Sail', 'Anchor and Rope', 'Cordage');

await page.getByRole('button', { name: 'New Supplier' }).click();
await dialog.getByLabel('Name').fill('Dock Lights');
await dialog.getByLabel('Currency').fill('NONE');
await dialog.getByRole('button', { name: 'Create' }).click();
await dialog.locator('[data-field="currency"] .field-error:not(:empty)').waitFor();
await dialog.getByLabel('Currency').fill('EUR');
await dialog.getByRole('button', { name: 'Create' }).click();
await page.getByRole('heading', { name: 'Dock Lights', level: 1 }).waitFor();
await page.getByRole('button', { name: 'Edit' }).click();
await dialog.getByLabel(/^Delivery days/).fill('7');
await dialog.getByLabel(/^Website/).fill('https://dock.example');
await dialog.getByRole('button', { name: 'Save' }).click();
await page.locator('.facts').getByText('https://dock.example').waitFor();
const { suppliers } = await call('{ suppliers(where: { name: { eq: "Dock Lights" } }) { nodes { currency deliveryDays website } } }');
assert.deepEqual(suppliers.nodes, [{ currency: 'EUR', deliveryDays: 7, website: 'https://dock.example' }]);

await page.getByRole('button', { name: 'Delete', exact: true }).click();
await dialog.getByRole('button', { name: 'Delete' }).click();
await page.getByRole('button', { name: 'Restore', exact: true }).click();
await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
await browser.close();
console.log('The console has own kinds');
process.exit(0);
