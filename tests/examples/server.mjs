// Servers on one database, which stop and start again, at an address that stays the same.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { REINSTATE_BINARY } = process.env;
const ADMIN = 'admin@example.com';

const folder = mkdtempSync(join(tmpdir(), 'reinstate-'));
const database = ['--database-url', `sqlite://${folder}/examples.db?mode=rwc`];
const running = new Set();
process.on('exit', () => {
  for (const server of running) server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command on the database, and returns what it printed. */
export const reinstate = (command, ...args) =>
  execFileSync(REINSTATE_BINARY, [command, ...database, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

export const issueToken = (name) => reinstate('token', ADMIN, '--name', name);

/** Revokes the tokens with a name. */
export function revokeTokens(name) {
  const rows = reinstate('token', '--list', ADMIN).split('\n').filter((row) => row.includes(name));
  for (const row of rows) reinstate('token', '--revoke', row.trim().split(/\s+/)[0]);
}

/** A port that is free. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a server, and waits until it is ready. */
export async function start(port) {
  const server = spawn(REINSTATE_BINARY, ['serve', '--demo', '--listen', `127.0.0.1:${port}`, ...database], { stdio: 'ignore' });
  running.add(server);
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.ok) return server;
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

/** Ends a server with a signal. */
export async function stop(server, signal = 'SIGTERM') {
  server.kill(signal);
  await once(server, 'exit');
  running.delete(server);
}
