// Servers that a test can stop and start again, and tokens of their accounts.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { REINSTATE_BINARY } = process.env;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const SCRIPT = 'import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None).executescript(sys.argv[2])';

const HOLD = `
import sqlite3, sys, time
database = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
while True:
    database.execute("BEGIN IMMEDIATE")
    if database.execute(sys.argv[2]).fetchone(): break
    database.execute("ROLLBACK")
    time.sleep(0.01)
print("held", flush=True)
sys.stdin.read()`;

/** Tables of another program with rows: orders, and their lines, which go with them. */
export const SHOP = `
  CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, number TEXT UNIQUE);
  CREATE TABLE lines (order_id INTEGER REFERENCES orders ON DELETE CASCADE, place INTEGER, PRIMARY KEY (order_id, place));
  INSERT INTO orders VALUES (1, 'Harbour', 'A1'), (2, 'Quay', 'A2'), (3, 'Pier', 'A3');
  INSERT INTO lines VALUES (1, 1), (1, 2), (3, 1);`;

/** A server with the demo data at an address of its own; with `shop` also tables that this SQL makes, which it adopts. */
export async function serve(environment = {}, shop = undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'reinstate-console-'));
  const database = `sqlite://${folder}/console.db?mode=rwc`;
  const base = `http://127.0.0.1:${await freePort()}`;
  const adopts = shop ? ['--kinds', `${folder}/kinds.toml`] : [];
  let server;
  process.on('exit', () => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const self = {
    base,
    /** Runs SQL on the database, past the server. */
    sql: (text) => void execFileSync('python3', ['-c', SCRIPT, `${folder}/console.db`, text]),
    /** Keeps everybody from writing as soon as a query finds something; `held` says so, and `release` ends it. */
    hold(query) {
      const process = spawn('python3', ['-c', HOLD, `${folder}/console.db`, query], { stdio: ['pipe', 'pipe', 'inherit'] });
      return { held: once(process.stdout, 'data'), release: () => process.stdin.end() };
    },
    /** Records from now on also what is changed and created. */
    recordAll() {
      const file = `${folder}/kinds.toml`;
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('record = "deletes"', 'record = "all"'));
      execFileSync(REINSTATE_BINARY, ['adopt', '--sql', file, '--apply', '--database-url', database], { stdio: 'ignore' });
      server.kill('SIGHUP');
    },
    /** Opens columns of a table for clients, and waits until they are open. */
    async openColumns(table, lines, token) {
      const file = `${folder}/kinds.toml`;
      writeFileSync(file, readFileSync(file, 'utf8').replace(`[${table}]\n`, `[${table}]\n${lines}\n`));
      server.kill('SIGHUP');
      const isOpen = async () => {
        const tables = await fetch(`${base}/api/v1/adopted/tables`, { headers: { authorization: `Bearer ${token}` } });
        return (await tables.json()).data.some((it) => it.name === table && it.updatable.length > 0);
      };
      while (!await isOpen()) await new Promise((resume) => setTimeout(resume, 50));
    },
    async start() {
      const args = ['serve', '--demo', ...adopts, '--listen', base.slice('http://'.length), '--database-url', database];
      server = spawn(REINSTATE_BINARY, args, { stdio: 'ignore', env: { ...process.env, ...environment } });
      for (let tries = 0; tries < 1200 && server.exitCode === null; tries += 1) {
        if (await fetch(`${base}/readyz`).then((it) => it.ok, () => false)) return;
        await new Promise((resume) => setTimeout(resume, 50));
      }
      throw new Error('the server did not start');
    },
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
    /** A token of an account, with these permissions only if any are given. */
    token(email, permissions, lifetime = '30d') {
      const narrow = permissions?.flatMap((it) => ['--permission', it]) ?? [];
      const none = permissions?.length === 0 ? ['--no-permissions'] : [];
      const args = ['token', email, ...narrow, ...none, '--expires-in', lifetime, '--database-url', database];
      return execFileSync(REINSTATE_BINARY, args, { encoding: 'utf8' }).trim();
    },
    /** A link that signs in once. */
    link(email) {
      return execFileSync(REINSTATE_BINARY, ['link', email, '--url', base, '--database-url', database], { encoding: 'utf8' }).trim();
    },
    /** Revokes all tokens of an account. */
    revoke(email) {
      execFileSync(REINSTATE_BINARY, ['token', '--revoke-all', email, '--database-url', database]);
    },
    /** The status of a request with a token. */
    async status(token) {
      return (await fetch(`${base}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    },
    async post(token, query, variables) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(`${base}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
      const { data, errors } = await response.json();
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
  };
  if (shop) {
    const adopt = (...args) => execFileSync(REINSTATE_BINARY, ['adopt', ...args, '--database-url', database], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    self.sql(shop);
    writeFileSync(`${folder}/kinds.toml`, adopt());
    adopt('--sql', `${folder}/kinds.toml`, '--apply');
  }
  await self.start();
  return self;
}
