// Runs the example in Rust: it restores what is in the trash, and shows each notification once while the
// server ends and starts again. Its end is a token that is no longer accepted.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { issueToken, pause, post, revokeTokens, send, url, whileAway } from './server.mjs';

// Longer than anything takes on a busy machine: the test fails after it.
setTimeout(() => {
  console.error('the test took too long');
  process.exit(1);
}, 120_000).unref();

const [program] = process.argv.slice(2);
const { data } = await post('{ trash(kinds: [REPORT], first: 1) { nodes { id label } } }');
const [{ id, label }] = data.trash.nodes;

const env = { ...process.env, REINSTATE_URL: url, REINSTATE_TOKEN: issueToken('of the program') };
const watch = spawn(program, [label], { env, stdio: ['ignore', 'pipe', 'pipe'] });
process.on('exit', () => watch.kill());
let said = '';
watch.stderr.on('data', (text) => (said += text));
const lines = [];
createInterface({ input: watch.stdout }).on('line', (line) => lines.push(line));
const titles = () => lines.filter((line) => line.endsWith('unread)') && !line.startsWith('Beginning'));
const until = async (text) => {
  while (!lines.some((line) => line.startsWith(text))) {
    assert.equal(watch.exitCode, null, said);
    await pause(10);
  }
};

await until(`restored ${label}`);
assert.equal((await post('query ($id: ID!) { node(id: $id) { ... on Record { deletedAt } } }', { id })).data.node.deletedAt, null);

// A client can't see when its subscription has started.
while (!lines.some((line) => line.startsWith('Beginning'))) {
  await send('Beginning');
  await pause(50);
}
const expected = ['before'];
await send('before');
await until('before');
for (const signal of ['SIGTERM', 'SIGKILL']) {
  const sent = [`missed by ${signal}`, `missed too by ${signal}`, `after ${signal}`];
  await whileAway(signal, ...sent.slice(0, 2));
  await send(sent[2]);
  await until(sent[2]);
  expected.push(...sent);
}
assert.deepEqual(titles().map((line) => line.replace(/ \(.*/, '')), expected);
assert.ok(!lines.some((line) => line.includes('may be missing')), 'there was no gap');

revokeTokens('of the program');
await once(watch, 'exit');
assert.equal(watch.exitCode, 1);
assert.match(said, /Unauthenticated/);
console.log('The client in Rust restores, and resumes after a lost connection');
process.exit(0);
