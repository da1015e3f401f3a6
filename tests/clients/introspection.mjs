// Compares the introspected schema with the committed one, in several tools.

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diff } from '@graphql-inspector/core';
import { generate } from '@genql/cli';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import {
  buildClientSchema, buildSchema, getIntrospectionQuery, introspectionFromSchema, lexicographicSortSchema,
  printSchema, specifiedDirectives,
} from 'graphql';
import { post } from './server.mjs';

const options = { specifiedByUrl: true, directiveIsRepeatable: true, inputValueDeprecation: true, schemaDescription: true, oneOf: true };
const sdl = readFileSync('../../schema.graphql', 'utf8');
const committed = buildSchema(sdl);
const { data, errors } = await post({ query: getIntrospectionQuery(options) });
if (errors) throw new Error(JSON.stringify(errors));
const introspected = buildClientSchema(data);

const problems = [];
const same = (tool, one, other) => {
  if (one === other) return;
  const lines = other.split('\n');
  const line = one.split('\n').findIndex((text, place) => text !== lines[place]);
  problems.push(`${tool}: line ${line + 1}: ${one.split('\n')[line]} | ${lines[line]}`);
};

// graphql-inspector. Introspection doesn't show where directives are used.
for (const { type, message } of await diff(committed, introspected)) {
  if (!type.startsWith('DIRECTIVE_USAGE')) problems.push(`graphql-inspector: ${type}: ${message}`);
}

// graphql-js prints both alike, and introspects both alike.
const sorted = (schema) => printSchema(lexicographicSortSchema(schema));
same('printSchema', sorted(committed), sorted(introspected));
const json = (schema) => {
  const result = introspectionFromSchema(lexicographicSortSchema(schema), options);
  const names = specifiedDirectives.map(({ name }) => name);
  result.__schema.directives = result.__schema.directives.filter(({ name }) => !names.includes(name));
  return JSON.stringify(result, null, 1);
};
same('getIntrospectionQuery', json(committed), json(introspected));

// gql.tada writes the same types from either.
const tada = (schema) =>
  outputIntrospectionFile(minifyIntrospection(introspectionFromSchema(lexicographicSortSchema(schema), options)), { fileType: '.d.ts' });
same('gql.tada', tada(committed), tada(introspected));

// genql generates the same client from either.
const generated = async (schema) => {
  const output = mkdtempSync(join(tmpdir(), 'genql-'));
  await generate({ schema: printSchema(lexicographicSortSchema(schema)), output, scalarTypes: { BigInt: 'number' }, verbose: false });
  return readFileSync(join(output, 'schema.ts'), 'utf8');
};
same('genql', await generated(committed), await generated(introspected));

for (const problem of problems) console.error(problem);
console.log(`introspection and schema.graphql differ in ${problems.length} places`);
process.exit(problems.length === 0 ? 0 : 1);
