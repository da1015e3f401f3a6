// More records than one request takes: undone, restored, and undone again.

import assert from 'node:assert/strict';
import { open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const COUNT = 620;
const left = async () => (await server.post(admin, '{ translations(first: 1, where: { group: { eq: "many" } }) { totalCount } }')).translations.totalCount;

/** Deletes by a filter, which is one operation however many records there are. */
async function deleteAll() {
  const ask = async (query) => {
    const response = await fetch(`${server.base}/api/v1/delete/translations?group=many${query}`, { method: 'POST', headers: { authorization: `Bearer ${admin}` } });
    return response.json();
  };
  const { preview } = await ask('');
  await ask(`&confirm=${preview.token}`);
  for (let tries = 0; tries < 300 && (await left()) > 0; tries += 1) await new Promise((resume) => setTimeout(resume, 100));
  assert.equal(await left(), 0);
}

async function undoneAsAWhole() {
  const catalogue = Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [`many.${index}`, `Text ${index}`]));
  await server.post(admin, 'mutation($catalogue: JSONObject!) { importTranslations(input: { locale: "en", group: "many", catalogue: $catalogue }) { created } }', { catalogue });
  await deleteAll();
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  page.setDefaultTimeout(60_000);
  await goto('/console/operations');
  await row(page, 'Deleted').first().getByRole('button', { name: 'Undo' }).click();
  await toast(page, `Undoing ${COUNT} records`).waitFor();
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
  await page.getByLabel('Select all').check();
  const all = COUNT + 1;
  await page.getByText(`${all} selected`).waitFor();
  await page.locator('.bar').getByRole('button', { name: 'Restore' }).click();
  await toast(page, `${all} records are restored`).waitFor();
  assert.equal(await left(), COUNT);
  await toast(page, `${all} records are restored`).getByRole('button', { name: 'Undo' }).click();
  await toast(page, `Undone: ${all} records`).waitFor();
  assert.equal(await left(), 0);
  await close();
}

await run('large', [undoneAsAWhole, restoredInParts]);
