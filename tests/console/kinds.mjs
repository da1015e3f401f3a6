// A kind that another program adds, which the console was not built with: its rows, search, filters, order and forms,
// its records, its history.

import assert from 'node:assert/strict';
import { filter, open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const create = (name, type) => server.post(admin, 'mutation($input: CreateIntegrationInput!) { createIntegration(input: $input) { integration { id databaseId } } }', { input: { name, type } });

// To the console the integrations of the server are suppliers, in everything that it asks and is told.
const SUPPLIERS = [['Integration', 'Supplier'], ['integration', 'supplier'], ['INTEGRATION', 'SUPPLIER']];

async function pretend({ context }, { hidden = false, names = SUPPLIERS } = {}) {
  const toServer = (text) => names.reduce((text, [own, other]) => text.replaceAll(other, own), text);
  const toPage = (text) => names.reduce((text, [own, other]) => text.replaceAll(own, other), text);
  const asked = [];
  await context.routeWebSocket('**/graphql/ws', (page) => {
    const other = page.connectToServer();
    page.onMessage((text) => other.send(toServer(text)));
    other.onMessage((text) => page.send(toPage(text)));
  });
  await context.route('**/graphql', async (route) => {
    const query = route.request().postData() ?? '';
    if (query.includes('__type(name')) {
      asked.push(query);
      if (hidden) return route.fulfill({ json: { data: null, errors: [{ message: 'The document or its variables are not valid', extensions: { code: 'BAD_REQUEST' } }] } });
    }
    const response = await route.fetch({ postData: toServer(query) });
    return route.fulfill({ response, body: toPage(await response.text()) });
  });
  return asked;
}

async function everywhere() {
  for (const hidden of [false, true]) {
    const name = `Nordmeer Paper ${hidden ? 2 : 1}`;
    const { createIntegration: { integration } } = await create(name, 'paper');
    await server.post(admin, 'mutation($ids: [ID!]!) { deleteMany(ids: $ids) { operationId } }', { ids: [integration.id] });
    const window = await open(server.base, { token: admin });
    const { page, context, goto, accessible, close } = window;
    const asked = await pretend(window, { hidden });
    await goto('/console/trash');
    await row(page, name).getByText('Supplier', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Supplier \d/ }).waitFor();
    await goto('/console/audit');
    await row(page, name).first().click();
    await page.getByRole('dialog').getByText('Supplier', { exact: true }).waitFor();
    await goto('/console/trash');
    await page.getByRole('button', { name: `Restore ${name}` }).click();
    await row(page, name).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Supplier', exact: true }).click();
    await row(page, name).getByText('Active').waitFor();
    await accessible(`records of a kind from outside ${hidden}`);
    assert.equal(await page.getByRole('columnheader', { name: 'Type' }).count(), hidden ? 0 : 1);
    assert.equal(await page.getByRole('button', { name: 'New Supplier' }).count(), hidden ? 0 : 1);
    await row(page, name).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.locator('.history li').first().waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
    assert.ok(asked.length <= 2, `${asked.length} questions about the schema`);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await close();
  }
}

/** Search, filters, order, New and Edit, with what is wrong at its field and what others have saved meanwhile. */
async function likeBuiltIn() {
  for (const [name, type] of [['Anchor Rope', 'rope'], ['Baltic Sail', 'sail'], ['Cordage', 'rope']]) await create(name, type);
  const window = await open(server.base, { token: admin });
  const { page, context, goto, accessible, close } = window;
  await pretend(window);
  await goto('/console/records/SUPPLIER');
  const listed = (...wanted) => page.waitForFunction((wanted) => [...document.querySelectorAll('.grid-rows [role=row] .title a')].map((it) => it.textContent).join() === wanted, wanted.join());
  await row(page, 'Cordage').waitFor();
  await page.getByRole('searchbox').fill('cord');
  await listed('Cordage');
  await page.getByRole('searchbox').fill('');
  const type = await filter(page, 'Type');
  await type.fill('rope');
  await type.press('Enter');
  await listed('Anchor Rope', 'Cordage');
  await accessible('filters of a kind from outside');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row(page, 'Baltic Sail').waitFor();
  for (const [direction, first, then] of [['ASC', 'Cordage', 'Baltic Sail'], ['DESC', 'Baltic Sail', 'Cordage']]) {
    await page.getByRole('button', { name: /^Type/ }).click();
    await page.waitForURL(new RegExp(`sort=TYPE%3A${direction}`));
    await page.waitForFunction(([first, then]) => {
      const names = [...document.querySelectorAll('.grid-rows [role=row] .title a')].map((it) => it.textContent);
      return names.indexOf(first) < names.indexOf(then);
    }, [first, then]);
  }

  await page.getByRole('button', { name: 'New Supplier' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.locator('[data-field="name"] .field-error').waitFor();
  await dialog.getByLabel('Name').fill('Dock Lights');
  await dialog.getByLabel('Type').fill('light');
  await accessible('a new record of a kind from outside');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await toast(page, 'Dock Lights is created').waitFor();
  await page.getByRole('heading', { name: 'Dock Lights', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Type').fill('lamp');
  const { integrations } = await server.post(admin, '{ integrations(where: { name: { eq: "Dock Lights" } }) { nodes { uuid } } }');
  await server.post(admin, 'mutation($uuid: UUID!) { updateIntegration(uuid: $uuid, changes: { name: "Dock Lamps" }) { integration { id } } }', integrations.nodes[0]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('cell', { name: 'Dock Lamps' }).waitFor();
  await dialog.getByRole('button', { name: 'Save mine over it' }).click();
  await toast(page, 'is saved').waitFor();
  await page.locator('.facts').getByText('lamp', { exact: true }).waitFor();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await close();
}

/** Its records say which of its columns people know them by. */
async function labelled() {
  for (const companyName of ['Crane Works', 'Crate Works']) {
    await server.post(admin, 'mutation($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }', { input: { companyName } });
  }
  const window = await open(server.base, { token: admin });
  const { page, context, goto, close } = window;
  await pretend(window, { names: [['Customer', 'Dealer'], ['customer', 'dealer'], ['CUSTOMER', 'DEALER'], ['companyName', 'tradeMark'], ['COMPANY_NAME', 'TRADE_MARK']] });
  await goto('/console/records/DEALER');
  await row(page, 'Crane Works').waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Trade mark' }).count(), 0, 'it is in the first column');
  await page.getByRole('searchbox').fill('crate');
  await row(page, 'Crane Works').waitFor({ state: 'detached' });
  await row(page, 'Crate Works').waitFor();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await close();
}

/** `Ctrl K` finds its records and “New …”, though its list was never shown. */
async function found() {
  await create('Lighthouse Oil', 'oil');
  const window = await open(server.base, { token: admin });
  const { page, context, goto, close } = window;
  const asked = await pretend(window);
  await goto('/console/trash');
  await row(page, 'Storm warning').waitFor();
  assert.equal(asked.length, 0, 'the schema is read when somebody looks for something');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('lighthouse o');
  await page.getByRole('option', { name: 'Lighthouse Oil Supplier' }).waitFor();
  await page.getByRole('dialog').getByRole('combobox').fill('new supp');
  await page.getByRole('option', { name: 'New Supplier' }).waitFor();
  await page.getByRole('dialog').getByRole('combobox').fill('lighthouse o');
  await page.getByRole('option', { name: 'Lighthouse Oil Supplier' }).click();
  await page.getByRole('heading', { name: 'Lighthouse Oil', level: 1 }).waitFor();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await close();
}

/** What a program leaves out has no view. */
async function leftOut() {
  const { page, context, goto, close } = await open(server.base, { token: admin });
  await context.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    if (data?.viewer?.kinds) data.viewer.kinds = data.viewer.kinds.filter(({ kind }) => kind !== 'TRANSLATION' && kind !== 'LOCALE');
    return route.fulfill({ response, json: { data, ...rest } });
  });
  await goto('/console/translations');
  await page.getByText('There is no such page').waitFor();
  await page.getByRole('link', { name: 'People' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Translations' }).count(), 0);
  await page.getByRole('link', { name: 'Reports' }).waitFor();
  assert.equal(await page.getByRole('link', { name: /^(Translations|Locales)$/ }).count(), 0);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await close();
}

await run('kinds', [everywhere, likeBuiltIn, labelled, found, leftOut]);
