// Holding and releasing a selection of the trash: the question, how far it is, its end, and what was refused.

import assert from 'node:assert/strict';
import { open, row, run, selectAll, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const post = (query, variables) => server.post(admin, query, variables);
const remove = (ids) => post('mutation($ids: [ID!]!) { deleteMany(ids: $ids) { operationId } }', { ids });
const hold = (id, reason) => post('mutation($id: ID!, $reason: String!) { hold(id: $id, reason: $reason) { operationId } }', { id, reason });
const newest = async (recordId) => (await post('query($id: ID!) { recordEvents(recordId: $id, first: 1) { nodes { action reason } } }', { id: recordId })).recordEvents.nodes[0];

/** Deleted reports with these titles. */
async function deleted(...titles) {
  const ids = [];
  for (const title of titles) ids.push((await post('mutation($title: String!) { createReport(input: { title: $title }) { report { id } } }', { title })).createReport.report.id);
  await remove(ids);
  return ids;
}

const bar = (page, name) => page.locator('.bar').getByRole('button', { name, exact: true });
const dialogOf = (page, name) => page.getByRole('dialog', { name });

async function several() {
  const ids = await deleted('Case one', 'Case two', 'Case three');
  await hold(ids[2], 'A claim is open');
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin });
  await goto('/console/trash?q=Case');
  await row(page, 'Case three').getByText('On hold').waitFor();
  await selectAll(page);
  await page.locator('.bar').getByLabel('Reason').fill('Asked for by the court');
  await accessible('a selection to hold');
  await bar(page, 'Put on hold (2)').click();
  const dialog = dialogOf(page, 'Put 2 records on hold?');
  await dialog.getByText('It stays as it is: it is on hold already. A claim is open').waitFor();
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'Asked for by the court', 'what was typed beside the selection is there');
  await accessible('hold several');
  await dialog.getByLabel('Reason').fill('');
  const go = dialog.getByRole('button', { name: 'Put 2 on hold' });
  assert.ok(await go.isDisabled(), 'a hold has a reason');
  await dialog.getByLabel('Reason').fill('The court asked');
  await go.click();
  await toast(page, '2 records are on hold').waitFor();
  assert.equal(await toast(page, '2 records are on hold').getByRole('button', { name: 'Undo' }).count(), 0, 'nothing undoes it');
  await row(page, 'Case one').getByText('The court asked').waitFor();
  await row(page, 'Case three').getByText('A claim is open').waitFor();
  for (const id of ids.slice(0, 2)) assert.deepEqual(await newest(id), { action: 'HELD', reason: 'The court asked' });

  // Those that were already held are still selected.
  await page.locator('.bar').getByText('1 selected').waitFor();
  assert.equal(await bar(page, 'Put on hold').count(), 0);
  await selectAll(page);
  await bar(page, 'Release').click();
  const releasing = dialogOf(page, 'Release 3 records from their holds?');
  await releasing.getByLabel('Reason').fill('All is settled');
  await accessible('release several');
  await fits('release several');
  await releasing.getByRole('button', { name: 'Release 3' }).click();
  await toast(page, '3 records are released').waitFor();
  await row(page, 'Case one').getByText('On hold').waitFor({ state: 'detached' });
  for (const id of ids) assert.deepEqual(await newest(id), { action: 'RELEASED', reason: 'All is settled' });
  assert.ok(await page.evaluate(() => document.activeElement?.closest('.grid-rows, main') !== null), 'the focus is in the view');
  await close();
}

/** What is refused is named, and what was typed stays where nothing could be done. */
async function refused() {
  const ids = await deleted('Claim one', 'Claim two');
  const { page, context, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/trash?q=Claim');
  await row(page, 'Claim two').waitFor();
  await selectAll(page);
  await bar(page, 'Put on hold').click();
  const dialog = dialogOf(page, 'Put 2 records on hold?');
  await dialog.getByLabel('Reason').fill('The court asked');
  const isKeep = (route) => !!route.request().postData()?.includes('mutation Keep');
  let attempts = 0;
  // The first is lost on the way; before the second somebody else is faster with one of them.
  await context.route('**/graphql', async (route) => {
    if (!isKeep(route)) return route.continue();
    attempts += 1;
    if (attempts === 1) return route.abort();
    await hold(ids[0], 'Faster');
    return route.continue();
  });
  await dialog.getByRole('button', { name: 'Put 2 on hold' }).click();
  await dialog.getByRole('alert').getByText('can’t be reached').waitFor();
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'The court asked');
  await accessible('holds that failed');
  await dialog.getByRole('button', { name: 'Put 2 on hold' }).click();
  await toast(page, '1 was refused: The record is on hold already').waitFor();
  await toast(page, 'Claim two is on hold').waitFor();
  await row(page, 'Claim one').getByText('Left as it is: The record is on hold already').waitFor();
  assert.deepEqual(await newest(ids[0]), { action: 'HELD', reason: 'Faster' });
  assert.deepEqual(await newest(ids[1]), { action: 'HELD', reason: 'The court asked' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await close({ expected: /status of 40[013]|ERR_FAILED/ });
}

/** In steps, with a way to end it early; what is done by then stays done. */
async function many() {
  const catalogue = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`held.${String(index).padStart(3, '0')}`, `Text ${index}`]));
  await post('mutation($catalogue: JSONObject!) { importTranslations(input: { locale: "en", group: "held", catalogue: $catalogue }) { created } }', { catalogue });
  const ids = [];
  for (const after of [null, 'next']) {
    const { translations } = await post('query($after: String) { translations(first: 100, after: $after, where: { group: { eq: "held" } }) { nodes { id } pageInfo { endCursor } } }', { after: after && ids.cursor });
    ids.push(...translations.nodes.map((it) => it.id));
    ids.cursor = translations.pageInfo.endCursor;
  }
  assert.equal(ids.length, 120);
  await remove([...ids]);
  const held = async () => (await post('query($ids: [ID!]!) { nodes(ids: $ids) { ... on Translation { hold { reason } } } }', { ids: ids.slice(0, 100) })).nodes
    .concat((await post('query($ids: [ID!]!) { nodes(ids: $ids) { ... on Translation { hold { reason } } } }', { ids: ids.slice(100) })).nodes).filter((it) => it.hold).length;
  const { page, context, goto, accessible, fits, close } = await open(server.base, { token: admin });
  await goto('/console/trash?kind=TRANSLATION&q=held');
  await row(page, 'held.').first().waitFor();
  await row(page, 'held.').first().focus();
  // The first page has 100 of them.
  await page.keyboard.press('End');
  await selectAll(page, 120);
  const sizes = [];
  const asked = [];
  await context.route('**/graphql', async (route) => {
    const query = route.request().postData() ?? '';
    if (!query.includes('mutation Keep')) return route.continue();
    sizes.push(query.match(/hold\d+: hold/g).length);
    await new Promise((resume) => asked.push(resume));
    return route.continue();
  });
  const until = async (count) => {
    for (let tries = 0; tries < 100 && asked.length < count; tries += 1) await page.waitForTimeout(50);
  };
  await bar(page, 'Put on hold').click();
  await dialogOf(page, 'Put 120 records on hold?').getByLabel('Reason').fill('The court asked');
  await dialogOf(page, 'Put 120 records on hold?').getByRole('button', { name: 'Put 120 on hold' }).click();
  await dialogOf(page, 'Put 120 records on hold?').waitFor({ state: 'detached' });
  const busy = toast(page, 'Putting 0 of 120 records on hold…');
  await busy.waitFor();
  await accessible('holding many');
  await fits('holding many');
  await busy.getByRole('button', { name: 'Cancel' }).click();
  await until(1);
  asked[0]();
  await toast(page, 'Cancelled. What was done until then stays done.').waitFor();
  await toast(page, '50 records are on hold').waitFor();
  assert.equal(await held(), 50);
  assert.deepEqual(sizes, [50]);

  // Those that are left, with nothing in the way.
  await bar(page, 'Put on hold (70)').or(page.getByLabel('Select all')).first().waitFor();
  await selectAll(page, 120);
  await bar(page, 'Put on hold (70)').click();
  const rest = dialogOf(page, 'Put 70 records on hold?');
  await rest.getByLabel('Reason').fill('The court asked');
  await rest.getByRole('button', { name: 'Put 70 on hold' }).click();
  await until(2);
  asked[1]();
  await toast(page, 'Putting 50 of 70 records on hold…').waitFor();
  await until(3);
  asked[2]();
  await toast(page, '70 records are on hold').waitFor();
  assert.equal(await held(), 120);
  assert.deepEqual(sizes, [50, 50, 20]);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await close();
}

/** It is offered to those who may, for the kinds for which they may. */
async function permitted() {
  await deleted('Paper one');
  const { createContent } = await post('mutation { createContent(input: { title: "Paper two" }) { content { id } } }');
  await remove([createContent.content.id]);
  const select = async (token) => {
    const window = await open(server.base, { token });
    await window.goto('/console/trash?q=Paper');
    await row(window.page, 'Paper two').waitFor();
    await selectAll(window.page);
    await window.page.locator('.bar').waitFor();
    return window;
  };
  const without = await select(server.token('admin@example.com', ['reports.restore', 'content.restore', 'reports.view', 'content.view']));
  assert.equal(await without.page.getByRole('button', { name: /hold|Release/ }).count(), 0);
  await without.close();
  const some = await select(server.token('admin@example.com', ['reports.restore', 'content.restore', 'reports.view', 'content.view', 'reports.hold']));
  await bar(some.page, 'Put on hold (1)').click();
  await dialogOf(some.page, 'Put Paper one on hold?').getByText('It stays as it is: you may not put it on hold or release it.').waitFor();
  await some.close();
}

/** In German, in the dark, where there is little room. */
async function small() {
  const [, held] = await deleted('Akte eins', 'Akte zwei');
  await hold(held, 'Ein Verfahren');
  for (const width of [390, 1024]) {
    const { page, goto, accessible, fits, close } = await open(server.base, { token: admin, locale: 'de-DE', width, height: 780, colorScheme: 'dark' });
    await goto('/console/trash?q=Akte');
    await row(page, 'Akte zwei').getByText('Gesperrt').waitFor();
    for (const name of ['Akte eins', 'Akte zwei']) await row(page, name).getByRole('checkbox').check();
    await accessible('a selection to hold in German');
    await fits('a selection to hold in German');
    const cut = await page.locator('.bar').evaluate((it) => it.scrollWidth - it.clientWidth);
    assert.ok(cut <= 0, `the bar is ${cut} px too wide at ${width} px`);
    await bar(page, 'Sperren (1)').click();
    await accessible('hold in German');
    await fits('hold in German');
    await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click();
    await close();
  }
}

await run('holds', [several, refused, many, permitted, small]);
