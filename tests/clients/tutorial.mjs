// Uses the page of the tutorial in Chromium: shows the trash, restores a record, and takes it back.
//   node tests/clients/tutorial.mjs PAGE TOKEN

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [, , address, token] = process.argv;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const executablePath = names.map((name) => `/usr/bin/${name}`).find(existsSync);
assert.ok(executablePath, 'there is no Chromium');
// The sandbox does not work as root in containers, and the only page is that of the tutorial.
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage();
  await page.goto(address);
  await page.fill('[name=token]', token);
  await page.click('form button');
  const items = page.locator('li');
  await items.first().waitFor();
  const count = await items.count();
  const label = (await items.first().innerText()).replace(/ ?Restore$/, '');
  await items.first().getByRole('button', { name: 'Restore' }).click();
  await page.getByText('is restored.').waitFor();
  await page.waitForFunction((before) => document.querySelectorAll('li').length === before - 1, count);
  await page.click('#undo');
  await page.getByText('is in the trash again.').waitFor();
  await page.waitForFunction((before) => document.querySelectorAll('li').length === before, count);
  assert.ok((await items.allInnerTexts()).some((text) => text.startsWith(label)), label);
  await page.fill('[name=token]', 'rsat_wrong');
  await page.click('form button');
  await page.getByText('Unauthenticated').waitFor();
} finally {
  await browser.close();
}
console.log('the page of the tutorial works');
