// Records of every kind: created, filtered, deleted with a reason, taken back to earlier values; translations.

import assert from 'node:assert/strict';
import { filter, open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const post = (query, variables) => server.post(admin, query, variables);

/** What the form of each kind is filled with; the others have views of their own. */
const FORMS = {
  LOCALE: { Code: 'it', Name: 'Italian', 'Native name': 'Italiano' },
  CURRENCY: { Code: 'CHF', Name: 'Swiss franc', Symbol: 'Fr.' },
  ORGANIZATION: { 'Organization name': 'Harbour Watch' },
  APPLICATION: { Title: 'Crane log' },
  CUSTOMER: { 'Company name': 'Salt & Rope' },
  CONTENT: { Title: 'How to cast off' },
  REPORT: { Title: 'Departures' },
  TRANSLATION: { Key: 'save', Locale: 'en', Group: 'buttons', Value: 'Save' },
  USER: { Email: 'new@example.com' },
  INTEGRATION: { Name: 'Tide feed', Type: 'webhook' },
};
const LABELS = ['Name', 'Organization name', 'Title', 'Company name', 'Key', 'Email'];

async function everyKindIsCreated() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  for (const [kind, fields] of Object.entries(FORMS)) {
    await goto(`/console/records/${kind}`);
    await page.getByRole('button', { name: /^New / }).click();
    const dialog = page.getByRole('dialog');
    // Nothing is filled in: the fields say what they need.
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.locator('.field-error:not(:empty)').first().waitFor();
    for (const [name, value] of Object.entries(fields)) {
      await dialog.getByLabel(new RegExp(`^${name}( |$)`)).first().fill(value);
    }
    await accessible(`a new ${kind}`);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const label = fields[LABELS.find((name) => name in fields)];
    await toast(page, 'is created').waitFor();
    await page.getByRole('heading', { name: label, level: 1 }).waitFor();
    await page.locator('.history li').first().waitFor();
    await goto(`/console/records/${kind}`);
    await row(page, label.replace(/[.&]/g, '.')).first().waitFor();
  }
  await close();
}

async function columnsAndFilters() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/records/LOCALE');
  await row(page, 'English').waitFor();
  const names = () => page.locator('.grid-rows [role=row] .title').allTextContents();
  await page.getByRole('button', { name: /Sort order/ }).click();
  await page.waitForURL(/sort=SORT_ORDER/);
  await page.getByRole('button', { name: /Sort order/ }).click();
  await page.waitForURL(/SORT_ORDER%3ADESC/);
  await page.waitForFunction(() => !document.querySelector('.grid[aria-busy=true]'));
  const sorted = await post('{ locales(orderBy: [{ field: SORT_ORDER, direction: DESC }]) { nodes { name } } }');
  assert.deepEqual(await names(), sorted.locales.nodes.map((it) => it.name));
  const code = await filter(page, 'Code');
  await accessible('filters of columns');
  await code.fill('pt');
  await code.press('Enter');
  await row(page, 'English').waitFor({ state: 'detached' });
  assert.deepEqual(await names(), ['Portuguese (Brazil)']);
  await page.reload();
  await row(page, 'Portuguese').waitFor();
  assert.deepEqual(await names(), ['Portuguese (Brazil)'], 'the filter is in the address');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row(page, 'English').waitFor();
  await (await filter(page, 'Deleted ones')).selectOption('ONLY');
  await row(page, 'French').waitFor();
  assert.deepEqual(await names(), ['French']);
  await (await filter(page, 'Deleted ones')).selectOption('');
  await page.locator('summary', { hasText: 'Columns' }).click();
  await page.locator('.popover[open] .menu').getByLabel('Code').uncheck();
  await page.getByRole('columnheader', { name: 'Code' }).waitFor({ state: 'detached' });

  await goto('/console/records/NOTIFICATION');
  await row(page, 'Welcome aboard').waitFor();
  await (await filter(page, 'Type')).selectOption('Error');
  await page.getByText('No record matches').waitFor();
  await close();
}

async function deletedWithAReason() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/records/CURRENCY');
  await row(page, 'Swiss franc').getByRole('checkbox').check();
  await row(page, 'Euro').getByRole('checkbox').check();
  await page.locator('.bar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Delete 2 records?' }).waitFor();
  await accessible('deleting several');
  await page.getByLabel('Reason').fill('Not used here');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, '2 records are deleted').waitFor();
  await row(page, 'Euro').waitFor({ state: 'detached' });
  await goto('/console/trash?kind=CURRENCY');
  await row(page, 'Euro').getByText('Not used here').waitFor();

  // The operation as a whole, undone with another reason.
  await goto('/console/operations');
  await row(page, 'and 1 more').click();
  await page.getByRole('dialog').getByText('Not used here').waitFor();
  await accessible('an operation');
  await page.getByLabel('Reason').fill('They are');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Undone: 2 records').waitFor();
  const { recordEvents } = await post('{ recordEvents(first: 2) { nodes { action reason } } }');
  assert.deepEqual(recordEvents.nodes, Array(2).fill({ action: 'RESTORED', reason: 'They are' }));
  await close();
}

async function reverted() {
  await post('mutation { updateLocale(code: "it", changes: { name: "Italiano?" }) { locale { id } } }');
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/audit');
  const dialog = page.getByRole('dialog');
  const revert = async (name) => {
    await row(page, name).first().click();
    await dialog.getByLabel('Reason').fill('Vandalism');
    await dialog.getByRole('button', { name: 'Go back to how it was' }).click();
  };
  await revert('Italiano');
  await toast(page, 'Italiano? has these values already').waitFor();
  await revert('Italian Created');
  await toast(page, 'Italian has its values of that time again').waitFor();
  // What this window does is in its lists without asking for it.
  await page.locator('.grid-rows [role=row]').first().filter({ hasNotText: 'Italiano' }).waitFor();
  const { locale } = await post('{ locale(code: "it") { name history(first: 1) { nodes { reason action } } } }');
  assert.deepEqual(locale, { name: 'Italian', history: { nodes: [{ reason: 'Vandalism', action: 'UPDATED' }] } });
  // A change is taken back as a deletion is, and so is the one that went back.
  await row(page, 'Italian').first().click();
  await dialog.getByRole('button', { name: 'Take this change back' }).click();
  await toast(page, 'Undone: 1 record is as it was').waitFor();
  assert.equal((await post('{ locale(code: "it") { name } }')).locale.name, 'Italiano?');
  await close();
}

/** A change is taken back also after others of the record; where one is in the way, the dialog says so and stays. */
async function takenBack() {
  const change = (changes) => post('mutation($changes: LocaleChanges!) { updateLocale(code: "it", changes: $changes) { locale { id } } }', { changes });
  await change({ name: 'First' });
  await change({ nativeName: 'Later' });
  const { locale } = await post('{ locale(code: "it") { id } }');
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  const dialog = page.getByRole('dialog');
  const line = (name) => page.locator('.history li').filter({ hasText: name }).last().getByRole('button').first();
  await goto(`/console/records/LOCALE/${locale.id}`);
  await line('First').click();
  await dialog.getByRole('button', { name: 'Take this change back' }).click();
  await toast(page, 'Undone: 1 record is as it was').waitFor();
  const now = async () => (await post('{ locale(code: "it") { name nativeName } }')).locale;
  assert.deepEqual(await now(), { name: 'Italiano?', nativeName: 'Later' });
  await line('First').click();
  await dialog.getByRole('button', { name: 'Take this change back' }).click();
  await toast(page, 'There is nothing to undo').waitFor();

  await change({ nativeName: 'Latest' });
  await page.reload();
  await page.locator('.history li').filter({ hasText: 'Latest' }).waitFor();
  await line('Later').click();
  await dialog.getByLabel('Reason').fill('A mistake');
  await dialog.getByRole('button', { name: 'Take this change back' }).click();
  await dialog.getByText('The record was changed since').waitFor();
  await dialog.getByRole('columnheader', { name: 'Now' }).waitFor();
  assert.deepEqual(await dialog.getByRole('row', { name: /^Native name/ }).getByRole('cell').allTextContents(), ['Italiano', 'Later', 'Latest']);
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'A mistake');
  await accessible('a change that is in the way');
  await close();
}

/** A long reason is said at its field, and a refusal where the reason is; neither loses it. */
async function keptReason() {
  const { page, context, goto, accessible, close } = await open(server.base, { token: admin });
  const dialog = page.getByRole('dialog');
  const long = 'x'.repeat(501);
  await goto('/console/records/LOCALE');
  await row(page, 'Portuguese').getByRole('checkbox').check();
  await page.locator('.bar').getByRole('button', { name: 'Delete' }).click();
  await dialog.getByLabel('Reason').fill(long);
  await dialog.getByText('At most 500 characters; this has 501').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Delete' }).isDisabled());
  await accessible('a long reason');
  await dialog.getByLabel('Reason').fill('x'.repeat(500));
  let isRefused = true;
  await context.route('**/graphql', (route) => (isRefused && route.request().postData()?.includes('deleteMany')
    ? route.fulfill({ json: { data: { deleteMany: null }, errors: [{ message: 'Conflict', path: ['deleteMany'], extensions: { code: 'CONFLICT' } }] } })
    : route.continue()));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('Conflict').waitFor();
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'x'.repeat(500));
  isRefused = false;
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'detached' });

  // Beside a selection, and in the question that follows.
  await goto('/console/trash');
  await row(page, 'Portuguese').getByRole('checkbox').check();
  const reason = page.locator('.bar').getByLabel('Reason');
  await reason.fill(long);
  await page.locator('.bar').getByText('At most 500 characters').waitFor();
  assert.ok(await page.locator('.bar').getByRole('button', { name: 'Restore' }).isDisabled());
  await accessible('a long reason beside a selection');
  await reason.fill('Needed again');
  await page.locator('.bar').getByRole('button', { name: 'Restore' }).click();
  await toast(page, 'is restored').waitFor();
  await close();
}

/** Both values stand beside each other; either can be kept. */
async function conflict() {
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto('/console/records/REPORT');
  await row(page, 'Departures').click();
  for (const [button, expected] of [['Keep what is stored', 'Theirs 0'], ['Save mine over it', 'Mine 1']]) {
    const turn = Number(expected.at(-1));
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill(`Mine ${turn}`);
    const { reports } = await post('{ reports(where: { title: { in: ["Departures", "Theirs 0"] } }) { nodes { uuid } } }');
    await post('mutation($uuid: UUID!, $title: String) { updateReport(uuid: $uuid, changes: { title: $title }) { report { id } } }', { uuid: reports.nodes[0].uuid, title: `Theirs ${turn}` });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const line = page.getByRole('dialog').getByRole('row', { name: /^Title/ });
    await line.waitFor();
    assert.deepEqual(await line.getByRole('cell').allTextContents(), [`Mine ${turn}`, `Theirs ${turn}`]);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('heading', { name: expected, level: 1 }).waitFor();
  }
  await close();
}

async function translations() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/translations');
  await row(page, 'save').click();
  const dialog = page.getByRole('dialog');
  await accessible('texts of a key');
  await dialog.getByLabel('pt-BR').fill('Salvar');
  await dialog.getByLabel('en', { exact: true }).fill('Save it');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(page, '2 texts are saved').waitFor();
  await row(page, 'save').getByText('Salvar').waitFor();
  await row(page, 'save').getByText('Save it').waitFor();

  await page.getByRole('button', { name: 'Import' }).click();
  await dialog.getByLabel('Locale').selectOption('it');
  await dialog.getByLabel('Catalogue').fill('nonsense');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('is not a JSON object').waitFor();
  await accessible('importing texts');
  await dialog.getByLabel('File').setInputFiles({ name: 'it.json', mimeType: 'application/json', buffer: Buffer.from('{"save": "Salva", "delete": "Elimina", "menu": {"open": "Apri"}}') });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await toast(page, 'Imported: 3 created').waitFor();
  await row(page, 'menu.open').waitFor();
  await (await filter(page, 'Locale')).selectOption('it');
  await (await filter(page, 'Only what is missing')).check();
  await row(page, 'save').waitFor({ state: 'detached' });
  await row(page, 'restore').waitFor();
  await close();
}

await run('records', [everyKindIsCreated, columnsAndFilters, deletedWithAReason, reverted, takenBack, keptReason, conflict, translations]);
