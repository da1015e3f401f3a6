// The trash: filters, what blocks it, many records, and what is deleted meanwhile.

import assert from 'node:assert/strict';
import { filter, open, row, run, selectAll, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

// The report was deleted four days ago, so it is purged soon; contents are not.
const server = await serve({ RETENTION: 'reports=10d,contents=90d' });
const admin = server.token('admin@example.com');
const post = (query, variables) => server.post(admin, query, variables);
const idOf = async (list, where) => (await post(`{ ${list}(where: ${where}) { nodes { id } } }`))[list].nodes[0].id;
const remove = (ids, reason) => post('mutation($ids: [ID!]!, $reason: String) { deleteMany(ids: $ids, reason: $reason) { operationId } }', { ids, reason });

async function filters() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/trash');
  await row(page, 'Storm warning').waitFor();
  const names = () => page.locator('.grid-rows .title a').allTextContents();
  await (await filter(page, 'Order')).selectOption('purge');
  await page.waitForFunction(() => /^Arrivals/.test(document.querySelector('.grid-rows .title')?.textContent));
  assert.deepEqual((await names()).slice(0, 2), ['Arrivals, third quarter', 'Winter opening hours'], 'what is purged first is first');
  await (await filter(page, 'Order')).selectOption('soon');
  await row(page, 'Storm warning').waitFor({ state: 'detached' });
  assert.deepEqual(await names(), ['Arrivals, third quarter']);
  await accessible('trash purged soon');
  await (await filter(page, 'Time')).selectOption('1');
  await page.getByText('Nothing in the trash matches').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await (await filter(page, 'Time')).selectOption('7');
  await row(page, 'Storm warning').waitFor();

  const id = await idOf('contents', '{ title: { eq: "How to moor" } }');
  await server.post(server.token('erin@example.com'), 'mutation($ids: [ID!]!) { deleteMany(ids: $ids) { operationId } }', { ids: [id] });
  await page.getByRole('button', { name: 'Show 1 new' }).click();
  await row(page, 'How to moor').waitFor();
  await (await filter(page, 'Deleted by')).fill('erin@example.com');
  await row(page, 'Storm warning').waitFor({ state: 'detached' });
  assert.deepEqual(await names(), ['How to moor']);
  assert.match(page.url(), /by=erin/);
  await page.reload();
  await row(page, 'How to moor').waitFor();
  await (await filter(page, 'Deleted by')).fill('nobody@example.com');
  await (await filter(page, 'Deleted by')).press('Tab');
  await page.getByText('Nothing in the trash matches').waitFor();
  await close();
}

/** A deletion elsewhere enters an open list on request, and what is restored elsewhere leaves it then; the counts follow. */
async function arrivals() {
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/trash');
  await row(page, 'Storm warning').waitFor();
  await page.waitForTimeout(1500);
  const all = () => page.getByRole('button', { name: /^All/ }).textContent();
  const before = await all();
  const id = await idOf('applications', '{ title: { eq: "Tide tables" } }');
  await remove([id], 'Nobody needs it');
  await page.getByRole('button', { name: 'Show 1 new' }).click();
  await row(page, 'Tide tables').getByText('Nobody needs it').waitFor();
  assert.equal(await page.locator('.grid-rows [role=row]').first().getAttribute('data-id'), id, 'the newest is first');
  await page.waitForFunction((before) => document.querySelector('.chip')?.textContent !== before, before);
  await post('mutation($ids: [ID!]!) { restoreMany(ids: $ids) { operationId } }', { ids: [id] });
  await row(page, 'Tide tables').getByText('Restored').waitFor();
  await page.waitForFunction((before) => document.querySelector('.chip')?.textContent === before, before);
  await close();
}

/** An account and its report, deleted together: each says what belongs to it. */
async function preview() {
  const ids = [await idOf('users', '{ email: { eq: "omar@example.com" } }'), await idOf('reports', '{ title: { contains: "second" } }')];
  const owned = await post('mutation { createReport(input: { title: "Of Omar", userId: 3 }) { report { id } } }');
  ids.push(owned.createReport.report.id);
  await remove(ids, 'Left');
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/trash');
  await row(page, 'Of Omar').getByRole('button', { name: /Restore/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Its owner omar@example.com is deleted too.').waitFor();
  await accessible('what blocks it');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await row(page, 'omar@example.com').getByRole('button', { name: 'Restore omar@example.com' }).click();
  await dialog.getByText('Deleted together with it: 1 Report.').waitFor();
  await dialog.getByLabel('Reason').fill('Came back');
  await dialog.getByRole('button', { name: 'Restore with 1 related record' }).click();
  await toast(page, '2 records are restored').waitFor();
  await row(page, 'Of Omar').waitFor({ state: 'detached' });
  await row(page, 'second quarter').waitFor();
  const { recordEvents } = await post('{ recordEvents(first: 1) { nodes { reason action } } }');
  assert.deepEqual(recordEvents.nodes, [{ reason: 'Came back', action: 'RESTORED' }]);
  await toast(page, '2 records are restored').getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Of Omar').waitFor();

  // Several at once, of which one can't be restored any more.
  await row(page, 'Of Omar').getByRole('checkbox').check();
  await row(page, 'second quarter').getByRole('checkbox').check();
  await row(page, 'German mark').getByRole('checkbox').check();
  await page.getByLabel('Reason').fill('Tidied too much');
  await post('mutation { restoreCurrency(code: "DEM") { restored } }');
  await page.locator('.bar').getByRole('button', { name: 'Restore' }).click();
  await dialog.getByRole('heading', { name: 'Restore' }).waitFor();
  await accessible('what blocks it of several');
  await dialog.getByRole('button', { name: /^Restore (\d|it alone|the other)/ }).click();
  await toast(page, 'restored').waitFor();
  await row(page, 'second quarter').waitFor({ state: 'detached' });
  const { recordEvents: last } = await post('{ recordEvents(first: 1, actions: [RESTORED]) { nodes { reason } } }');
  assert.equal(last.nodes[0].reason, 'Tidied too much');
  await post('mutation { deleteCurrency(code: "DEM") { operationId } }');
  await close();
}

/** What several of a selection belong to comes back once; the reason typed beside it is in the question. */
async function relatedOnce() {
  const { createUser } = await post('mutation { createUser(input: { email: "gone@example.com" }) { user { id } } }');
  const userId = createUser.user.id;
  const ids = [];
  for (const title of ['One of three', 'Two of three', 'Three of three']) {
    ids.push((await post('mutation($title: String!, $user: ID!) { createReport(input: { title: $title, user: $user }) { report { id } } }', { title, user: userId })).createReport.report.id);
  }
  await remove([userId, ...ids]);
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  const dialog = page.getByRole('dialog');
  await goto('/console/trash?q=of+three');
  for (const name of ['One', 'Two', 'Three']) await row(page, `${name} of three`).getByRole('checkbox').check();
  await page.locator('.bar').getByLabel('Reason').fill('All of it');
  await page.locator('.bar').getByRole('button', { name: 'Restore' }).click();
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'All of it');
  await accessible('what several belong to');
  await dialog.getByRole('button', { name: 'Restore with 1 related record' }).click();
  await toast(page, '4 records are restored').waitFor();

  // Who is chosen with all that is theirs: nothing else comes back.
  await remove([userId, ...ids]);
  await goto('/console/trash');
  for (const name of ['Select gone', 'One of', 'Two of', 'Three of']) await row(page, name).getByRole('checkbox').check();
  await page.locator('.bar').getByRole('button', { name: 'Restore' }).click();
  await dialog.getByRole('button', { name: 'Restore 4' }).waitFor();
  assert.equal(await dialog.getByRole('button', { name: /related/ }).count(), 0);
  await dialog.getByRole('button', { name: 'Restore 4' }).click();
  await toast(page, '4 records are restored').waitFor();
  await remove([userId, ...ids]);
  await close();
}

/** More than two pages, restored with one selection. */
async function many() {
  const catalogue = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`many.${String(index).padStart(3, '0')}`, `Text ${index}`]));
  await post('mutation($catalogue: JSONObject!) { importTranslations(input: { locale: "en", group: "many", catalogue: $catalogue }) { created } }', { catalogue });
  const ids = [];
  for (let after = null; ;) {
    const { translations } = await post('query($after: String) { translations(first: 100, after: $after, where: { group: { eq: "many" } }) { nodes { id } pageInfo { hasNextPage endCursor } } }', { after });
    ids.push(...translations.nodes.map((it) => it.id));
    if (!translations.pageInfo.hasNextPage) break;
    after = translations.pageInfo.endCursor;
  }
  assert.equal(ids.length, 250);
  await remove(ids);
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/trash?kind=TRANSLATION');
  await row(page, 'many.').first().waitFor();
  const drawn = await page.locator('.grid-rows [role=row]').count();
  assert.ok(drawn < 60, `${drawn} rows are drawn`);
  await row(page, 'many.').first().focus();
  for (let tries = 0; tries < 50 && await row(page, 'undo').count() === 0; tries += 1) {
    await page.keyboard.press('End');
    await page.waitForTimeout(200);
  }
  await row(page, 'undo').waitFor();
  await accessible('the end of a long trash');
  const rows = await page.locator('.grid').getAttribute('aria-rowcount');
  assert.equal(rows, '251');
  await selectAll(page);
  await page.getByText('251 selected').waitFor();
  await page.locator('.bar').getByRole('button', { name: 'Restore' }).click();
  await toast(page, '251 records are restored').waitFor({ timeout: 30_000 });
  await page.getByText('Nothing in the trash matches').waitFor();
  await toast(page, '251 records are restored').getByRole('button', { name: 'Undo' }).click();
  await row(page, 'many.').first().waitFor();
  await close();
}

/** The list goes on below a day. */
async function jump() {
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/trash');
  await row(page, 'many.').first().waitFor();
  const day = new Date(Date.now() - 3 * 86_400_000).toLocaleDateString('sv');
  await (await filter(page, 'Jump to a day')).fill(day);
  await row(page, 'Storm warning').waitFor();
  assert.equal(await row(page, 'many.').count(), 0, 'what was deleted later is above');
  await close();
}

await run('trash', [filters, arrivals, preview, relatedOnce, many, jump]);
