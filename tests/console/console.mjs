// The console as an administrator uses it.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { filter, open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');

const VIEWS = ['trash', 'operations', 'audit', 'records/REPORT', 'inbox', 'keys', 'people', 'people?tab=roles', 'people?tab=tokens', 'translations'];
/** Bytes of the page, compressed, and the time until the first row is there. */
const BYTES = 125_000;
const FIRST_ROW_MS = 2_500;

async function signIn() {
  const { page, goto, accessible, close } = await open(server.base);
  const started = Date.now();
  await goto('/');
  assert.equal(new URL(page.url()).pathname, '/console', 'browsers are sent to the console');
  await accessible('sign-in');
  await page.getByLabel('Access token').fill('rsat_nobody');
  await page.keyboard.press('Enter');
  await page.getByText('This token is not accepted').waitFor();
  await page.getByLabel('Access token').fill(`Bearer ${admin}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await row(page, 'Harbour Trust').waitFor();
  assert.equal(new URL(page.url()).pathname, '/console/trash', 'the trash is the first sight');
  console.log(`first row ${Date.now() - started} ms after the address, with two sign-ins`);

  await page.reload();
  await row(page, 'Harbour Trust').waitFor();
  const { bytes, first } = await page.evaluate(() => ({
    bytes: performance.getEntriesByType('resource').filter((it) => /console\/assets/.test(it.name)).reduce((sum, it) => sum + it.encodedBodySize, 0),
    first: performance.now(),
  }));
  console.log(`${bytes} bytes of script and style, first row after ${Math.round(first)} ms`);
  assert.ok(bytes > 10_000 && bytes < BYTES, `${bytes} bytes`);
  assert.ok(first < FIRST_ROW_MS, `${first} ms`);

  const signOut = async (how) => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await accessible('signing out');
    await page.getByRole('dialog').getByRole('button', { name: how }).click();
    await page.getByLabel('Access token').waitFor();
    assert.equal(await page.evaluate(() => sessionStorage.getItem('reinstate.token')), null);
    assert.equal(await page.getByText('Your sign-in has ended').count(), 0, 'nothing was refused');
  };
  await signOut('Sign out');
  assert.equal(await server.status(admin), 200);
  const once = server.token('admin@example.com');
  await page.getByLabel('Access token').fill(once);
  await page.keyboard.press('Enter');
  await row(page, 'Harbour Trust').waitFor();
  await signOut('Revoke the token too');
  for (let tries = 0; tries < 50 && (await server.status(once)) !== 401; tries += 1) await page.waitForTimeout(50);
  assert.equal(await server.status(once), 401, 'the token is revoked');
  await close();
}

/** Who works on is warned before the sign-in ends. */
async function expiry() {
  for (const [lifetime, warned] of [['4m', 1], ['12h', 0]]) {
    const { page, goto, accessible, close } = await open(server.base, { token: server.token('admin@example.com', undefined, lifetime) });
    await goto('/console/trash');
    await row(page, 'Harbour Trust').waitFor();
    assert.equal(await page.getByText(/Your sign-in ends in \d minutes/).count(), warned, lifetime);
    await accessible(`trash with a token for ${lifetime}`);
    await close();
  }
}

async function restoreAndUndo() {
  const { page, goto, accessible, picture, close } = await open(server.base, { token: admin });
  await goto('/console');
  await row(page, 'Harbour Trust').waitFor();
  await accessible('trash');
  const next = await row(page, 'Berth planner').getAttribute('data-id');

  // With the keyboard alone.
  await row(page, 'French').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('r');
  await toast(page, 'Harbour Trust is restored').waitFor();
  await row(page, 'Harbour Trust').waitFor({ state: 'detached' });
  await page.waitForFunction((next) => document.activeElement?.dataset?.id === next, next);
  await accessible('trash with a message');
  await picture('trash');
  await toast(page, 'Harbour Trust is restored').getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Harbour Trust').waitFor();

  // With the button; undone with a key.
  await row(page, 'Old Quay Ltd').getByRole('button', { name: /Restore/ }).click();
  await row(page, 'Old Quay Ltd').waitFor({ state: 'detached' });
  await toast(page, 'Old Quay Ltd is restored').waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('u');
  await row(page, 'Old Quay Ltd').waitFor();
  await close();
}

async function bulkWithARefusal() {
  const { page, context, goto, accessible, close } = await open(server.base, { token: admin });
  // A page that hears of nothing, so that it shows what is restored elsewhere.
  await context.routeWebSocket(/graphql/, () => {});
  await goto('/console/trash');
  const restore = () => page.locator('.bar').getByRole('button', { name: 'Restore' }).click();
  const elsewhere = (mutation) => server.post(admin, `mutation { ${mutation} { restored } }`);

  // What is known to stand in the way is said before.
  await row(page, 'French').getByRole('checkbox').check();
  await row(page, 'German mark').getByRole('checkbox').check();
  await page.getByText('2 selected').waitFor();
  await accessible('trash with a selection');
  await elsewhere('restoreLocale(code: "fr")');
  await restore();
  await page.getByRole('dialog').getByText('In the way: Locale is not deleted').waitFor();
  await page.getByText('1 of them stays in the trash').waitFor();
  await accessible('a question with an obstacle');
  await page.getByRole('button', { name: 'Restore the other one' }).click();
  await row(page, 'German mark').waitFor({ state: 'detached' });
  await toast(page, 'German mark is restored').getByRole('button', { name: 'Undo' }).click();
  await row(page, 'German mark').waitFor();

  // Somebody else is faster than the request.
  await row(page, 'Old Quay Ltd').getByRole('checkbox').check();
  await row(page, 'German mark').getByRole('checkbox').check();
  await context.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('restoreMany')) await elsewhere('restoreCurrency(code: "DEM")');
    return route.continue();
  }, { times: 4 });
  await restore();
  await toast(page, '1 was refused').waitFor();
  await row(page, 'Old Quay Ltd').waitFor({ state: 'detached' });
  await row(page, 'German mark').getByText('Not restored').waitFor();
  await accessible('trash with a refusal');
  await toast(page, 'Old Quay Ltd is restored').getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Old Quay Ltd').waitFor();
  await server.post(admin, 'mutation { deleteCurrency(code: "DEM") { operationId } deleteLocale(code: "fr") { operationId } }');
  await close();
}

async function search() {
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/trash');
  await row(page, 'Storm warning').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('quay');
  await row(page, 'Storm warning').waitFor({ state: 'detached' });
  await row(page, 'Old Quay Ltd').waitFor();
  assert.match(page.url(), /q=quay/, 'the search is in the address');
  await page.reload();
  await row(page, 'Old Quay Ltd').waitFor();
  await page.getByLabel('Search the trash').fill('nothing like this');
  await page.getByText('Nothing in the trash matches').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await row(page, 'Storm warning').waitFor();
  await page.getByRole('button', { name: /^Report/ }).click();
  await row(page, 'Storm warning').waitFor({ state: 'detached' });
  await row(page, 'Arrivals').waitFor();
  await (await filter(page, 'Jump to a day')).fill('2001-01-01');
  await page.getByText('Nothing in the trash matches').waitFor();
  await close();
}

async function everyViewIsAccessible() {
  for (const [width, colorScheme] of [[1280, 'light'], [1280, 'dark'], [768, 'light'], [1920, 'dark'], [390, 'light'], [390, 'dark']]) {
    const { page, goto, accessible, fits, close } = await open(server.base, { token: admin, width, colorScheme });
    for (const view of VIEWS) {
      await goto(`/console/${view}`);
      await page.locator('h1').waitFor();
      await page.waitForFunction(() => !document.querySelector('.skeleton'));
      await accessible(view);
      await fits(view);
    }
    await close();
  }
}

async function keyboardHelp() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console');
  await row(page, 'Storm warning').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await accessible('shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'People' }).waitFor();
  await close();
}

/** The texts without values of a language, by their keys. */
function texts(language) {
  const folder = new URL(`../../web/console/src/i18n/${language}/`, import.meta.url);
  const all = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  return new Map([...all.matchAll(/^ {2}'([^']+)': '([^'{]+)',$/gm)].map(([, key, text]) => [key, text]));
}

async function language() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin, locale: 'de-DE' });
  await goto('/console');
  await page.getByRole('heading', { name: 'Papierkorb' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');

  // No view shows a text in English that there is one in German for.
  const german = texts('de');
  const own = new Set(german.values());
  const english = new Map([...texts('en')].filter(([, text]) => !own.has(text)).map(([key, text]) => [text, key]));
  assert.ok(english.size > 150, `${english.size} texts`);
  for (const view of [...VIEWS, 'records/NOTIFICATION', 'nowhere']) {
    await goto(`/console/${view}`);
    await page.locator('h1, .notice').first().waitFor();
    await page.waitForFunction(() => !document.querySelector('.skeleton'));
    const shown = await page.evaluate(() => [...document.querySelectorAll('body *')].filter((it) => !it.closest('.grid-rows .clip')).flatMap((it) =>
      [it.children.length === 0 ? it.textContent : '', it.getAttribute('aria-label'), it.getAttribute('placeholder'), it.getAttribute('title')]));
    assert.deepEqual(shown.filter((it) => english.has(it?.trim())), [], view);
    await accessible(`${view} in German`);
  }
  await goto('/console');
  await page.getByRole('heading', { name: 'Papierkorb' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Leertaste').waitFor();
  await accessible('shortcuts in German');
  await page.keyboard.press('Escape');
  await page.getByLabel('Sprache').selectOption('en');
  await page.getByRole('heading', { name: 'Trash' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Trash' }).waitFor();
  await close();
}

async function records() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/records/LOCALE');
  await row(page, 'Portuguese').click();
  await page.getByRole('heading', { name: 'Portuguese (Brazil)' }).waitFor();
  await accessible('a record');
  await page.getByRole('button', { name: 'Edit' }).click();
  await accessible('a form');
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('[data-field="name"] .field-error').waitFor();
  await accessible('a form with errors');
  await page.getByLabel('Name', { exact: true }).fill('Brazilian Portuguese');

  // Somebody else changes it meanwhile.
  await server.post(admin, 'mutation { updateLocale(code: "pt-BR", changes: { nativeName: "Português" }) { locale { id } } }');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Somebody else changed this record' }).waitFor();
  await accessible('a conflict');
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await toast(page, 'Brazilian Portuguese is saved').waitFor();
  await page.getByRole('heading', { name: 'Brazilian Portuguese', level: 1 }).waitFor();
  await page.locator('.history li').first().waitFor();

  await page.getByRole('button', { name: 'Delete' }).click();
  await accessible('a question');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'is deleted').waitFor();
  await page.getByRole('button', { name: 'Restore' }).click();
  await toast(page, 'is restored').waitFor();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  await close();
}

async function keys() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByLabel('Name').fill('Deploy');
  await page.getByLabel('Find a permission').fill('reports.view');
  await page.getByRole('checkbox', { name: 'reports.view', exact: true }).check();
  await accessible('a new key');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const value = await page.locator('[data-secret]').textContent();
  assert.match(value, /^rsak_/);
  await accessible('the value of a key');
  await page.getByRole('button', { name: 'Copy' }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), value);
  await page.getByRole('button', { name: 'Close' }).first().click();
  await row(page, 'Deploy').getByRole('button', { name: /Rotate/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await page.waitForFunction((old) => {
    const shown = document.querySelector('[data-secret]')?.textContent;
    return shown && shown !== old;
  }, value);
  await page.reload();
  await row(page, 'Deploy').waitFor();
  assert.equal(await page.locator('[data-secret]').count(), 0, 'the value is shown once');
  await close();
}

async function operations() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await server.post(admin, 'mutation { deleteLocale(code: "en") { operationId } }');
  await goto('/console/operations');
  await row(page, 'English').first().getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Undone').waitFor();
  await accessible('operations');
  const { locale } = await server.post(admin, '{ locale(code: "en") { deletedAt } }');
  assert.equal(locale.deletedAt, null);
  await close();
}

await run('console', [
  signIn, expiry, restoreAndUndo, bulkWithARefusal, search, keyboardHelp, records, keys, operations, language, everyViewIsAccessible,
]);
