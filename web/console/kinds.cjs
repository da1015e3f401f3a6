// Writes what the schema says of each kind that the program has, as the console itself reads it of others.

const { buildSync } = require('esbuild');
const { graphqlSync } = require('graphql');
const { join } = require('node:path');

/** A module of the console, which is written in TypeScript. */
function load(path) {
  const { outputFiles: [{ text }] } = buildSync({ entryPoints: [join(__dirname, path)], bundle: true, format: 'cjs', write: false });
  const module = { exports: {} };
  new Function('module', text)(module);
  return module.exports;
}

module.exports.plugin = (schema) => {
  const { asking, kindInfo } = load('src/api/schema.ts');
  const read = new Map();
  const types = (name) => {
    if (!read.has(name)) read.set(name, graphqlSync({ schema, source: asking([name]) }).data.t0 ?? undefined);
    return read.get(name);
  };
  const kinds = Object.fromEntries(types('Kind').enumValues.map(({ name }) => [name, kindInfo(name, types)]));
  return [
    "import type { KindInfo } from '../api/schema';\n",
    "export type { Column, Field, Form, KindInfo } from '../api/schema';",
    `export type RecordKind = ${Object.keys(kinds).map((kind) => `'${kind}'`).join(' | ')};`,
    `export const KINDS: Readonly<Record<RecordKind, KindInfo>> = ${JSON.stringify(kinds, null, 2)};`,
    `export const KIND_NAMES = ${JSON.stringify(Object.keys(kinds))} as readonly RecordKind[];\n`,
  ].join('\n');
};
