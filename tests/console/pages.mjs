// The pages around the console: what there is, the REST API, the schema, GraphiQL.

import assert from 'node:assert/strict';
import { open, run } from './support/browser.mjs';
import { token, url } from '../clients/server.mjs';

const base = new URL(url).origin;

// What axe finds in the code of others, which can't be mended from here.
const SWAGGER_UI = {
  'heading-order': 'the tags are h3 under the h1 of the page, since the title of the document stands between in no landmark',
  'nested-interactive': 'the button of an operation contains the link to it (deepLinking)',
  region: 'its own main landmark holds the operations only',
};
const GRAPHIQL = {
  'nested-interactive': 'a tab contains its buttons',
  'scrollable-region-focusable': 'CodeMirror scrolls by the cursor in its text area',
};

async function landing() {
  for (const width of [1280, 390]) {
    const { page, goto, accessible, fits, close } = await open(base, { width });
    await goto('/docs');
    await page.getByText('ready', { exact: true }).waitFor();
    await accessible('landing');
    await fits('landing');
    const links = await page.locator('a').evaluateAll((all) => all.map((it) => it.href));
    for (const link of links) {
      const { status } = await fetch(link, { headers: { accept: 'text/html' } });
      assert.equal(status, 200, link);
    }
    await close();
  }
}

async function otherClients() {
  const { status, headers } = await fetch(`${base}/`, { headers: { accept: 'application/json' } });
  assert.equal(status, 404, 'the address is a page for browsers only');
  assert.match(headers.get('vary'), /accept/i);
  const { status: options } = await fetch(`${base}/console`, { method: 'OPTIONS' });
  assert.equal(options, 204);
  const page = await (await fetch(`${base}/console`)).text();
  const [asset] = page.match(/\/console\/assets\/console-\w+\.js/);
  for (const coding of ['br', 'gzip', 'identity']) {
    const response = await fetch(`${base}${asset}`, { headers: { 'accept-encoding': coding } });
    assert.equal(response.headers.get('content-encoding'), coding === 'identity' ? null : coding);
    assert.match(response.headers.get('cache-control'), /immutable/);
    assert.match(await response.text(), /reinstate/);
  }
}

async function restApi() {
  for (const [width, colorScheme] of [[1280, 'light'], [390, 'dark']]) {
    const { page, goto, accessible, fits, close } = await open(base, { width, colorScheme });
    // Swagger UI takes its time for more than a hundred operations.
    page.setDefaultTimeout(40_000);
    await goto('/docs/api');
    await page.locator('.opblock').first().waitFor();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.auth-container input').first().fill(token);
    await page.locator('.auth-container').getByRole('button', { name: /^(Authorize|Apply)/ }).click();
    await page.locator('.modal-ux').getByRole('button', { name: 'Close' }).click();
    // Only what is in sight is drawn.
    await page.getByPlaceholder('Filter by tag or path').fill('locales/{code}/restore');
    const operation = page.locator('.opblock', { has: page.locator('[data-path="/api/v1/admin/locales/{code}/restore"]') });
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.locator('[data-param-name="code"] input').fill('fr');
    const answered = page.waitForResponse((it) => it.url().endsWith('/api/v1/admin/locales/fr/restore'));
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = await answered;
    // The second time it is live already.
    assert.ok([200, 400].includes(answer.status()), `status ${answer.status()}`);
    assert.equal(answer.request().headers()['if-match'], undefined, 'nothing is sent that was not asked for');
    await accessible(`REST API ${width}`, SWAGGER_UI);
    await fits('REST API');
    const ground = await page.evaluate(() => [document.body, document.querySelector('.swagger-ui')].map((it) => getComputedStyle(it).backgroundColor));
    if (colorScheme === 'dark') assert.deepEqual(ground, Array(2).fill('rgb(19, 20, 22)'));
    await close();
  }
}

async function schema() {
  for (const width of [1280, 390]) {
    const { page, goto, accessible, fits, close } = await open(base, { width });
    await goto('/docs/graphql');
    await page.getByRole('heading', { name: 'Mutation' }).waitFor();
    assert.equal(await page.locator('main').evaluate((it) => it.textContent.includes('"""')), false, 'descriptions are no code');
    await accessible('schema');
    await fits('schema');
    await page.getByLabel('Find a type or field').fill('restoreOrganization');
    await page.waitForFunction(() => document.querySelectorAll('section:not([hidden])').length < 10);
    await page.getByLabel('Find a type or field').fill('no such thing');
    await page.getByText('Nothing matches').waitFor();
    await close();
  }
}

async function graphiql() {
  for (const [width, colorScheme] of [[1280, 'light'], [1280, 'dark'], [390, 'light'], [390, 'dark']]) {
    const { page, goto, accessible, fits, close } = await open(base, { width, colorScheme });
    await goto('/graphql');
    await page.locator('.result-window').getByText('An access token is needed').waitFor();
    assert.equal(await page.locator('.result-window').getByText(/at \w+ \(|\.js:/).count(), 0, 'no trace of a script');
    assert.deepEqual(await page.locator('.graphiql-tab-button').allInnerTexts(), ['Me', 'Trash', 'Changes'], 'examples in tabs');
    assert.equal(await page.locator('.CodeMirror textarea:not([aria-label])').count(), 0, 'editors have names');
    await accessible(`GraphiQL ${width} ${colorScheme}`, GRAPHIQL);
    await fits('GraphiQL');
    // Usable: a token, a query, an answer, all within the window.
    await page.getByLabel('Access token').fill(token);
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.locator('.result-window').getByText('admin@example.com').waitFor();
    assert.ok(await page.locator('.result-window').isVisible());
    await close();
  }
}

await run('pages', [landing, otherClients, restApi, schema, graphiql]);
