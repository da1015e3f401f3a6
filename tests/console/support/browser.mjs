// A browser that notes what must not happen: requests to other hosts, violations of the content policy,
// errors on its console.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const executablePath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  .map((name) => `/usr/bin/${name}`)
  .find(existsSync);
if (!executablePath) {
  console.log('SKIPPED: the console, since there is no Chromium');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Where a picture of each view is kept, and those that README.md shows.
const { SHOTS, PICTURES } = process.env;

// The sandbox does not work as root in containers, and the only sites are the tested servers.
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--no-first-run'];
const browser = await chromium.launch({ executablePath, args });

/** A window of somebody of their own. */
export async function open(base, { width = 1280, height = 800, colorScheme = 'light', token, locale = 'en-GB', friends = [] } = {}) {
  const context = await browser.newContext({
    viewport: { width, height }, colorScheme, locale, permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce',
  });
  const problems = [];
  const elsewhere = [];
  const { host } = new URL(base);
  context.on('request', (request) => {
    const { protocol, host: to } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && to !== host && !friends.some((it) => new URL(it).host === to)) elsewhere.push(request.url());
  });
  await context.addInitScript((token) => {
    globalThis.violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      globalThis.violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`));
    if (token && !sessionStorage.getItem('reinstate.signed')) {
      sessionStorage.setItem('reinstate.token', token);
      sessionStorage.setItem('reinstate.signed', 'once');
    }
  }, token);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  async function shot(name) {
    if (!SHOTS) return;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: `${SHOTS}/${name.replace(/\W+/g, '-')}-${page.viewportSize().width}-${colorScheme}.png` });
  }
  return {
    page,
    context,
    async goto(path) {
      await page.goto(`${base}${path}`);
    },
    /** Holds what a person with a screen reader needs. */
    async accessible(name, excused = {}) {
      await page.waitForTimeout(150);
      // The policy of the page refuses scripts of others, so this one comes through the debugger.
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      // Each excuse names the code of others that it is for; one that is needed no more is an error too.
      const found = violations.filter((it) => !(it.id in excused)).map((it) => `${it.id}: ${it.nodes.slice(0, 3).map((node) => node.html + node.failureSummary).join('\n')}`);
      assert.deepEqual(found, [], `${name}: what axe finds`);
      assert.deepEqual(Object.keys(excused).filter((id) => !violations.some((it) => it.id === id)), [], `${name}: excuses`);
      await shot(name);
    },
    shot,
    async picture(name) {
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png` });
    },
    async fits(name) {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${name} is ${over} px too wide at ${page.viewportSize().width} px`);
    },
    async close({ expected = /status of 40[013]/ } = {}) {
      assert.deepEqual(await page.evaluate(() => globalThis.violations), [], 'violations of the content policy');
      assert.deepEqual(elsewhere, [], 'requests to other hosts');
      assert.deepEqual(problems.filter((text) => !expected.test(text)), [], 'messages on the console');
      await context.close();
    },
  };
}

/** A filter of the list that is shown, behind the button for all of them. */
export async function filter(page, name) {
  const all = page.locator('.filters');
  if (!await all.evaluate((it) => it.open)) await all.locator('summary').click();
  return all.getByLabel(name);
}

export const row = (page, name) => page.getByRole('row', { name: new RegExp(name) });
export const toast = (page, text) => page.locator('.toast', { hasText: text });

/** Selects all rows, also where more of them come meanwhile: so many, where that is said. */
export async function selectAll(page, count) {
  const all = page.getByLabel('Select all');
  const done = () => (count ? page.locator('.bar').getByText(`${count} selected`).isVisible() : all.isChecked());
  for (let tries = 0; tries < 50 && !await done(); tries += 1) {
    await all.click();
    await page.waitForTimeout(100);
  }
  assert.ok(await done(), 'all rows are selected');
}

/**
 * How long the thread of the busiest window was busy meanwhile, at a stretch and in all, in milliseconds of
 * the processor: how long others had it says nothing of the console.
 */
export async function busy(act, many = 0) {
  await browser.startTracing(undefined, { categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing', '__metadata'] });
  await act();
  // The browser starts processes ahead, in which no window is.
  for (const page of browser.contexts().flatMap((it) => it.pages())) await page.evaluate(() => void performance.mark('a window'));
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const threads = new Set(traceEvents.filter((it) => it.name === 'a window').map(({ tid }) => tid));
  assert.ok(threads.size > 0, 'there is a window');
  const pages = [...threads].map((thread) => traceEvents
    .filter((it) => it.name === 'RunTask' && it.tid === thread).map((it) => (it.tdur ?? 0) / 1000));
  const totals = pages.map((tasks) => tasks.reduce((sum, it) => sum + it, 0));
  // Of the windows that hear of so many changes, the one that shows nothing of it.
  const least = Math.min(...totals.filter((_, place) => pages[place].length > many));
  return { longest: Math.max(...pages.map((tasks) => Math.max(0, ...tasks))), total: Math.max(...totals), least };
}

/** Parts of rows that reach out of their cells, which then cover others. */
export const overlaps = () => [...document.querySelectorAll('.grid [role=row]')].flatMap((row) => {
  const cells = [...row.querySelectorAll('.cell')].map((cell) => [cell, cell.getBoundingClientRect()]).filter(([, it]) => it.width > 0);
  return cells.flatMap(([cell, box], index) => {
    const next = cells[index + 1]?.[1].left ?? Infinity;
    return [...cell.querySelectorAll('button, time, .badge, .kind, input')]
      .filter((it) => !it.closest('.second-line'))
      .filter((it) => it.getBoundingClientRect().right > next + 0.5 || it.getBoundingClientRect().left < box.left - 5)
      .map((it) => `${it.textContent} of ${cell.textContent}`);
  });
});

/** What reaches out of the view, the dialog or the message that it is in. */
export const wide = () => [...document.querySelectorAll('.view, .sheet, dialog[open], .card, .toast')]
  .filter((it) => it.scrollWidth > it.clientWidth + 1 || it.getBoundingClientRect().right > innerWidth + 0.5)
  .map((it) => `${it.className}: ${it.scrollWidth} in ${it.clientWidth}`);

/** Runs tests one after the other, or those that are named on the command line; a failed one leaves a picture. */
export async function run(name, all) {
  const named = process.argv.slice(2);
  const tests = all.filter((test) => named.length === 0 || named.includes(test.name));
  let current;
  try {
    for (const test of tests) {
      current = test.name;
      await test();
    }
    console.log(`${name}: ${tests.length} tests`);
  } catch (error) {
    console.error(`${name}, ${current}:`);
    for (const [index, page] of browser.contexts().flatMap((it) => it.pages()).entries()) {
      await page.screenshot({ path: `${process.env.TMPDIR ?? '/tmp'}/console-${index}.png` }).catch(() => {});
    }
    console.error(error);
    process.exitCode = 1;
  } finally {
    await browser.close();
    // Servers that still run would keep the process; they end with it.
    process.exit();
  }
}
