// A server with the demo data, which ends and starts again at the same address.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { REINSTATE_BINARY } = process.env;
/** Waits. */
export const pause = (ms) => new Promise((resume) => setTimeout(resume, ms));

const ADMIN = 'admin@example.com';

const folder = mkdtempSync(join(tmpdir(), 'reinstate-'));
const database = ['--database-url', `sqlite://${folder}/examples.db?mode=rwc`];
const running = new Set();
process.on('exit', () => {
  for (const server of running) server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command on the database, and returns what it printed. */
const reinstate = (command, ...args) =>
  execFileSync(REINSTATE_BINARY, [command, ...database, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Issues a token under a name. */
export const issueToken = (name, ...options) => reinstate('token', ADMIN, '--name', name, ...options);

/** Revokes the tokens with a name. */
export function revokeTokens(name) {
  const rows = reinstate('token', '--list', ADMIN).split('\n').filter((row) => row.includes(name));
  for (const row of rows) reinstate('token', '--revoke', row.trim().split(/\s+/)[0]);
}

/** A port that is free. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a server, and waits until it is ready. */
async function start(port) {
  const server = spawn(REINSTATE_BINARY, ['serve', '--demo', '--listen', `127.0.0.1:${port}`, ...database], { stdio: 'ignore' });
  running.add(server);
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.ok) return server;
    await pause(20);
  }
}

/** Ends a server with a signal. */
async function stop(server, signal = 'SIGTERM') {
  server.kill(signal);
  await once(server, 'exit');
  running.delete(server);
}

const SEND = `mutation ($user: BigInt!, $title: String!) {
  sendNotification(input: { userId: $user, type: INFO, title: $title, message: "For the tests." }) { notification { id } }
}`;
const port = await freePort();
const elsewhere = await freePort();
let server = await start(port);
const token = issueToken('of the tests');

/** The address of the server. */
export const url = `http://127.0.0.1:${port}`;

/** Sends a GraphQL request. */
export async function post(query, variables, base = url) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query, variables });
  return (await fetch(`${base}/graphql`, { method: 'POST', headers, body })).json();
}

const me = (await post('{ viewer { user { databaseId } } }')).data.viewer.user.databaseId;

/** Sends a notification to the account that everything here acts for. */
export async function send(title, base = url) {
  const answer = await post(SEND, { user: me, title }, base);
  if (answer.errors && title) throw new Error(JSON.stringify(answer));
  return answer;
}

/** Ends the server, sends on another one of the same database, and starts the first again. */
export async function whileAway(signal, ...titles) {
  await stop(server, signal);
  const other = await start(elsewhere);
  for (const title of titles) await send(title, `http://127.0.0.1:${elsewhere}`);
  await stop(other);
  server = await start(port);
}
