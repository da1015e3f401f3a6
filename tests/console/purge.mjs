// Deleting for good, what is kept from that, looking back, and undoing much at once.

import assert from 'node:assert/strict';
import { filter, open, row, run, toast } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const server = await serve();
const admin = server.token('admin@example.com');
const erin = server.token('erin@example.com');
const post = (query, variables) => server.post(admin, query, variables);
const remove = (ids, reason) => post('mutation($ids: [ID!]!, $reason: String) { deleteMany(ids: $ids, reason: $reason) { operationId } }', { ids, reason });
const report = async (title, userId = 2) =>
  (await post('mutation($title: String!, $userId: BigInt!) { createReport(input: { title: $title, userId: $userId }) { report { id } } }', { title, userId })).createReport.report.id;
const content = async (title) =>
  (await post('mutation($title: String!) { createContent(input: { title: $title, userId: 2 }) { content { id uuid } } }', { title })).createContent.content;
const retitle = (token, uuid, title) =>
  server.post(token, 'mutation($uuid: UUID!, $title: String!) { updateContent(uuid: $uuid, changes: { title: $title }) { content { id } } }', { uuid, title });
const hold = (id, reason) => post('mutation($id: ID!, $reason: String!) { hold(id: $id, reason: $reason) { operationId } }', { id, reason });
const labelOf = async (id) => (await post('query($id: ID!) { node(id: $id) { ... on Record { label } } }', { id })).node?.label;
const newest = async (recordId) => (await post('query($id: ID!) { recordEvents(recordId: $id, first: 1) { nodes { action reason } } }', { id: recordId })).recordEvents.nodes[0];

/** One and several, with what is kept, and why. */
async function purge() {
  const ids = [];
  for (const title of ['Gone one', 'Gone two', 'Gone three']) ids.push(await report(title));
  await remove(ids, 'Typed wrong');
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin });
  const dialog = page.getByRole('dialog');
  await goto('/console/trash?q=Gone');
  await row(page, 'Gone one').getByRole('checkbox').check();
  await page.locator('.bar').getByLabel('Reason').fill('For good');
  await page.locator('.bar').getByRole('button', { name: 'Delete for good' }).click();
  await dialog.getByText('Nobody can bring it back.').waitFor();
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'For good', 'what was typed beside the selection is there');
  const go = dialog.getByRole('button', { name: 'Delete for good' });
  assert.ok(await go.isDisabled(), 'not by mistake');
  await accessible('purge one');
  await dialog.getByLabel('I know that').check();
  await go.click();
  await toast(page, 'Gone one is deleted for good').waitFor();
  assert.equal(await toast(page, 'Gone one is deleted for good').getByRole('button', { name: 'Undo' }).count(), 0, 'nothing undoes it');
  await row(page, 'Gone one').waitFor({ state: 'detached' });
  assert.equal(await labelOf(ids[0]), undefined);
  assert.deepEqual(await newest(ids[0]), { action: 'PURGED', reason: 'For good' });

  // One of two is on hold, by somebody else, while the list is open.
  await hold(ids[1], 'A claim is open');
  await row(page, 'Gone two').getByText('On hold').waitFor();
  await row(page, 'Gone two').getByText('A claim is open').waitFor();
  await accessible('held in the trash');
  for (const name of ['Gone two', 'Gone three']) await row(page, name).getByRole('checkbox').check();
  await page.locator('.bar').getByRole('button', { name: 'Delete for good (1)' }).click();
  await dialog.getByText('It stays: it is on hold. A claim is open').waitFor();
  await dialog.getByLabel('I know that').check();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await toast(page, 'Gone three is deleted for good').waitFor();
  await row(page, 'Gone three').waitFor({ state: 'detached' });
  await row(page, 'Gone two').waitFor();
  await fits('the trash');
  await close();
}

/** What others refer to stays, and the question says so before and after. */
async function referredTo() {
  const { createUser } = await post('mutation { createUser(input: { email: "owner@example.com" }) { user { id databaseId } } }');
  const owned = await report('Of the owner', createUser.user.databaseId);
  await remove([createUser.user.id, owned]);
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  const dialog = page.getByRole('dialog');
  await goto('/console/trash?q=owner');
  await row(page, 'owner@example.com').first().waitFor();
  await page.getByLabel('Select owner@example.com').check();
  await page.locator('.bar').getByRole('button', { name: 'Delete for good' }).click();
  await dialog.getByText('It stays while others refer to it: 1 Report.').waitFor();
  await dialog.getByLabel('I know that').check();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await dialog.getByRole('alert').getByText('User is referred to by 1 report').waitFor();
  await accessible('refused to purge');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await row(page, 'Select owner@example.com').getByText('Left as it is: User is referred to by 1 report').waitFor();

  // Together with what refers to it, it goes.
  await page.getByLabel('Select Of the owner').check();
  await page.locator('.bar').getByRole('button', { name: 'Delete for good' }).click();
  await dialog.getByText('Delete 2 records for good?').waitFor();
  await dialog.getByText('Nobody can bring them back.').waitFor();
  await dialog.getByLabel('I know that').check();
  await dialog.getByRole('button', { name: 'Delete 2 for good' }).click();
  await toast(page, '2 records are deleted for good').waitFor();
  await page.getByText('Nothing in the trash matches').waitFor();
  await close();
}

/** From a record: held, released with reasons, and at last purged. */
async function holds() {
  const id = await report('Ledger');
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin });
  const dialog = page.getByRole('dialog', { name: /hold/ });
  await goto(`/console/records/REPORT/${id}`);
  await page.getByRole('button', { name: 'Put on hold' }).click();
  const go = dialog.getByRole('button', { name: 'Put on hold' });
  assert.ok(await go.isDisabled(), 'a hold has a reason');
  await dialog.getByLabel('Reason').fill('Asked for by the court');
  await accessible('hold');
  await go.click();
  await toast(page, 'Ledger is on hold').waitFor();
  await page.locator('.facts').getByText('Asked for by the court').waitFor();
  await page.locator('.facts').getByText('by admin@example.com').waitFor();
  await accessible('a record on hold');
  await fits('a record on hold');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Delete for good' }).count(), 0, 'what is held is not offered');

  await page.getByRole('button', { name: 'Release' }).click();
  await dialog.getByLabel('Reason').fill('The claim is settled');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await toast(page, 'Ledger is released').waitFor();
  assert.deepEqual(await newest(id), { action: 'RELEASED', reason: 'The claim is settled' });
  await page.getByRole('button', { name: 'Delete for good' }).click();
  const purging = page.getByRole('dialog', { name: 'Delete Ledger for good?' });
  await purging.getByLabel('I know that').check();
  await purging.getByRole('button', { name: 'Delete for good' }).click();
  await toast(page, 'Ledger is deleted for good').waitFor();
  await page.getByText('This record is gone').waitFor();
  await close();
}

/** First what matches the filters, then all that can go; what is held stays. */
async function emptyTrash() {
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin });
  const dialog = page.getByRole('dialog');
  await goto('/console/trash?kind=CURRENCY');
  await row(page, 'German mark').waitFor();
  await page.getByRole('button', { name: 'Delete matches for good' }).click();
  await dialog.getByText('1 record will be deleted for good.').waitFor();
  await dialog.getByText('German mark').waitFor();
  const go = dialog.getByRole('button', { name: 'Delete for good' });
  assert.ok(await go.isDisabled(), 'not by mistake');
  await dialog.getByLabel('I know that').check();
  await go.click();
  await toast(page, 'German mark is deleted for good').waitFor();
  await row(page, 'German mark').waitFor({ state: 'detached' });

  const held = await report('Kept for the court');
  await remove([await report('Also gone'), held]);
  await hold(held, 'A claim is open');
  await goto('/console/trash');
  await row(page, 'Also gone').waitFor();
  await page.getByRole('button', { name: 'Empty the trash' }).click();
  await dialog.getByText(/^\d+ (is|are) on hold$/).waitFor();
  await dialog.getByText(/records will be deleted for good/).waitFor();
  await accessible('empty the trash');
  await fits('empty the trash');
  await dialog.getByLabel('I know that').check();
  await dialog.getByRole('button', { name: /Delete \d+ for good/ }).click();
  await toast(page, /records are deleted for good/).waitFor({ timeout: 30_000 });
  await row(page, 'Also gone').waitFor({ state: 'detached' });
  await row(page, 'Kept for the court').getByText('On hold').waitFor();
  await close();

  // Who may not purge isn't offered it.
  await remove([(await content('Only restored')).id]);
  const other = await open(server.base, { token: erin });
  await other.goto('/console/trash');
  await row(other.page, 'Only restored').getByRole('checkbox').check();
  await other.page.locator('.bar').getByRole('button', { name: 'Restore' }).waitFor();
  assert.equal(await other.page.getByRole('button', { name: /for good|Empty/ }).count(), 0);
  await other.close();
}

/** A record as it was, beside how it is, and the way back. */
async function lookBack() {
  const { id, uuid } = await content('First title');
  await new Promise((resume) => setTimeout(resume, 1100));
  const between = new Date();
  await new Promise((resume) => setTimeout(resume, 1100));
  await retitle(admin, uuid, 'Second title');
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin });
  const local = (time) => new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  await goto(`/console/records/CONTENT/${id}`);
  await page.getByLabel('As it was on').first().fill(local(between));
  const then = page.getByRole('region', { name: 'As it was on' });
  await then.getByText('1 field was different.').waitFor();
  const title = then.getByRole('row', { name: /Title/ });
  assert.deepEqual((await title.locator('td').allTextContents()).slice(0, 2), ['First title', 'Second title']);
  await then.getByRole('row', { name: /Active/ }).getByText('the same').waitFor();
  await accessible('as it was');
  await fits('as it was');
  await title.getByRole('button', { name: 'Take this back: Title' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take this change back' }).click();
  await page.getByRole('heading', { name: 'First title', level: 1 }).waitFor();
  await then.getByText('all fields were as they are now.').waitFor();

  await retitle(admin, uuid, 'Third title');
  await then.getByText('1 field was different.').waitFor();
  await then.getByRole('button', { name: 'Go back to that' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('It was right');
  await page.getByRole('dialog').getByRole('button', { name: 'Go back to how it was' }).click();
  await page.getByRole('heading', { name: 'First title', level: 1 }).waitFor();
  await page.getByLabel('As it was on').first().fill('2001-01-01T00:00:00');
  await page.getByText('It didn’t exist then.').waitFor();
  await close();
}

/** All of somebody, but not what others have changed since. */
async function undoMany() {
  const kept = await content('Erin’s first');
  const other = await content('Erin’s second');
  const reportId = await report('Erin’s report');
  const before = new Date(Date.now() - 1000);
  for (const id of [kept.id, other.id]) await server.post(erin, 'mutation($ids: [ID!]!) { deleteMany(ids: $ids) { operationId } }', { ids: [id] });
  // Somebody else has the last word on one of them.
  await post('mutation($ids: [ID!]!) { restoreMany(ids: $ids) { operationId } }', { ids: [other.id] });
  await remove([other.id]);
  await remove([reportId]);
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin });
  const local = new Date(before.getTime() - before.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  await goto('/console/operations');
  await page.getByRole('button', { name: 'Undo many…' }).click();
  const form = page.getByRole('dialog', { name: 'Undo many operations' });
  assert.equal(await form.getByLabel('Who').inputValue(), 'admin@example.com', 'one’s own come first');
  await form.getByLabel('Who').fill('');
  await form.getByText('Name somebody, a credential, or a time.').waitFor();
  assert.ok(await form.getByRole('button', { name: 'Show what would happen' }).isDisabled(), 'never all of everybody');
  await form.getByLabel('Who').fill('erin@example.com');
  await form.getByLabel('Who').press('Tab');
  await form.getByLabel('Done since').fill(local);
  await form.getByLabel('Contents').check();
  await accessible('undo many');
  await fits('undo many');
  await form.getByRole('button', { name: 'Show what would happen' }).click();
  const preview = page.getByRole('dialog', { name: 'Undo all of this?' });
  await preview.getByText('1 record will be as it was before.').waitFor();
  await preview.getByText('Erin’s first').waitFor();
  await preview.getByText(/1 stays as it is: .*\(1 Content\)/).waitFor();
  await accessible('undo many, seen before');
  // What was chosen is still there for who goes back.
  await preview.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await form.getByLabel('Who').inputValue(), 'erin@example.com');
  await form.getByRole('button', { name: 'Show what would happen' }).click();
  await preview.getByLabel('Reason').fill('All of it was wrong');
  await preview.getByRole('button', { name: 'Undo 1' }).click();
  await toast(page, 'Undone: 1 record is as it was').waitFor();
  assert.deepEqual(await newest(kept.id), { action: 'RESTORED', reason: 'All of it was wrong' });
  assert.equal((await newest(reportId)).action, 'DELETED', 'what others did stays');
  await close();
}

/** An undo that is refused says what stands there now; one that comes too late says why. */
async function conflicts() {
  const { uuid, id } = await content('Before');
  await retitle(admin, uuid, 'Mine');
  const { createAccessToken } = await post('mutation { createAccessToken(input: { name: "other", permissions: ["content.update", "content.view"] }) { value } }');
  await retitle(createAccessToken.value, uuid, 'Theirs');
  const late = await report('Too late');
  await remove([late]);
  await post('mutation($ids: [ID!]!) { restoreMany(ids: $ids) { operationId } }', { ids: [late] });
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  const dialog = page.getByRole('dialog');
  await goto('/console/operations');
  // The newest is that of “Theirs”; below it is “Mine”.
  const mine = page.getByRole('row', { name: /Mine/ }).filter({ hasText: 'Changed' });
  await mine.click();
  await dialog.getByText(/was changed again: Changed, admin@example.com/).waitFor();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await dialog.getByText('The record was changed since').first().waitFor();
  const values = dialog.locator('.difference tbody tr').first().locator('td');
  await page.waitForFunction(() => document.querySelectorAll('dialog .difference tbody td').length === 3);
  assert.deepEqual(await values.allTextContents(), ['Before', 'Mine', 'Theirs']);
  await accessible('a conflict');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await labelOf(id), 'Theirs');

  await page.getByRole('row', { name: /Too late/ }).filter({ hasText: 'Deleted' }).click();
  await dialog.getByText(/Too late was changed again: Restored, admin@example.com/).waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Undo' }).isDisabled());
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // The message about what was done just now asks for nothing.
  await goto('/console/records/REPORT?q=Too');
  await row(page, 'Too late').getByRole('checkbox').check();
  await page.locator('.bar').getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Too late is deleted').getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Undone').waitFor();
  assert.deepEqual(await newest(late), { action: 'RESTORED', reason: null });
  await close();
}

/** A deleted role comes back to those who had it. */
async function deletedRoles() {
  const { createRole } = await post('mutation { createRole(input: { name: "harbour master", permissions: ["reports.view"] }) { role { id } } }');
  await post('mutation($id: ID!) { deleteRole(id: $id, reason: "Nobody has it") { role { id } } }', { id: createRole.role.id });
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin });
  await goto('/console/people?tab=roles');
  await page.getByRole('heading', { name: 'administrator' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'harbour master' }).count(), 0);
  await page.getByLabel('Deleted ones').selectOption('ONLY');
  await page.getByText('Nobody has it').waitFor();
  await accessible('deleted roles');
  await fits('deleted roles');
  await page.getByRole('button', { name: 'Restore harbour master' }).click();
  await toast(page, 'harbour master is restored').waitFor();
  await page.getByText('No deleted roles').waitFor();
  await page.getByLabel('Deleted ones').selectOption('');
  await page.getByRole('heading', { name: 'harbour master' }).waitFor();
  await close();
}

/** The trail of one record, by its id or address. */
async function auditOfOne() {
  const id = await report('Traced');
  const { page, goto, close } = await open(server.base, { token: admin });
  await goto(`/console/records/REPORT/${id}`);
  await page.getByRole('link', { name: 'Filter the history' }).click();
  await row(page, 'Traced').waitFor();
  assert.equal(await page.locator('.grid-rows [role=row]').count(), 1);
  await (await filter(page, 'Record')).fill('');
  await (await filter(page, 'Record')).press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.grid-rows [role=row]').length > 1);
  await (await filter(page, 'Record')).fill(`${server.base}/console/records/REPORT/${encodeURIComponent(id)}`);
  await (await filter(page, 'Record')).press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.grid-rows [role=row]').length === 1);
  await row(page, 'Traced').waitFor();
  await close();
}

/** By whose it is, and by why: the trash with what acts on all that match, and the trail. */
async function byOwnerAndReason() {
  const [omars, erins] = [await report('Whose first', 3), await report('Whose second', 2)];
  await remove([omars], 'Double entry of the clerk');
  await remove([erins], 'Not wanted');
  const { page, goto, accessible, close } = await open(server.base, { token: admin });
  const names = () => page.locator('.grid-rows .title a').allTextContents();
  await goto('/console/trash?q=Whose');
  await row(page, 'Whose second').waitFor();
  await (await filter(page, 'Owner')).fill('omar@example.com');
  await (await filter(page, 'Owner')).press('Tab');
  await row(page, 'Whose second').waitFor({ state: 'detached' });
  assert.deepEqual(await names(), ['Whose first']);
  assert.match(page.url(), /owner=omar/);
  await (await filter(page, 'Owner')).fill('');
  await row(page, 'Whose second').waitFor();
  await (await filter(page, 'Why')).fill('OF THE CLERK');
  await (await filter(page, 'Why')).press('Enter');
  await row(page, 'Whose second').waitFor({ state: 'detached' });
  assert.deepEqual(await names(), ['Whose first']);
  await accessible('the trash by reason');
  await page.getByRole('button', { name: 'Delete matches for good' }).click();
  await page.getByRole('dialog').getByText('1 record will be deleted for good.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await goto('/console/audit?action=DELETED');
  await row(page, 'Whose second').waitFor();
  await (await filter(page, 'Why')).fill('of the clerk');
  await (await filter(page, 'Why')).press('Enter');
  await row(page, 'Whose second').waitFor({ state: 'detached' });
  await row(page, 'Whose first').waitFor();
  await (await filter(page, 'Owner')).fill('erin@example.com');
  await (await filter(page, 'Owner')).press('Tab');
  await page.getByText('No event matches').waitFor();
  await (await filter(page, 'Why')).fill('');
  await (await filter(page, 'Why')).press('Enter');
  await row(page, 'Whose second').waitFor();
  assert.equal(await row(page, 'Whose first').count(), 0);
  await close();
}

/** In German, on a phone and in the dark. */
async function elsewhere() {
  const id = await report('„Kaufvertrag“ ‮123 mit einem sehr langen Namen, der nirgends hineinpasst');
  await remove([id], 'Ein Grund');
  await hold(id, 'Ein Verfahren, das länger dauert als alle dachten, und dessen Ende niemand kennt');
  const { page, goto, accessible, fits, close } = await open(server.base, { token: admin, locale: 'de-DE', width: 390, height: 780, colorScheme: 'dark' });
  await goto('/console/trash?q=Kaufvertrag');
  await row(page, 'Kaufvertrag').getByText('Gesperrt').waitFor();
  await accessible('trash in German');
  await fits('the trash in German');
  await row(page, 'Kaufvertrag').getByRole('checkbox').check();
  await fits('the bar in German');
  await page.getByRole('button', { name: 'Auswahl aufheben' }).click();
  await goto(`/console/records/REPORT/${id}`);
  await page.locator('.facts').getByText('Ein Verfahren').waitFor();
  await page.getByLabel('So war es am').first().fill(new Date().toISOString().slice(0, 19));
  await page.getByRole('region', { name: 'So war es am' }).waitFor();
  await accessible('record in German');
  await fits('a record in German');
  await page.getByRole('button', { name: 'Freigeben' }).click();
  await accessible('release in German');
  await fits('release in German');
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click();
  await goto('/console/operations');
  await page.getByRole('button', { name: 'Vieles rückgängig machen…' }).click();
  await accessible('undo many in German');
  await fits('undo many in German');
  await close();
}

await run('purge', [purge, referredTo, holds, emptyTrash, lookBack, undoMany, conflicts, deletedRoles, auditOfOne, byOwnerAndReason, elsewhere]);
