// Every view in both colour schemes and languages: what axe finds, and whether all of it fits, at each width.

import assert from 'node:assert/strict';
import { open, overlaps, run, wide } from './support/browser.mjs';
import { serve, SHOP } from './support/server.mjs';

const server = await serve({}, SHOP);
const admin = server.token('admin@example.com');
const post = (query, variables) => server.post(admin, query, variables);

const WIDTHS = [390, 1024, 1440];
const LANGUAGES = ['en-GB', 'de-DE'];

const rows = (page) => page.locator('.grid-rows [role=row]').first().waitFor();
const dialog = (page) => page.locator('dialog[open] .dialog-body').waitFor();
const openRow = async (page) => {
  await rows(page);
  await page.locator('.grid-rows [role=row]').first().click();
  await dialog(page);
};

/** Something of everything that views show. */
async function fill() {
  await post('mutation { createApiKey(input: { name: "Deploy" }) { value } }');
  await post('mutation { deleteLocale(code: "en") { operationId } }');
  await post('mutation { restoreLocale(code: "en") { restored } }');
  server.sql('PRAGMA foreign_keys = ON; DELETE FROM orders WHERE id = 1;');
  server.recordAll();
  server.sql("UPDATE orders SET customer = 'Wrong' WHERE id = 3;");
  server.sql('DROP TRIGGER reinstate_removed_lines;');
  const { reports } = await post('{ reports(first: 1) { nodes { id } } }');
  return reports.nodes[0].id;
}

/** What a width brings with it comes in several frames, so that the last of them counts. */
const frames = () => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(() => resume())));

async function holds(page, check, what) {
  let found = [];
  for (let tries = 0; tries < 100; tries += 1) {
    await page.evaluate(frames);
    found = await page.evaluate(check);
    if (found.length === 0) break;
    await page.waitForTimeout(50);
  }
  assert.deepEqual(found, [], what);
}

/** The address of each view, and what is there once it is whole. */
const viewsWith = (report) => [
  ['trash', rows], ['audit', rows], ['inbox', rows], ['operations', rows], ['records/REPORT', rows], ['records/LOCALE?trashed=WITH', rows],
  [`records/REPORT/${report}`, (page) => page.locator('.facts').first().waitFor()],
  ['keys', rows], ['people', rows],
  ['people?tab=roles', (page) => page.locator('.card').first().waitFor()],
  ['people?tab=tokens', (page) => page.locator('.tokens li').first().waitFor()],
  ['translations', rows], ['removals', rows], ['removals?changes=1', rows], ['removals?table=orders', rows],
  ['removals?', openRow, 'a removal'],
  ['removals?', async (page) => {
    await page.locator('.head-actions button').first().click();
    await dialog(page);
  }, 'coverage'],
  ['operations?', openRow, 'an operation'],
  ['audit?', openRow, 'an event'],
];

async function everyView() {
  const views = viewsWith(await fill());
  for (const [turn, [colorScheme, locale]] of ['light', 'dark'].flatMap((it) => LANGUAGES.map((language) => [it, language])).entries()) {
    for (const token of [admin, undefined]) {
      const window = await open(server.base, { token, colorScheme, locale });
      const { page, goto, fits, accessible, shot, close } = window;
      const here = token ? views : [['', (it) => it.locator('.signin #token').waitFor(), 'sign-in']];
      for (const [place, [path, ready, name = path]] of here.entries()) {
        await goto(`/console/${path}`);
        await page.locator('h1').first().waitFor();
        await ready(page);
        await page.waitForFunction(() => !document.querySelector('.skeleton'));
        const looked = (place + turn) % WIDTHS.length;
        for (const [index, width] of WIDTHS.entries()) {
          await page.setViewportSize({ width, height: 800 });
          const at = `${name} at ${width} px, ${colorScheme}, ${locale}`;
          await holds(page, overlaps, at);
          await holds(page, wide, at);
          await fits(at);
          // Axe takes its time, so that each view is before it at one of the widths.
          if (index === looked) await accessible(at);
          else await shot(at);
        }
      }
      await close();
    }
  }
}

await run('views', [everyView]);
