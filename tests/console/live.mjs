// What arrives by itself: notifications and changes, also over a restart of the server.

import assert from 'node:assert/strict';
import { open, row, run } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const second = server.token('admin@example.com');


async function sendAndReceive() {
  await server.post(admin, 'mutation { markAllNotificationsRead { count } }');
  const sender = await open(server.base, { token: admin });
  const receiver = await open(server.base, { token: second });
  await receiver.goto('/console/inbox');
  await receiver.page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await receiver.page.waitForTimeout(500);
  const unread = () => receiver.page.locator('.lead').first().textContent();
  await sender.goto('/console/inbox');
  const { page } = sender;
  await page.getByRole('button', { name: 'Send' }).click();
  await sender.accessible('send');
  await page.getByRole('button', { name: 'Send', exact: true }).last().click();
  await page.getByText('Choose at least one recipient').waitFor();
  await page.getByLabel('Recipients').fill('admin');
  await page.getByRole('button', { name: 'admin@example.com', exact: true }).click();
  await page.getByLabel('Title').fill('Berth 4 is free');
  await page.getByLabel('Message').fill('Come in.');
  await page.getByRole('region', { name: 'Preview' }).getByText('Berth 4 is free').waitFor();
  await sender.accessible('send with a preview');
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Sent to 1 user').waitFor();

  // It moves no row: it is shown on request.
  await receiver.page.getByRole('button', { name: 'Show 1 new' }).click();
  await row(receiver.page, 'Berth 4 is free').waitFor();
  assert.match(await unread(), /1 unread/);
  await row(receiver.page, 'Berth 4 is free').click();
  await receiver.accessible('a notification');
  await receiver.page.keyboard.press('Escape');
  await receiver.page.getByText('All read').waitFor();
  await receiver.page.waitForFunction(() => !document.querySelector('.side .count'));
  await sender.close();
  await receiver.close();
}

async function auditOverARestart() {
  const { page, goto, accessible, picture, close } = await open(server.base, { token: admin });
  await goto('/console/audit');
  await page.locator('.live[data-state="live"]').waitFor();
  // What happens before the subscription begins is read a second later.
  await page.waitForTimeout(1500);
  const restore = (name) => server.post(admin, `mutation { ${name} }`);
  await restore('restoreCurrency(code: "DEM") { restored }');
  await page.getByRole('button', { name: 'Show 1 new' }).click();
  await row(page, 'German mark').filter({ hasText: 'Restored' }).waitFor();
  await row(page, 'German mark').first().click();
  await page.getByRole('dialog').getByText('Deleted at').waitFor();
  await accessible('an event');
  await picture('audit');
  await page.keyboard.press('Escape');

  await server.stop();
  await page.locator('.live[data-state="away"]').waitFor();
  await accessible('audit without a connection');
  await server.start();
  // Before the page is back: this one it has missed.
  await restore('deleteCurrency(code: "DEM") { operationId }');
  await page.locator('.live[data-state="live"]').waitFor();
  await restore('restoreCurrency(code: "DEM") { restored }');
  // Long enough for one that comes twice.
  await page.waitForTimeout(2000);
  await page.waitForFunction(() => [...document.querySelectorAll('[role=row][data-id]')].filter((it) => it.textContent.includes('German mark')).length >= 4);
  // Starting makes an event too: the token of the demo.
  const ofCurrency = page.locator('.grid-rows [role=row]').filter({ hasText: 'German mark' });
  const shown = await ofCurrency.locator('.badge').allTextContents();
  const currency = shown.slice(0, 3);
  assert.deepEqual(currency, ['Restored', 'Deleted', 'Restored'], 'nothing is lost, nothing comes twice');

  await row(page, 'German mark').first().click();
  await page.getByRole('button', { name: 'Undo this operation' }).click();
  await page.getByText('Undone').waitFor();
  await page.waitForFunction(() => document.querySelector('.grid-rows .badge')?.textContent === 'Deleted');
  await close({ expected: /status of 40[013]|WebSocket|ERR_CONNECTION|status of 50/ });
}

/** The connection ends with 4401, and that alone leads to the sign-in. */
async function revokedToken() {
  const token = server.token('erin@example.com');
  const { page, goto, close } = await open(server.base, { token });
  await goto('/console/audit');
  await page.locator('.live[data-state="live"]').waitFor();
  await page.waitForTimeout(1500);
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  server.revoke('erin@example.com');
  await page.getByText('Your sign-in has ended').waitFor();
  assert.deepEqual(requests, [], 'nothing was asked over HTTP');
  assert.equal(await page.evaluate(() => sessionStorage.getItem('reinstate.token')), null);
  await close();
}

/** A form that is open when the sign-in ends is there after the next one, and so is the place; not for others. */
async function signsInAgain() {
  const others = server.token('erin@example.com');
  let token = server.token('admin@example.com', undefined, '4m');
  const { page, goto, accessible, close } = await open(server.base, { token });
  const end = async () => {
    const { viewer } = await server.post(token, '{ viewer { credential { id } } }');
    await server.post(token, 'mutation($id: ID!) { revokeAccessToken(id: $id) { accessToken { id } } }', { id: viewer.credential.id });
    token = server.token('admin@example.com');
  };
  const enter = async (text) => {
    await page.getByLabel('Access token').fill(text);
    await page.keyboard.press('Enter');
  };
  await goto('/console/audit?action=CREATED');
  await page.locator('.live[data-state="live"]').waitFor();
  await page.getByRole('link', { name: 'Records' }).click();
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('button', { name: 'New Report' }).click();
  const title = page.getByRole('dialog').getByLabel('Title');
  await title.fill('Written before the sign-in ended');
  await page.getByText('Your sign-in ends in').waitFor({ state: 'attached' });
  await end();
  await page.getByText('Sign in again as admin@example.com').waitFor();
  await accessible('sign-in over a form');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await enter(others);
  await page.getByText('What is open here is of admin@example.com').waitFor();
  await enter(token);
  await page.getByLabel('Access token').waitFor({ state: 'detached' });
  // The warning was about the token that has ended.
  await page.getByText('Your sign-in ends in').waitFor({ state: 'detached' });
  assert.equal(await title.inputValue(), 'Written before the sign-in ended');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Written before the sign-in ended', level: 1 }).waitFor();

  // Changes arrive again.
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.locator('.live[data-state="live"]').waitFor();
  await end();
  await enter(token);
  await page.getByLabel('Access token').waitFor({ state: 'detached' });
  await page.locator('.live[data-state="live"]').waitFor();
  await page.waitForTimeout(1500);
  await server.post(admin, 'mutation { createReport(input: { title: "Afterwards" }) { report { id } } }');
  await page.getByRole('button', { name: 'Show 1 new' }).click();
  await row(page, 'Afterwards').waitFor();

  // Another account starts anew.
  await end();
  await enter(others);
  await page.getByText('What is open here is of admin@example.com').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.side').getByText('erin@example.com').waitFor();
  await close();
}

/** What is still asked for with the token that has ended is refused late, after the next sign-in: that one stays. */
async function refusedLate() {
  const token = server.token('erin@example.com');
  const { page, context, goto, close } = await open(server.base, { token });
  await goto('/console/audit');
  await page.locator('.live[data-state="live"]').waitFor();
  // After this the list is read again.
  await page.waitForTimeout(1500);
  let goOn;
  const held = new Promise((resume) => { goOn = resume; });
  await context.route('**/graphql', async (route) => {
    if (route.request().headers().authorization === `Bearer ${token}`) await held;
    return route.continue();
  });
  const asked = page.waitForRequest('**/graphql');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await asked;
  server.revoke('erin@example.com');
  await page.getByLabel('Access token').fill(server.token('erin@example.com'));
  await page.keyboard.press('Enter');
  await page.getByLabel('Access token').waitFor({ state: 'detached' });
  const refused = page.waitForResponse((it) => it.status() === 401);
  goOn();
  await refused;
  await page.waitForTimeout(200);
  assert.equal(await page.getByLabel('Access token').count(), 0);
  await close();
}

/** The token ends while the server is away: the connection that comes back is refused. */
async function refusedAfterARestart() {
  const token = server.token('omar@example.com');
  const { page, goto, close } = await open(server.base, { token });
  await goto('/console/inbox');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.waitForTimeout(500);
  await server.stop();
  server.revoke('omar@example.com');
  await server.start();
  await page.getByText('Your sign-in has ended').waitFor();
  await close({ expected: /status of 40[013]|WebSocket|ERR_CONNECTION|status of 50/ });
}

/** What one browser reads, another counts as read when somebody looks at it. */
async function unreadBadge() {
  const one = await open(server.base, { token: admin });
  const other = await open(server.base, { token: second });
  const badge = ({ page }) => page.locator('.side .count');
  for (const { goto, page } of [one, other]) {
    await goto('/console/inbox');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.waitForTimeout(500);
  }
  for (const title of ['First', 'Second', 'Third']) {
    await server.post(admin, 'mutation($title: String!) { sendNotification(input: { userId: 1, type: INFO, title: $title, message: "m" }) { notification { id } } }', { title });
  }
  for (const window of [one, other]) await badge(window).getByText('3', { exact: true }).waitFor();
  await one.page.getByRole('button', { name: 'Show 3 new' }).click();
  await row(one.page, 'Second').click();
  await one.page.keyboard.press('Escape');
  await badge(one).getByText('2', { exact: true }).waitFor();
  await other.page.evaluate(() => dispatchEvent(new Event('focus')));
  await badge(other).getByText('2', { exact: true }).waitFor();
  await other.page.getByRole('button', { name: 'Mark all as read' }).click();
  await badge(other).waitFor({ state: 'detached' });
  await one.page.evaluate(() => dispatchEvent(new Event('focus')));
  await badge(one).waitFor({ state: 'detached' });
  // What arrives while the server is away is counted once it is back.
  await server.stop();
  await server.start();
  await server.post(admin, 'mutation { sendNotification(input: { userId: 1, type: INFO, title: "Fourth", message: "m" }) { notification { id } } }');
  for (const window of [one, other]) await badge(window).getByText('1', { exact: true }).waitFor();
  for (const { close } of [one, other]) await close({ expected: /status of 40[013]|WebSocket|ERR_CONNECTION|status of 50/ });
}

await run('live', [sendAndReceive, auditOverARestart, revokedToken, signsInAgain, refusedLate, refusedAfterARestart, unreadBadge]);
