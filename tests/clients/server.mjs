// The running server, from the environment, and further ones.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { REINSTATE_URL, REINSTATE_TOKEN, REINSTATE_BINARY } = process.env;
if (!REINSTATE_URL || !REINSTATE_TOKEN) {
  console.error('REINSTATE_URL and REINSTATE_TOKEN are needed');
  process.exit(2);
}

export const url = `${REINSTATE_URL}/graphql`;
export const token = REINSTATE_TOKEN;
export const headers = { authorization: `Bearer ${token}` };

/** Sends a GraphQL request and returns the response. */
export async function post(body, to = { url, headers }) {
  const init = { method: 'POST', headers: { ...to.headers, 'content-type': 'application/json' } };
  const response = await fetch(to.url, { ...init, body: JSON.stringify(body) });
  return response.json();
}

/** Starts a further server with the demo data, which ends with this script. */
export async function start(...flags) {
  const folder = mkdtempSync(join(tmpdir(), 'reinstate-'));
  const database = ['--database-url', `sqlite://${folder}/clients.db?mode=rwc`];
  const server = spawn(REINSTATE_BINARY, ['serve', '--demo', '--listen', '127.0.0.1:0', ...database, ...flags]);
  process.on('exit', () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  let log = '';
  server.stderr.on('data', (text) => (log += text));
  let said = '';
  return new Promise((resolve, reject) => {
    server.on('exit', () => reject(new Error(`the server did not start: ${log}`)));
    server.stdout.on('data', (text) => {
      said += text;
      // The instructions are printed last, with the address and the token.
      if (!said.includes('show your account')) return;
      const [found] = said.match(/http:\/\/[0-9.:]+/);
      const [bearer] = said.match(/rsat_[0-9a-f]+/);
      resolve({ url: `${found}/graphql`, headers: { authorization: `Bearer ${bearer}` } });
    });
  });
}
