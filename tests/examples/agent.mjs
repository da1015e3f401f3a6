// Serves the operations of examples/agent as tools, and is their client: an agent deletes records, and all that it
// did is taken back by one call.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Longer than anything takes on a busy machine: the test fails after it.
setTimeout(() => {
  console.error('the test took too long');
  process.exit(1);
}, 120_000).unref();

const { REINSTATE_BINARY } = process.env;
const AGENT = fileURLToPath(new URL('../../examples/agent/', import.meta.url));
const require = createRequire(join(AGENT, 'package.json'));
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');
const files = readdirSync(AGENT).filter((it) => it.endsWith('.graphql'));
const folder = mkdtempSync(join(tmpdir(), 'reinstate-agent-'));
const database = ['--database-url', `sqlite://${folder}/agent.db?mode=rwc`];
const run = (...args) => execFileSync(REINSTATE_BINARY, [...args, ...database], { encoding: 'utf8' }).trim();

const manifest = join(folder, 'agent.json');
writeFileSync(manifest, JSON.stringify(Object.fromEntries(
  files.map((it) => [it.replace('.graphql', ''), readFileSync(join(AGENT, it), 'utf8')]),
)));
const port = await new Promise((resolve) => {
  const free = createServer().listen(0, '127.0.0.1', () => {
    const { port } = free.address();
    free.close(() => resolve(port));
  });
});
const url = `http://127.0.0.1:${port}`;
const served = spawn(REINSTATE_BINARY, ['serve', '--demo', '--listen', url.slice(7), ...database,
  '--trusted-documents', manifest, '--trusted-only'], { stdio: 'ignore' });
process.on('exit', () => {
  served.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
while (!(await fetch(`${url}/readyz`).then((it) => it.ok, () => false))) {
  assert.equal(served.exitCode, null, 'the server did not start');
  await new Promise((resume) => setTimeout(resume, 50));
}

run('role', 'add', 'agent', ...['view', 'delete', 'restore'].flatMap((it) => ['--permission', `reports.${it}`]));
run('user', 'add', 'agent@example.com', '--role', 'agent');
const admin = run('token', 'admin@example.com');
const rest = async (method, path, body) => {
  const headers = { authorization: `Bearer ${admin}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(`${url}/api/v1/${path}`, { method, headers, body: body && JSON.stringify(body) });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.json();
};

// The agent's key may do less than its account.
const account = (await rest('GET', 'users?limit=100')).data.find((it) => it.email === 'agent@example.com');
const permissions = ['view', 'delete', 'restore'].map((it) => `reports.${it}`);
const { value: token } = await rest('POST', 'api-keys', { name: 'Agent', user_id: account.id, permissions });

const client = new Client({ name: 'test', version: '0.1.0' });
await client.connect(new StdioClientTransport({
  command: process.execPath, args: [join(AGENT, 'server.mjs')], env: { ...process.env, REINSTATE_URL: url, REINSTATE_TOKEN: token },
}));
const { tools } = await client.listTools();
assert.deepEqual(tools.map((it) => `${it.name}.graphql`).sort(), [...files].sort());
for (const { name, description, inputSchema } of tools) {
  assert.match(description, /^[A-Z].*\.$/, name);
  assert.ok(Object.keys(inputSchema.properties).length > 0, name);
}
async function call(name, variables, isError = false) {
  const result = await client.callTool({ name, arguments: variables });
  assert.equal(!!result.isError, isError, result.content[0].text);
  return JSON.parse(result.content[0].text);
}

// It finds what it deletes, and finds it again.
const since = new Date(Date.now() - 1_000).toISOString();
for (const year of [2024, 2025, 2026]) await rest('POST', 'reports', { title: `Harbour dues ${year}` });
const { reports } = await call('find-reports', { text: 'harbour dues' });
const ids = reports.nodes.map((it) => it.id).sort();
assert.equal(ids.length, 3);
await call('delete-records', { ids }, true);
await call('delete-records', { ids, reason: 'Superseded' });
assert.equal((await call('find-reports', { text: 'harbour dues' })).reports.nodes.length, 0);
const { restorePreview } = await call('preview-restore', { ids });
assert.ok(restorePreview.every((it) => it.canRestore));
const { restoreMany } = await call('restore-records', { ids: ids.slice(0, 1), reason: 'Still needed' });
await call('undo-operation', { operationId: restoreMany.operationId, reason: 'Not needed' });
await call('purge', {}, true).catch((error) => assert.match(String(error), /no tool purge/));

// Whoever is responsible takes all of it back by its credential.
const [{ credential_kind: kind, credential_id: id }] = (await rest('GET', 'events?actions=deleted&limit=1')).data;
assert.equal(kind, 'api_key');
const { preview } = await rest('POST', `undo?credential=${kind}:${id}&since=${since}`);
assert.equal(preview.counts.find((it) => it.error_code === null)?.count, ids.length, JSON.stringify(preview.counts));
run('undo', '--since', since, '--credential', `${kind}:${id}`);
assert.deepEqual((await call('find-reports', { text: 'harbour dues' })).reports.nodes.map((it) => it.id).sort(), ids);
// So may the agent itself: a preview first, whose token confirms it.
await call('delete-records', { ids, reason: 'Superseded again' });
const own = { credential: `${kind}:${id}`, since: new Date(Date.now() - 60_000).toISOString(), reason: 'Once more' };
const { undoMatching } = await call('undo-credential', own);
await call('undo-credential', { ...own, confirm: undoMatching.preview.token });
assert.equal((await call('find-reports', { text: 'harbour dues' })).reports.nodes.length, ids.length);

await client.close();
console.log('agent: passed');
process.exit(0);
