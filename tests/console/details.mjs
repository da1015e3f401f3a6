// What goes wrong in small things: rows that say nothing, names that are too long, times that don't go on.

import assert from 'node:assert/strict';
import { open, overlaps, row, run, selectAll, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const post = (query, variables) => server.post(admin, query, variables);

/** A record for somebody else, who is found by the address. */
async function forSomebodyElse() {
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/records/REPORT');
  await page.getByRole('button', { name: 'New Report' }).click();
  const dialog = page.getByRole('dialog');
  const names = await dialog.locator('[data-field]').evaluateAll((all) => all.map((it) => it.dataset.field));
  assert.deepEqual(names, ['title', 'user', 'isActive'], 'whether it is in use is asked last');
  await dialog.getByLabel('Title').fill('For Erin');
  await dialog.getByLabel('User').fill('nobody@example.com');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByText('There is no user with this address').waitFor();
  await accessible('a form for nobody');
  await dialog.getByLabel('User').fill('erin@example.com');
  await dialog.locator('option[value="erin@example.com"]').waitFor({ state: 'attached' });
  for (let tries = 0; tries < 20 && await dialog.isVisible(); tries += 1) {
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForTimeout(100);
  }
  await toast(page, 'For Erin is created').waitFor();
  await page.locator('.facts').getByText('erin@example.com').waitFor();

  await goto('/console/people');
  await page.getByRole('button', { name: 'New user' }).click();
  await dialog.getByLabel('Email').fill('fresh@example.com');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'fresh@example.com', level: 1 }).waitFor();
  await goto('/console/translations');
  await page.getByRole('button', { name: 'New key' }).click();
  for (const [name, value] of [['Key', 'fresh'], ['Locale', 'en'], ['Group', 'buttons'], ['Value', 'Fresh']]) await dialog.getByLabel(name).fill(value);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await row(page, 'fresh').waitFor();
  await close();
}

/** Of a selection only what can be restored is, and each row says why it was not. */
async function mixedSelection() {
  const { page, context, goto, accessible, close } = await open(server.base, { token: admin });
  await goto('/console/records/LOCALE?trashed=WITH');
  await row(page, 'French').waitFor();
  await selectAll(page);
  await page.locator('.bar').getByLabel('Reason').fill('Needed');
  await page.locator('.bar').getByRole('button', { name: 'Restore (1)' }).click();
  await toast(page, 'French is restored').waitFor();
  assert.equal(await toast(page, 'refused').count(), 0);
  const { recordEvents } = await post('{ recordEvents(first: 1, actions: [RESTORED]) { nodes { reason } } }');
  assert.deepEqual(recordEvents.nodes, [{ reason: 'Needed' }]);
  await toast(page, 'French is restored').getByRole('button', { name: 'Undo' }).click();
  await row(page, 'French').getByText('Deleted').waitFor();

  // Somebody else is faster than the question, then than the request.
  await context.routeWebSocket(/graphql/, () => {});
  await page.reload();
  await row(page, 'French').waitFor();
  await post('mutation { restoreLocale(code: "fr") { restored } }');
  await row(page, 'French').focus();
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByText('In the way').waitFor();
  await page.keyboard.press('Escape');
  await post('mutation { deleteLocale(code: "fr") { operationId } }');
  await page.reload();
  await row(page, 'French').waitFor();
  await context.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('mutation Restore(')) await post('mutation { restoreLocale(code: "fr") { restored } }');
    return route.continue();
  });
  await row(page, 'French').focus();
  await page.keyboard.press('r');
  await row(page, 'French').getByText('Left as it is').waitFor();
  await accessible('a refusal among records');
  await post('mutation { deleteLocale(code: "fr") { operationId } }');
  await close();
}

/** What is deleted unread is no longer counted, nor what somebody else deletes. */
async function badge() {
  const { page, goto, close } = await open(server.base, { token: admin });
  const send = async (title) => (await post('mutation($title: String!) { sendNotification(input: { userId: 1, type: INFO, title: $title, message: "m" }) { notification { id } } }', { title })).sendNotification.notification.id;
  const count = (text) => page.locator('.side .count').getByText(text, { exact: true });
  await goto('/console/records/NOTIFICATION');
  await page.waitForTimeout(1000);
  const before = (await post('{ viewer { unreadCount } }')).viewer.unreadCount;
  const id = await send('Here');
  await send('There');
  await count(String(before + 2)).waitFor();
  await page.reload();
  await row(page, 'Here').getByRole('checkbox').check();
  await page.locator('.bar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await count(String(before + 1)).waitFor();
  await toast(page, 'Here is deleted').getByRole('button', { name: 'Undo' }).click();
  await count(String(before + 2)).waitFor();
  await goto('/console/trash');
  await page.locator('h1').waitFor();
  await page.waitForTimeout(1500);
  await post('mutation($id: ID!) { deleteMany(ids: [$id]) { operationId } }', { id });
  await count(String(before + 1)).waitFor();
  await close();
}

async function nothingCovered() {
  await post('mutation { createApiKey(input: { name: "A key" }) { value } }');
  for (const locale of ['en-GB', 'de-DE']) {
    for (const width of [390, 900, 1024, 1280, 1440]) {
      const { page, goto, fits, close } = await open(server.base, { token: admin, width, locale });
      for (const view of ['trash', 'audit', 'operations', 'records/LOCALE?trashed=WITH', 'records/NOTIFICATION', 'records/CURRENCY', 'inbox', 'keys', 'people', 'translations']) {
        await goto(`/console/${view}`);
        await page.locator('.grid [data-id], .notice').first().waitFor();
        await page.waitForTimeout(100);
        assert.deepEqual(await page.evaluate(overlaps), [], `${view} at ${width} px in ${locale}`);
        await fits(view);
      }
      await close();
    }
  }
}

/** Whose it is, who deleted it, and what is missing, also where there is little room. */
async function littleRoom() {
  await post('mutation { createLocale(input: { code: "nl", name: "Dutch" }) { locale { id } } }');
  const { reports } = await post('{ reports(where: { title: { contains: "second" } }) { nodes { id } } }');
  await post('mutation($id: ID!) { deleteMany(ids: [$id], reason: "Superseded") { operationId } }', { id: reports.nodes[0].id });
  for (const width of [390, 1024]) {
    const { page, goto, close } = await open(server.base, { token: admin, width });
    await goto('/console/trash');
    await row(page, 'second quarter').getByText('erin@example.com · by admin@example.com').waitFor();
    await row(page, 'second quarter').getByText('Superseded').waitFor();
    await goto('/console/records/CUSTOMER');
    await row(page, 'Lantern').getByText('erin@example.com').waitFor();
    await goto('/console/keys');
    await row(page, 'Weather feed').getByText('Acts as erin@example.com').waitFor();
    if (width === 390) {
      await row(page, 'Weather feed').getByText('Last used: never').waitFor();
      await row(page, 'Weather feed').getByText('Expires: never').waitFor();
      await goto('/console/translations');
      await row(page, 'delete').getByText(/missing: nl, pt-BR/).waitFor();
    }
    await close();
  }
}

/** Long addresses, long names of roles and many locales leave everything in reach and to be read. */
async function longNames() {
  const email = `${'a-long-name-of-somebody-'.repeat(2)}x@${'department.'.repeat(5)}example.com`;
  const role = 'keepers-of-the-harbour-'.repeat(4);
  await post('mutation($email: String!) { createUser(input: { email: $email }) { user { id } } }', { email });
  await post('mutation($name: String!) { createRole(input: { name: $name, permissions: ["reports.view"] }) { role { id } } }', { name: role });
  for (const code of ['fi', 'sv', 'nb', 'da', 'pl', 'cs', 'sk']) {
    await post('mutation($code: String!) { createLocale(input: { code: $code, name: $code }) { locale { id } } }', { code });
  }
  for (const [width, height] of [[390, 700], [1024, 800]]) {
    for (const locale of ['en-GB', 'de-DE']) {
      const { page, goto, accessible, fits, close } = await open(server.base, { token: admin, width, height, locale });
      const name = (text) => `${text} at ${width} px in ${locale}`;
      const dialog = page.getByRole('dialog');
      const inReach = async (what) => {
        const wide = await dialog.evaluate((it) => it.scrollWidth - it.clientWidth);
        assert.ok(wide <= 0, `${what} is ${wide} px too wide`);
        for (const button of await dialog.locator('footer button').all()) {
          const { x, width: own } = await button.boundingBox();
          assert.ok(x >= 0 && x + own <= width, `${what}: a button at ${x}`);
        }
      };
      await goto('/console/inbox');
      await page.locator('.head').getByRole('button').last().click();
      await dialog.locator('[name="recipients"]').fill('a-long-name');
      await dialog.getByRole('button', { name: email, exact: true }).waitFor();
      await inReach(name('an offered address'));
      await dialog.getByRole('button', { name: email, exact: true }).click();
      await dialog.locator('.recipient').waitFor();
      await inReach(name('a long address'));
      await accessible(name('a long address'));
      await dialog.locator('footer button').first().click();
      await goto('/console/people?tab=roles');
      await page.getByText(role).waitFor();
      const cards = await page.locator('.card').evaluateAll((all) => all.map((it) => it.scrollWidth - it.clientWidth));
      assert.ok(cards.every((it) => it <= 0), name('cards of roles'));
      await fits('roles');
      await accessible(name('a long role'));
      await goto('/console/people?q=a-long-name');
      await row(page, 'a-long-name').click();
      await page.locator('section .card-head button').click();
      await dialog.getByText(role).waitFor();
      await inReach(name('granting a long role'));
      await dialog.locator('footer button').first().click();
      await goto('/console/translations');
      await page.locator('.grid-rows [role=row]').first().waitFor();
      const columns = await page.locator('.grid-head [role=columnheader]').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().width));
      if (width > 860) assert.ok(Math.min(...columns) >= 100, name(`columns of ${columns}`));
      await accessible(name('many locales'));
      await close();
    }
  }
}

async function timePasses() {
  const { page, goto, close } = await open(server.base, { token: admin });
  await post('mutation { updateLocale(code: "en", changes: { nativeName: "English!" }) { locale { id } } }');
  await page.clock.install();
  await goto('/console/audit');
  const first = page.locator('.grid-rows time').first();
  await page.clock.runFor(2000);
  await first.waitFor();
  assert.match(await first.textContent(), /second|now/);
  await page.clock.runFor(30 * 60_000);
  await page.getByText('30 minutes ago').first().waitFor();
  await close();
}

/** Windows have names; keys go only where there is something; what is not for an account is said calmly. */
async function frame() {
  const narrow = await open(server.base, { token: server.token('erin@example.com', ['reports.view']) });
  await narrow.goto('/console/inbox');
  await narrow.page.locator('h1').waitFor();
  for (const key of ['g', 't', 'g', 'k']) await narrow.page.keyboard.press(key);
  assert.match(narrow.page.url(), /inbox$/);
  await narrow.page.keyboard.press('?');
  const help = narrow.page.getByRole('dialog');
  await help.getByText('Go to Records').waitFor();
  assert.equal(await help.getByText('Go to Trash').count(), 0);
  await narrow.goto('/console/keys');
  await narrow.page.getByText('Not for this account').waitFor();
  assert.equal(await narrow.page.getByRole('button', { name: 'Try again' }).count(), 0);
  await narrow.accessible('a view for others');
  await narrow.close();

  const { page, context, goto, close } = await open(server.base, { token: admin });
  await goto('/console/trash');
  assert.equal(await page.getByRole('button', { name: 'Sign out' }).evaluate((it) => getComputedStyle(it).paddingInline), '8px');
  for (const [view, title] of [['trash', 'Trash'], ['people', 'People'], ['records/LOCALE', 'Locales']]) {
    await goto(`/console/${view}`);
    await page.locator('h1').waitFor();
    assert.equal(await page.title(), `${title} · reinstate`);
  }
  await context.route('**/graphql', (route) => (route.request().postData()?.includes('mutation Restore(')
    ? route.fulfill({ json: { data: { restoreMany: null }, errors: [{ message: 'Forbidden', path: ['restoreMany'], extensions: { code: 'FORBIDDEN', requiredPermissions: ['x'] } }] } })
    : route.continue()));
  await goto('/console/trash');
  await row(page, 'Harbour Trust').getByRole('button', { name: /Restore/ }).click();
  await toast(page, 'Your account may not do this. It takes one of: x.').waitFor();
  await close();
}

await run('details', [forSomebodyElse, mixedSelection, badge, nothingCovered, littleRoom, longNames, timePasses, frame]);
