// What people read: errors in their language, dates as where they are, and what a choice means before it is made.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { open, row, run } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');

/** What the server refuses in English is said in German. */
async function refusals() {
  const { page, context, goto, accessible, close } = await open(server.base, { token: admin, locale: 'de-DE' });
  const dialog = page.getByRole('dialog');
  await goto('/console/records/LOCALE');
  await page.getByRole('button', { name: 'Neu: Sprache' }).click();
  await dialog.getByText('Name in der Sprache selbst, 1 bis 255 Zeichen').waitFor();
  await dialog.getByText('Platz in Listen, von 0 bis 2.147.483.647').waitFor();
  await dialog.getByLabel('Code').fill('not a code');
  await dialog.getByRole('button', { name: 'Anlegen' }).click();
  await dialog.getByText('muss ein Sprachkürzel wie en, pt-BR oder zh_Hant sein').waitFor();
  await dialog.getByText('muss 1 bis 255 Zeichen haben').waitFor();
  await dialog.getByLabel('Code').fill('en');
  await dialog.getByLabel('Name', { exact: true }).fill('Noch einmal');
  await dialog.getByRole('button', { name: 'Anlegen' }).click();
  await dialog.getByText('ist schon vergeben').waitFor();
  const texts = await dialog.locator('.field-error').allTextContents();
  assert.ok(texts.every((it) => !/\b(must|is|has|the)\b/.test(it)), texts.join());
  await accessible('a form with errors in German');

  await goto('/console/trash');
  await row(page, 'German mark').waitFor();
  await context.routeWebSocket(/graphql/, () => {});
  await page.reload();
  await row(page, 'German mark').waitFor();
  await server.post(admin, 'mutation { restoreCurrency(code: "DEM") { restored } }');
  await row(page, 'German mark').getByRole('button', { name: /Wiederherstellen/ }).click();
  await dialog.getByText('Im Weg: Währung ist nicht gelöscht').waitFor();
  await close();
}

/** What the schema says below fields is in the catalogue. */
function hints() {
  const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const known = [...read('web/console/src/i18n/en/server.ts').matchAll(/'[\w.]+': '(.*)',$/gm)].map(([, text]) => text.replaceAll('\\\'', '\''));
  const anonymous = (text) => text.replace(/\{\w+\}/g, '{}');
  const shown = [...read('web/console/src/generated/kinds.ts').matchAll(/"name": "(?!metadata|permissions|userId)\w+",[^{}]*?"description": "([^"]+)"/g)]
    .map(([, text]) => text.replace(/\d[\d,]*(?= to |\.$| characters)/g, '{}'));
  assert.ok(shown.length > 20, `${shown.length} hints`);
  const patterns = known.map((it) => new RegExp(`^${anonymous(it).replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\\{\\}', '.+')}$`));
  assert.deepEqual(shown.filter((text) => !patterns.some((it) => it.test(text))), []);
}

/** Times have the form of the region, with their zone, whatever language the page is in. */
async function times() {
  const expected = {
    'en-GB': /^\d\d? \w{3} \d{4}, \d\d:\d\d:\d\d (UTC|GMT)/,
    'en-US': /^\w{3} \d\d?, \d{4}, \d\d?:\d\d:\d\d\s[AP]M (UTC|GMT)/,
    'de-DE': /^\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d (UTC|GMT)/,
    'fr-FR': /^\d\d? \w{3} \d{4}, \d\d:\d\d:\d\d (UTC|GMT)/,
  };
  for (const [locale, pattern] of Object.entries(expected)) {
    const { page, goto, close } = await open(server.base, { token: admin, locale });
    await goto('/console/records/LOCALE');
    await row(page, 'Portuguese').click();
    const time = await page.locator('.facts time').first().textContent();
    assert.match(time, pattern, locale);
    await close();
  }
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByRole('dialog').getByText(/^In the time zone \w+/).waitFor();
  await close();
}

/** A key for which nothing is chosen may do nothing, and what may do everything says so. */
async function whatAKeyMay() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  const dialog = page.getByRole('dialog');
  await goto('/console/keys');
  for (const [name, all] of [['Careful', false], ['Careless', true]]) {
    await page.getByRole('button', { name: 'New key' }).first().click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByText('Nothing chosen: it may do nothing').waitFor();
    if (all) {
      await dialog.getByRole('checkbox', { name: '*', exact: true }).check();
      await dialog.getByText('It may do all of that').waitFor();
      await accessible('a key that may do everything');
    }
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const value = await dialog.locator('[data-secret]').textContent();
    const { viewer } = await server.post(value, '{ viewer { permissions } }');
    assert.deepEqual(viewer.permissions, all ? ['*'] : [], name);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  await goto('/console/people?tab=tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  await dialog.getByText('Nothing chosen: it may do nothing').waitFor();
  await dialog.getByLabel('Everything that you may do now').check();
  await dialog.getByText('It may do all of that').waitFor();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  const { viewer } = await server.post(await dialog.locator('[data-secret]').textContent(), '{ viewer { permissions } }');
  assert.ok(viewer.permissions.length > 0);
  await close();
}

await run('language', [refusals, hints, times, whatAKeyMay]);
