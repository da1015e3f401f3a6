// Nothing on the screen vanishes, moves or blocks: without a server, and while others change much.

import assert from 'node:assert/strict';
import { busy, open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const post = (query, variables) => server.post(admin, query, variables);
const LOST = /status of 40[013]|status of 50|WebSocket|ERR_/;
/**
 * How long a window may be busy at a stretch, and for each change, which is so many times what it takes to hear of it: that of
 * the translations shows ten thousand of them, each of which is read again; how many records are changed meanwhile.
 */
const ANSWERS_MS = 100;
const CHANGE_MS = 0.5;
const TIMES = 5;
const MANY = 10_000;

const live = (page) => page.locator('.live[data-state="live"]').waitFor();
const away = (page) => page.locator('.live[data-state="away"]').waitFor();
const news = (page, text) => page.getByRole('button', { name: text, exact: true });
const remove = (ids) => post('mutation($ids: [ID!]!) { deleteMany(ids: $ids) { operationId } }', { ids });
const restore = (ids) => post('mutation($ids: [ID!]!) { restoreMany(ids: $ids) { operationId } }', { ids });
const report = async (title) => (await post('mutation($title: String!) { createReport(input: { title: $title }) { report { id } } }', { title })).createReport.report.id;

/** Long enough for the reading that follows the start of the subscription. */
const settled = async (page) => {
  await live(page);
  await page.waitForTimeout(1500);
};

/** Rows stay when reading them again fails, and are read again once that works. */
async function rowsStay() {
  await post('mutation { createApiKey(input: { name: "A key" }) { value } }');
  const views = ['trash', 'inbox', 'operations', 'audit', 'records/LOCALE', 'keys', 'people', 'translations'];
  const windows = [];
  let passes = () => true;
  for (const view of views) {
    const window = await open(server.base, { token: admin });
    window.failed = 0;
    await window.context.route('**/graphql', (route) => {
      if (passes(route.request().postData() ?? '')) return route.continue();
      window.failed += 1;
      return route.abort();
    });
    await window.goto(`/console/${view}`);
    await window.page.locator('.grid-rows [role=row]').first().waitFor();
    windows.push([view, window]);
  }
  for (const [, { page }] of windows) await settled(page);
  const rows = (page) => page.locator('.grid-rows [role=row]').count();
  const before = await Promise.all(windows.map(([, { page }]) => rows(page)));
  const stay = async () => {
    for (const [index, [view, { page }]] of windows.entries()) {
      assert.equal(await rows(page), before[index], view);
      assert.equal(await page.locator('[role=alert]').count(), 0, `${view}: one sign is enough`);
    }
  };
  await server.stop();
  for (const [, { page }] of windows) await away(page);
  await stay();
  // The server is back, but only the smallest request gets through: what is read again fails.
  passes = (query) => query.includes('query Unread');
  await server.start();
  for (const [view, window] of windows) {
    for (let tries = 0; tries < 100 && window.failed < 2; tries += 1) await window.page.waitForTimeout(100);
    assert.ok(window.failed > 1, `${view} is read again`);
  }
  await stay();
  passes = () => false;
  for (const [, { page }] of windows) await away(page);
  await stay();
  await windows[0][1].accessible('trash without a server');
  await post('mutation { createLocale(input: { code: "it", name: "Italian" }) { locale { id } } }');
  passes = () => true;
  for (const [, { page }] of windows) await live(page);
  const { page } = windows.find(([view]) => view === 'records/LOCALE')[1];
  await row(page, 'Italian').waitFor();
  for (const [, { close }] of windows) await close({ expected: LOST });
}

/** That the server is away fits into the bar of a phone. */
async function signOnAPhone() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin, width: 390, locale: 'de-DE' });
  await goto('/console/trash');
  await settled(page);
  await server.stop();
  await away(page);
  assert.ok(await page.locator('.topbar').evaluate((it) => it.scrollHeight <= it.clientHeight), 'the sign is cut');
  await accessible('a phone without a server');
  await server.start();
  await live(page);
  await close({ expected: LOST });
}

/** What others do moves no row: new ones are counted, those that leave are marked. */
async function rowsKeepTheirPlace() {
  const ids = [];
  for (const title of ['First', 'Second', 'Third']) ids.push(await report(title));
  const [first, second, third] = ids;
  await remove([first]);
  for (const width of [1280, 390]) {
    const { page, goto, accessible, close } = await open(server.base, { token: admin, width });
    await goto('/console/trash');
    await settled(page);
    const places = () => page.locator('.grid-rows [role=row]').evaluateAll((all) => all.map((it) => [it.dataset.id, it.getBoundingClientRect().top]));
    const before = await places();
    await remove([second, third]);
    await news(page, 'Show 2 new').waitFor();
    await restore([first]);
    await row(page, 'First').getByText('Restored').waitFor();
    assert.equal(await row(page, 'First').getByRole('button').count(), 0);
    assert.deepEqual(await places(), before);
    await accessible('news of the trash');
    await news(page, 'Show 2 new').click();
    await row(page, 'Third').waitFor();
    await row(page, 'First').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.news').count(), 0);
    await restore([second, third]);
    await row(page, 'Third').getByText('Restored').waitFor();
    await remove([first]);
    await news(page, 'Show 1 new').waitFor();
    await close();
  }
}

/** A change of somebody else shows in the table and on the page of a record. */
async function recordsAreLive() {
  const id = await report('Before');
  const other = await report('Other');
  const table = await open(server.base, { token: admin });
  await table.goto('/console/records/REPORT');
  await row(table.page, 'Before').waitFor();
  const one = await open(server.base, { token: admin });
  await one.goto(`/console/records/REPORT/${id}`);
  await one.page.getByRole('heading', { name: 'Before', level: 1 }).waitFor();
  for (const { page } of [table, one]) await settled(page);
  const { node } = await post('query($id: ID!) { node(id: $id) { ... on Report { uuid } } }', { id });
  await post('mutation($uuid: UUID!) { updateReport(uuid: $uuid, changes: { title: "After" }) { report { id } } }', node);
  await row(table.page, 'After').waitFor();
  await one.page.getByRole('heading', { name: 'After', level: 1 }).waitFor();
  await one.page.locator('.history li').filter({ hasText: 'Changed' }).waitFor();
  await remove([id, other]);
  await row(table.page, 'After').getByText('Deleted').waitFor();
  await row(table.page, 'Other').getByText('Deleted').waitFor();
  await one.page.getByRole('button', { name: 'Restore' }).waitFor();
  await report('New');
  await news(table.page, 'Show 1 new').click();
  await row(table.page, 'New').waitFor();
  await row(table.page, 'After').waitFor({ state: 'detached' });
  // Purged, it can still be read here.
  await post('mutation($id: ID!) { purgeMany(ids: [$id]) { operationId } }', { id });
  await one.page.getByText('This record is gone').waitFor();
  await one.page.getByRole('heading', { name: 'After', level: 1 }).waitFor();
  await one.accessible('a record that is gone');
  for (const { close } of [table, one]) await close();
}

/** A double click asks once, also where the row below moves up. */
async function doubleClick() {
  const ids = [await report('Twice A'), await report('Twice B')];
  await remove(ids);
  const { page, context, goto, close } = await open(server.base, { token: admin });
  const sent = [];
  await context.route('**/graphql', (route) => {
    sent.push(...(route.request().postData()?.match(/mutation \w+/) ?? []));
    return route.continue();
  });
  await goto('/console/trash');
  await row(page, 'Twice B').getByRole('button', { name: /Restore/ }).dblclick({ delay: 150 });
  await toast(page, 'Twice B is restored').getByRole('button', { name: 'Undo' }).waitFor();
  await row(page, 'Twice B').waitFor({ state: 'detached' });
  await page.locator('h1').click();
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await toast(page, 'Undone: 1 record').waitFor();
  assert.deepEqual(sent, ['mutation Restore', 'mutation Undo']);
  await row(page, 'Twice B').waitFor();
  await row(page, 'Twice A').waitFor();
  await close();
}

/** An offer to undo goes when it can't work any more. */
async function staleOffer() {
  const id = await report('Stale');
  await remove([id]);
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/trash');
  await settled(page);
  const restored = toast(page, 'Stale is restored');
  const restoreHere = () => row(page, 'Stale').getByRole('button', { name: /Restore/ }).click();
  await restoreHere();
  await restored.waitFor();
  await remove([id]);
  await restored.waitFor({ state: 'detached' });
  // Undone with a key, it is not offered any more either.
  await news(page, 'Show 1 new').click();
  await restoreHere();
  await restored.waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('u');
  await restored.waitFor({ state: 'detached' });
  await row(page, 'Stale').waitFor();
  await close();
}

/** Ten thousand changes elsewhere, taken back, and a restart: every window answers all the time. */
async function flood() {
  const catalogue = Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`many.${index}`, `Text ${index}`]));
  await post('mutation($catalogue: JSONObject!) { importTranslations(input: { locale: "en", group: "many", catalogue: $catalogue }) { created } }', { catalogue });
  const windows = [];
  for (const view of ['trash', 'audit', 'records/TRANSLATION', 'inbox', 'operations', 'translations', 'keys', 'people']) {
    const window = await open(server.base, { token: admin });
    await window.goto(`/console/${view}`);
    await settled(window.page);
    windows.push([view, window]);
  }
  const ask = async (confirm) => (await post(
    'mutation($confirm: String) { deleteTranslations(where: { group: { eq: "many" } }, confirm: $confirm) { preview { token } operationId } }', { confirm },
  )).deleteTranslations;
  const [trash, audit] = windows.map(([, it]) => it.page);
  const answers = async (what, act) => {
    const { longest, total, least } = await busy(act, MANY);
    console.log(`${what}: busy for ${Math.round(longest)} ms at a stretch, ${Math.round(total)} ms in all`);
    // Many short tasks keep a window from answering too. On a slow machine those that only hear take longer as well.
    const slow = Number.isFinite(least) ? Math.max(1, (least * TIMES) / (MANY * CHANGE_MS)) : 1;
    assert.ok(longest < ANSWERS_MS * slow, `${what}: ${longest} ms, ${slow} times slower`);
    assert.ok(total < MANY * CHANGE_MS * slow, `${what}: ${total} ms in all, ${slow} times slower`);
  };
  let operationId;
  await answers(`${MANY} deletions`, async () => {
    ({ operationId } = await ask((await ask()).preview.token));
    for (const page of [trash, audit]) await news(page, 'Show 10,000 new').waitFor({ timeout: 120_000 });
  });
  await answers('their undo', async () => {
    await post('mutation($id: UUID!) { undo(operationId: $id) { operationId } }', { id: operationId });
    await news(audit, 'Show 20,000 new').waitFor({ timeout: 120_000 });
  });
  assert.equal(await trash.locator('.news').count(), 0, 'what is restored is not new');
  await answers('a restart', async () => {
    await server.stop();
    for (const [, { page }] of windows) await away(page);
    await server.start();
    for (const [, { page }] of windows) await settled(page);
  });
  for (const [, { close }] of windows) await close({ expected: LOST });
}

await run('steady', [rowsStay, signOnAPhone, rowsKeepTheirPlace, recordsAreLive, doubleClick, staleOffer, flood]);
