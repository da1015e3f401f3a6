// One place for each thing: records over their lists, kinds in the side bar, filters as chips, and a field that leads everywhere.

import assert from 'node:assert/strict';
import { filter, open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const post = (query, variables) => server.post(admin, query, variables);
const path = (page) => new URL(page.url()).pathname.replace('/console', '');
const sheet = (page) => page.locator('.sheet');
const focusIs = (page, text) => page.waitForFunction((text) => {
  const it = document.activeElement;
  return it !== document.body && `${it.getAttribute('role') ?? it.localName} ${it.textContent}`.includes(text);
}, text);
const idOf = (page, name) => row(page, name).getAttribute('data-id');

/** An address with a record shows its list below, also where neither can be seen. */
async function deepLink() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/records/LOCALE?q=n');
  const id = await idOf(page, 'English');
  await goto(`/console/records/LOCALE/${id}?q=n`);
  await page.getByRole('heading', { name: 'English', level: 1 }).waitFor();
  await row(page, 'Chinese').waitFor();
  assert.equal(await page.title(), 'English · reinstate');
  assert.equal(await page.getByLabel('Search Locales').inputValue(), 'n');
  assert.equal(await page.getByRole('region', { name: 'English', exact: true }).count(), 1, 'the sheet is named by the record');
  await focusIs(page, 'h1 English');
  await accessible('a record over its list');
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
  await focusIs(page, 'row English');
  assert.equal(path(page), '/records/LOCALE');
  assert.match(page.url(), /\?q=n$/);
  assert.equal(await page.title(), 'Locales · reinstate');

  // Over the trash in the same way, and over lists of one kind.
  await goto('/console/trash');
  const deleted = await idOf(page, 'Old Quay');
  await goto(`/console/trash/CUSTOMER/${deleted}`);
  await page.getByRole('heading', { name: 'Old Quay', level: 1 }).waitFor();
  await row(page, 'Storm warning').waitFor();
  await sheet(page).getByRole('button', { name: 'Close' }).click();
  await focusIs(page, 'row Old Quay');
  assert.equal(path(page), '/trash');
  await goto('/console/people');
  await row(page, 'erin@example.com').click();
  await page.getByRole('heading', { name: 'erin@example.com', level: 1 }).waitFor();
  assert.match(path(page), /^\/people\/USER\//);
  await page.goBack();
  await focusIs(page, 'row erin@example.com');
  await close();

  const narrow = await open(server.base, { token: server.token('erin@example.com', ['reports.view']) });
  await narrow.goto(`/console/records/LOCALE/${id}`);
  await sheet(narrow.page).getByText('Not for this account').waitFor();
  await narrow.accessible('a record for others');
  await narrow.page.keyboard.press('Escape');
  await narrow.page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
  await narrow.close();

  const small = await open(server.base, { token: admin, width: 390 });
  await small.goto(`/console/records/LOCALE/${id}`);
  await small.page.getByRole('heading', { name: 'English', level: 1 }).waitFor();
  assert.equal((await sheet(small.page).boundingBox()).width, 390);
  await small.fits('a record on a phone');
  await small.accessible('a record on a phone');
  await small.close();
}

/** Escape, “back”, the button and a click beside it lead to the row, at its place, with what was filtered and chosen. */
async function backToTheRow() {
  const catalogue = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`many.${String(index).padStart(3, '0')}`, `Text ${index}`]));
  await post('mutation($catalogue: JSONObject!) { importTranslations(input: { locale: "en", group: "many", catalogue: $catalogue }) { created } }', { catalogue });
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/records/TRANSLATION?q=many&f.group=many');
  await row(page, 'many.000').first().waitFor();
  await row(page, 'many.001').getByRole('checkbox').check();
  await row(page, 'many.000').first().focus();
  await page.keyboard.press('PageDown');
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('PageDown');
    await page.waitForTimeout(50);
  }
  await focusIs(page, 'row many.070');
  const top = () => page.evaluate(() => document.querySelector('.grid-body').scrollTop);
  const before = await top();
  assert.ok(before > 1000, `${before}`);
  const length = await page.evaluate(() => history.length);
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => sheet(page).getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(400, 500),
  ]) {
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'many.070', level: 1 }).waitFor();
    assert.match(path(page), /^\/records\/TRANSLATION\/./);
    assert.match(page.url(), /q=many/);
    // What is below can be neither pressed nor reached.
    await page.locator('.under[inert]').waitFor({ state: 'attached' });
    await leave();
    await focusIs(page, 'row many.070');
    assert.equal(await top(), before);
    assert.equal(path(page), '/records/TRANSLATION');
    assert.match(page.url(), /q=many/);
    await page.getByText('1 selected').waitFor();
  }
  assert.ok(await page.evaluate(() => history.length) <= length + 1, 'no sheet is left in the history');

  // From one to the next, which the history doesn't keep.
  await page.keyboard.press('Enter');
  const title = (name) => page.getByRole('heading', { name, level: 1 });
  await title('many.070').waitFor();
  await page.keyboard.press('j');
  await title('many.071').waitFor();
  await focusIs(page, 'h1 many.071');
  const next = sheet(page).getByRole('button', { name: 'Next record' });
  await next.click();
  await title('many.072').waitFor();
  await next.click();
  await title('many.073').waitFor();
  assert.ok(await next.evaluate((it) => it === document.activeElement));
  await sheet(page).getByRole('status').filter({ hasText: 'many.073' }).waitFor();
  await page.keyboard.press('k');
  await title('many.072').waitFor();
  await accessible('the record before');
  await page.goBack();
  await focusIs(page, 'row many.072');
  assert.equal(path(page), '/records/TRANSLATION');

  // A form over it keeps the sheet, and asks for itself alone.
  await page.keyboard.press('Enter');
  await sheet(page).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Value').fill('Typed');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await focusIs(page, 'button Edit');
  await page.keyboard.press('Escape');
  await focusIs(page, 'row many.072');
  await close();
}

/** What is restored in the sheet leaves the list below; the row in its place has the focus then. */
async function restoredInTheSheet() {
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/trash');
  await row(page, 'German mark').click();
  await sheet(page).getByRole('button', { name: 'Restore' }).click();
  await toast(page, 'German mark is restored').waitFor();
  await sheet(page).getByRole('button', { name: 'Edit' }).waitFor();
  await page.keyboard.press('j');
  await page.waitForFunction(() => !document.querySelector('.sheet h1')?.textContent.includes('German'));
  await page.keyboard.press('Escape');
  await focusIs(page, 'row ');
  await toast(page, 'German mark is restored').getByRole('button', { name: 'Undo' }).click();
  await row(page, 'German mark').waitFor();
  await close();
}

/** Each filter says what it is set to, and can be taken away alone. */
async function chips() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/audit');
  const tag = (text) => page.locator('.tag', { hasText: text });
  const count = () => page.locator('.tag').count();
  await row(page, 'Storm warning').first().waitFor();
  assert.equal(await count(), 0);
  await (await filter(page, 'Kind')).selectOption('REPORT');
  await (await filter(page, 'Action')).selectOption('DELETED');
  await (await filter(page, 'Only mine')).check();
  await (await filter(page, 'Jump to a day')).fill('2099-01-31');
  await page.keyboard.press('Escape');
  await tag('Kind: Reports').waitFor();
  await tag('Action: Deleted').waitFor();
  await tag('Who: admin@example.com').waitFor();
  await tag('Jump to a day: 31/01/2099').waitFor();
  await row(page, 'Arrivals').waitFor();
  await accessible('filters that are set');
  assert.match(page.url(), /day=2099/);
  await tag('Kind').getByRole('button', { name: 'Remove the filter Kind: Reports' }).click();
  await tag('Kind').waitFor({ state: 'detached' });
  await row(page, 'German mark').waitFor();
  assert.doesNotMatch(page.url(), /kind=/);
  await focusIs(page, 'Filters');
  assert.equal(await (await filter(page, 'Kind')).inputValue(), '');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await tag('Action').waitFor({ state: 'detached' });
  assert.equal(await count(), 0);
  assert.equal(new URL(page.url()).search, '');
  await close();

  // Those of columns, hostile ones, and one that only an address sets.
  for (const [width, colorScheme] of [[1280, 'light'], [390, 'dark']]) {
    const other = await open(server.base, { token: admin, width, colorScheme });
    const long = `‮${'<b>long</b> '.repeat(20)}`;
    await other.goto(`/console/records/LOCALE?f.code=${encodeURIComponent(long)}&trashed=nonsense&f.sortOrder=1`);
    await other.page.locator('.tag').nth(2).waitFor();
    await other.page.locator('.tag', { hasText: 'Deleted ones: nonsense' }).waitFor({ state: 'attached' });
    await other.accessible('long filters');
    await other.fits('long filters');
    const wide = await other.page.locator('.view').evaluate((it) => it.scrollWidth - it.clientWidth);
    assert.ok(wide <= 0, `the list is ${wide} px too wide at ${width} px`);
    await other.goto('/console/audit?operation=00000000-0000-4000-8000-000000000001');
    await other.page.locator('.tag', { hasText: 'Operation: 00000000' }).getByRole('button').click();
    await row(other.page, 'Storm warning').first().waitFor();
    await other.close();
  }
}

/** Everything by keyboard: views, new records, choices, and records by their names, with one request at a time. */
async function palette() {
  const { page, context, goto, accessible, close } = await open(server.base, { token: admin });
  const field = page.getByRole('combobox', { name: 'Find or open' });
  const option = (name) => page.getByRole('option', { name });
  const asked = [];
  context.on('request', (request) => {
    if (request.postData()?.includes('query Find(')) asked.push(JSON.parse(request.postData()).variables.text);
  });
  await goto('/console/trash');
  await row(page, 'Harbour Trust').waitFor();
  // Also from a field.
  await page.getByLabel('Search the trash').focus();
  for (const key of ['Control+k', 'Meta+k']) {
    await page.keyboard.press(key);
    await field.waitFor();
    assert.ok(await field.evaluate((it) => it === document.activeElement), key);
    await accessible(`the palette by ${key}`);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await focusIs(page, 'input');
  }
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('my ch');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'My changes', level: 1 }).waitFor();
  await focusIs(page, 'h1 My changes');

  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('cur');
  await page.keyboard.press('ArrowDown');
  await page.locator('[role=option][aria-selected=true]', { hasText: /^New Currency Create$/ }).waitFor();
  const id = await page.locator('[role=option][aria-selected=true]').getAttribute('id');
  assert.equal(await field.getAttribute('aria-activedescendant'), id);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New Currency' }).getByLabel('Code').fill('NOK');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog', { name: 'New Currency' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  assert.equal(await page.getByLabel('Theme').inputValue(), 'dark');

  // A letter asks for nothing; each pause asks once, and ends what was asked before.
  asked.length = 0;
  let answer;
  const held = new Promise((resume) => { answer = resume; });
  await context.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('"text":"ha"')) await held;
    return route.continue().catch(() => {});
  });
  await page.keyboard.press('Control+k');
  await field.fill('h');
  await page.waitForTimeout(500);
  assert.deepEqual(asked, []);
  const first = page.waitForRequest((it) => it.postData()?.includes('query Find('));
  const ends = page.waitForEvent('requestfailed', (it) => it.postData()?.includes('"text":"ha"'));
  await field.fill('ha');
  await first;
  await field.fill('harbour trust ');
  await ends;
  await option('Harbour Trust').waitFor();
  answer();
  assert.deepEqual(asked, ['ha', 'harbour trust']);
  await option(/Harbour Trust.*Deleted/).waitFor();
  await accessible('records by their names');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Harbour Trust', level: 1 }).waitFor();
  assert.match(path(page), /^\/trash\/ORGANIZATION\//);

  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('nothing at all');
  await page.getByText('Nothing is called so').waitFor();
  await accessible('a palette without anything');
  await page.keyboard.press('Control+k');
  await field.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Find or open').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('sign out');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Access token').waitFor();
  await close();

  // What an account may not do isn't offered.
  const narrow = await open(server.base, { token: server.token('erin@example.com', ['reports.view']), width: 390 });
  await narrow.goto('/console/inbox');
  await narrow.page.getByRole('button', { name: 'Find or open' }).click();
  await narrow.page.getByRole('option', { name: 'Reports' }).waitFor();
  assert.equal(await narrow.page.getByRole('option', { name: /^New |Trash|Locales/ }).count(), 0);
  await narrow.fits('the palette on a phone');
  await narrow.accessible('the palette on a phone');
  await narrow.close();
}

/** The kinds below “Records”, folded or not, in the menu of a phone too, and where there are many. */
async function sideBar() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/records/REPORT');
  const link = (name) => page.locator('.side').getByRole('link', { name, exact: true });
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
  assert.equal(await link('Reports').getAttribute('aria-current'), 'page');
  assert.equal(await link('Records').getAttribute('aria-current'), null);
  const fold = page.getByRole('button', { name: 'Kinds of records' });
  await fold.click();
  assert.equal(await fold.getAttribute('aria-expanded'), 'false');
  assert.equal(await link('Reports').count(), 0);
  assert.equal(await link('Records').getAttribute('aria-current'), 'page');
  await accessible('folded kinds');
  await page.reload();
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
  assert.equal(await link('Reports').count(), 0, 'it stays folded');
  await fold.click();
  await link('Currencies').click();
  await row(page, 'Euro').waitFor();
  assert.equal(await page.locator('.side [aria-current=page]').count(), 1);
  await close();

  const phone = await open(server.base, { token: admin, width: 390, height: 700 });
  await phone.goto('/console/trash');
  await phone.page.getByRole('button', { name: 'Menu' }).click();
  await phone.accessible('the menu of a phone');
  await phone.fits('the menu of a phone');
  await phone.page.locator('.side').getByRole('link', { name: 'Currencies' }).click();
  await row(phone.page, 'Euro').waitFor();
  assert.ok(await phone.page.locator('.side').isHidden(), 'the menu closes');
  await phone.close();

  // Sixty kinds of others: the list of them scrolls, and all views stay in sight.
  const many = await open(server.base, { token: admin });
  await many.context.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('query Viewer')) return route.continue();
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    for (let index = 0; index < 60; index += 1) {
      data.viewer.kinds.push({ __typename: 'KindAccess', kind: `PURCHASE_ORDER_${'OF_SOMEBODY_'.repeat(index % 3)}${index}`, view: 'ALL', create: 'NONE', update: 'NONE', delete: 'NONE', restore: 'NONE', purge: 'NONE', hold: 'NONE' });
    }
    return route.fulfill({ json: { data, ...rest } });
  });
  await many.goto('/console/records/CURRENCY');
  await row(many.page, 'Euro').waitFor();
  for (const view of ['trash', 'records', 'people']) {
    const { y, height } = await many.page.locator(`.side a[href="/console/${view}"]`).boundingBox();
    const [top, bottom] = await many.page.locator('.side nav').evaluate((it) => [it.getBoundingClientRect().top, it.getBoundingClientRect().bottom]);
    assert.ok(y >= top && y + height <= bottom, `${view} at ${y}`);
  }
  const kinds = await many.page.locator('.kinds').evaluate((it) => [it.scrollHeight, it.clientHeight]);
  assert.ok(kinds[0] > 1000 && kinds[1] < 300, `${kinds}`);
  await many.page.locator('.kinds a').last().focus();
  await many.accessible('many kinds');
  await many.close();
}

await run('frame', [deepLink, chips, palette, sideBar, restoredInTheSheet, backToTheRow]);
