// How views look with values that somebody means badly.

import assert from 'node:assert/strict';
import { open, overlaps, run, wide } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const post = (query, variables) => server.post(admin, query, variables);

/** Written from right to left, and more than that: it closes what it did not open, and opens what it doesn't close. */
const TURNING = 'שלום 26 \u202Etxt.exe\u2066\u2067gpj';
const CLOSING = `\u2069${TURNING}`;
/** As bad as titles may be; none has a space where a line could break but the first two. */
const HOSTILE = [
  '<img src=x onerror="globalThis.ran = 1"><svg onload="globalThis.ran = 1"></svg>',
  '"><script>globalThis.ran = 1</script>',
  CLOSING,
  'W'.repeat(255),
  '👩‍👩‍👧‍👦🏴‍☠️'.repeat(20),
];
/** Longer than any title. */
const LONG = 'M'.repeat(2000);

/** Texts in which a value turns what is around it: on its line, what comes before is left of it, and what follows right. */
const turned = (value) => {
  const blockOf = (it) => (getComputedStyle(it).display === 'inline' ? blockOf(it.parentElement) : it);
  const placesOf = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter((it) => it.width > 0);
  };
  const textsIn = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found;
  };
  return textsIn(document.body).filter((it) => it.data.includes(value)).filter((own) => {
    const from = own.data.indexOf(value);
    const until = from + value.length;
    const lines = placesOf(own, from, until);
    const texts = textsIn(blockOf(own.parentElement));
    return texts.some((node, at) => [...node.data].some((_, place) => {
      const isBefore = at < texts.indexOf(own) || (node === own && place < from);
      if (!/[\p{L}\p{N}]/u.test(node.data[place]) || (node === own && place >= from && place < until)) return false;
      return placesOf(node, place, place + 1).some((it) => lines.some((line) =>
        Math.abs(it.top - line.top) < 3 && (isBefore ? it.right > line.left + 1 : it.left < line.right - 1)));
    }));
  }).map((it) => it.parentElement.textContent);
};

/** Values are texts, whatever is in them: they run nothing, and neither cover nor widen anything. */
async function hostile() {
  const reports = new Map();
  for (const title of HOSTILE) {
    const { createReport: { report } } = await post('mutation($title: String!) { createReport(input: { title: $title }) { report { id } } }', { title });
    reports.set(title, report.id);
  }
  await post('mutation($catalogue: JSONObject!) { importTranslations(input: { locale: "en", group: "odd", catalogue: $catalogue }) { created } }', { catalogue: { odd: LONG } });
  const { translations } = await post('{ translations(where: { group: { eq: "odd" } }) { nodes { id } } }');
  const windows = [];
  for (const [width, locale] of [[390, 'de-DE'], [1440, 'en-GB']]) windows.push([await open(server.base, { token: admin, width, locale }), width]);
  const check = async ({ page, fits }, name) => {
    assert.equal(await page.evaluate(() => globalThis.ran), undefined, `${name} runs what is in a value`);
    assert.equal(await page.locator('img[src=x], svg[onload]').count(), 0, name);
    assert.deepEqual(await page.evaluate(overlaps), [], name);
    assert.deepEqual(await page.evaluate(wide), [], name);
    assert.deepEqual(await page.evaluate(turned, TURNING), [], `${name}: words that a value turns`);
    await fits(name);
  };
  /** Each of the views with all these values, at every width. */
  const look = async (views) => {
    for (const [window, width] of windows) {
      for (const [view, texts] of views) {
        await window.goto(`/console/${view}`);
        for (const text of texts) {
          await window.page.getByText(text).filter({ visible: true }).first().waitFor().catch(() => assert.fail(`${view} at ${width} px lacks ${text.slice(0, 30)}`));
        }
        await check(window, `${view} at ${width} px`);
      }
    }
  };
  const pages = (path, titles) => titles.map((title) => [`${path}/REPORT/${reports.get(title)}`, [title]]);
  await look([
    ['records/REPORT', HOSTILE], ...pages('records', HOSTILE), ['audit', HOSTILE], ['operations', HOSTILE],
    ['translations?q=odd', [LONG]], [`records/TRANSLATION/${translations.nodes[0].id}`, [LONG]],
  ]);
  for (const title of HOSTILE) {
    await post('mutation($ids: [ID!]!, $reason: String) { deleteMany(ids: $ids, reason: $reason) { operationId } }', { ids: [reports.get(title)], reason: title });
  }
  await look([['trash', HOSTILE], ...pages('trash', HOSTILE), ['audit', HOSTILE], ['operations', HOSTILE]]);

  // In the messages and the dialogs about them.
  for (const [window, width] of windows) {
    const { page, goto, accessible } = window;
    for (const title of HOSTILE) {
      // What it closes without having opened it is left out of sentences.
      const said = title === CLOSING ? TURNING : title;
      const at = (what) => `${what} of ${title.slice(0, 20)} at ${width} px`;
      const own = page.locator(`[data-id="${reports.get(title)}"]`);
      await goto('/console/audit');
      await page.locator('.grid-rows [role=row]').filter({ hasText: title }).first().click();
      await page.getByRole('dialog').getByText(title).first().waitFor();
      await check(window, at('an event'));
      await goto('/console/trash');
      await own.getByRole('button').last().click();
      await page.locator('.toast').getByText(said).waitFor();
      await check(window, at('a message'));
      await goto(`/console/records/REPORT/${reports.get(title)}`);
      await page.locator('.sheet [aria-keyshortcuts=Delete]').click();
      await page.getByRole('dialog').getByText(said).first().waitFor();
      await check(window, at('a question'));
      await page.locator('dialog[open] footer .danger').click();
      await page.locator('.toast').getByText(said).waitFor();
      await check(window, at('a message'));
    }
    await accessible(`hostile values at ${width} px`);
    await window.close();
  }
}

await run('looks', [hostile]);
