// Checks that the code in docs/clients.md is code of the examples.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(`../../${path}`, 'utf8');
const text = read('docs/clients.md');
const snippets = [...text.matchAll(/<!-- from (\S+) -->\n```\w+\n(.*?)```/gs)];
for (const [, path, code] of snippets) assert.ok(read(path).includes(code), `${path} does not have:\n${code}`);
assert.equal(snippets.length, text.match(/^```\w/gm).length, 'each snippet says where it is from');
console.log(`${snippets.length} snippets of docs/clients.md are code of the examples`);
