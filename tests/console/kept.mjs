// What somebody has typed, or is shown once, isn't lost: not to a key, a link, “back”, or a tab that is closed.

import assert from 'node:assert/strict';
import { open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');

/** What is typed and what is shown once stay until somebody closes the dialog. */
async function dialogs() {
  const { page, goto, close } = await open(server.base, { token: admin });
  const dialog = page.getByRole('dialog');
  const beside = () => page.mouse.click(20, 600);
  await goto('/console/records/REPORT');
  await page.getByRole('button', { name: 'New Report' }).click();
  await beside();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'New Report' }).click();
  // Marked with the mouse, which is released outside.
  const field = await dialog.getByLabel('Title').boundingBox();
  await page.mouse.move(field.x + field.width - 10, field.y + field.height / 2);
  await page.mouse.down();
  await page.mouse.move(20, 600, { steps: 5 });
  await page.mouse.up();
  assert.ok(await dialog.isVisible(), 'marking closes nothing');
  await dialog.getByLabel('Title').fill('A long title');
  await beside();
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'A long title');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await goto('/console/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await dialog.getByLabel('Name').fill('Kept');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.locator('[data-secret]').waitFor();
  await beside();
  assert.match(await dialog.locator('[data-secret]').textContent(), /^rsak_/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await close();
}

/** Escape, the cross, “back” and links ask before something that was entered is lost. */
async function keptForms() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  const form = page.getByRole('dialog', { name: 'New Report' });
  const question = page.getByRole('alertdialog');
  await goto('/console/trash');
  await row(page, 'Harbour Trust').waitFor();
  await page.getByRole('link', { name: 'Records' }).click();
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('button', { name: 'New Report' }).click();
  await form.getByLabel('Title').fill('Kept');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => form.getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
  ]) {
    await leave();
    await question.getByText('It is not saved').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    assert.equal(await form.getByLabel('Title').inputValue(), 'Kept');
    assert.match(page.url(), /records\/REPORT$/);
  }
  await page.keyboard.press('Escape');
  await question.waitFor();
  // Closed twice, a browser asks nobody the second time.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await question.waitFor();
  await accessible('a question over a form');
  await question.getByRole('button', { name: 'Go on editing' }).click();
  assert.equal(await form.getByLabel('Title').inputValue(), 'Kept');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await form.waitFor({ state: 'detached' });
  await page.waitForURL((url) => !url.pathname.endsWith('REPORT'));

  // A link in a dialog, with a reason beside it.
  await goto('/console/audit');
  await row(page, 'Old Quay').first().click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Because');
  await page.getByRole('link', { name: 'Open the record' }).click();
  await question.getByRole('button', { name: 'Go on editing' }).click();
  assert.equal(await page.getByRole('dialog').getByLabel('Reason').inputValue(), 'Because');
  await page.getByRole('link', { name: 'Open the record' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('heading', { name: 'Old Quay', level: 1 }).waitFor();
  await close();
}

/** A value that is shown once stays until it is copied, or closed by a button. */
async function keptValue() {
  const { page, context, goto, accessible, close } = await open(server.base, { token: admin });
  const question = page.getByRole('alertdialog');
  const value = page.locator('[data-secret]');
  await goto('/console/trash');
  await row(page, 'Harbour Trust').waitFor();
  await page.getByRole('link', { name: 'API keys' }).last().click();
  const make = async (name) => {
    await page.getByRole('button', { name: 'New key' }).first().click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await value.waitFor();
  };
  await make('Shown once');
  const before = await value.textContent();
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave();
    await question.getByText('has not been copied').waitFor();
    await accessible('a question over a value');
    await question.getByRole('button', { name: 'Back to the value' }).click();
    assert.equal(await value.textContent(), before);
  }
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await page.keyboard.press('Escape');
  await value.waitFor({ state: 'detached' });
  await make('Left');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Close anyway' }).click();
  await value.waitFor({ state: 'detached' });

  // What is read again meanwhile fails.
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'My access tokens' }).click();
  await page.getByRole('button', { name: 'New token' }).click();
  let failures = 0;
  await context.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('query MyTokens')) return route.continue();
    await route.fulfill({ status: 503, json: { errors: [{ message: 'Service Unavailable', extensions: { code: 'UNAVAILABLE' } }] } });
    failures += 1;
  });
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await value.waitFor();
  while (failures === 0) await page.waitForTimeout(20);
  await page.waitForTimeout(100);
  assert.match(await value.textContent(), /^rsat_/);
  await page.getByRole('button', { name: 'Done' }).click();
  await close({ expected: /status of (40[013]|503)/ });
}

/** The browser asks before a tab is closed or loaded again, but only where something would be lost. */
async function closedTab() {
  const { page, context, goto, close } = await open(server.base, { token: admin });
  const dialog = page.getByRole('dialog');
  const asked = [];
  page.on('dialog', (it) => {
    asked.push(it.type());
    return it.dismiss();
  });
  /** Loads the page again as a person does, which nothing waits for where the browser asks. */
  const again = async (asks) => {
    const answer = asks ? page.waitForEvent('dialog') : page.waitForEvent('load');
    await page.evaluate(() => setTimeout(() => location.reload()));
    await answer;
    assert.deepEqual(asked.splice(0), asks ? ['beforeunload'] : []);
  };
  const begin = async () => {
    await page.getByRole('button', { name: 'New Report' }).click();
    await dialog.getByLabel('Title').click();
  };
  await goto('/console/records/REPORT');
  await begin();
  await again(false);
  await begin();
  await page.keyboard.type('Not yet saved');
  await again(true);
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'Not yet saved');
  const question = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await question;
  assert.deepEqual(asked.splice(0), ['beforeunload']);
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'Not yet saved', 'the tab is there');

  // Discarded, or saved, nothing is left to be lost.
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  await again(false);
  await begin();
  await page.keyboard.type('Saved');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await toast(page, 'Saved is created').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await again(false);

  // A value that is shown once, until it is copied.
  await goto('/console/keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  await dialog.getByLabel('Name').fill('Of a closed tab');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.locator('[data-secret]').waitFor();
  await again(true);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await again(false);

  // A tab in which nothing was typed closes.
  const other = await context.newPage();
  other.on('dialog', (it) => {
    asked.push(it.type());
    return it.accept();
  });
  await other.goto(`${server.base}/console/records/REPORT`);
  await other.getByRole('button', { name: 'New Report' }).click();
  await other.getByRole('dialog').getByLabel('Title').click();
  const closed = other.waitForEvent('close');
  await other.close({ runBeforeUnload: true });
  await closed;
  assert.deepEqual(asked, []);
  await close();
}

await run('kept', [dialogs, keptForms, keptValue, closedTab]);
