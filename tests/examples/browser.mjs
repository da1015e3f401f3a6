// A browser, and the pages that it opens.

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** Starts Chromium; null where there is none. */
export async function launch() {
  const executablePath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .map((name) => `/usr/bin/${name}`)
    .find(existsSync);
  if (!executablePath) return null;
  // The sandbox does not work as root in containers, and the only sites are those of the tests.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
  return chromium.launch({ executablePath, args });
}

/** Serves a built page, from an origin of its own. */
export async function site(folder) {
  const types = { '/index.html': 'text/html', '/main.js': 'text/javascript' };
  const server = createServer(({ url }, response) => {
    const path = url === '/' ? '/index.html' : url;
    if (!types[path]) return response.writeHead(404).end();
    response.setHeader('content-type', types[path]).end(readFileSync(join(folder, path)));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
