// Generates what the sources take from the schema: its types, documents with their types, enums, and the
// types of interfaces.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as fragments from '@graphql-codegen/fragment-matcher';
import * as documentNodes from '@graphql-codegen/typed-document-node';
import * as types from '@graphql-codegen/typescript';
import * as operations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';

const OPERATIONS = '../operations.graphql';
const scalars = {
  BigInt: 'number',
  DateTime: 'string',
  Duration: 'string',
  JSON: 'unknown',
  JSONObject: '{ [name: string]: unknown }',
  UUID: 'string',
};

const schema = parse(readFileSync('../../schema.graphql', 'utf8'));
const documents = [{ location: OPERATIONS, document: parse(readFileSync(OPERATIONS, 'utf8')) }];

async function generate(filename, plugins, config) {
  const options = { filename, schema, documents, config, plugins: plugins.map((plugin) => ({ [plugin]: {} })) };
  const pluginMap = { fragments, documentNodes, operations, types };
  writeFileSync(`src/generated/${filename}`, await codegen({ ...options, pluginMap }));
}

mkdirSync('src/generated', { recursive: true });
await generate('documents.ts', ['operations', 'documentNodes'],
  { scalars, enumType: 'const', strictScalars: true, useTypeImports: true });
await generate('schema.ts', ['types'],
  { scalars, enumsAsConst: true, strictScalars: true, useTypeImports: true });
await generate('possible-types.ts', ['fragments'], { apolloClientVersion: 3, useExplicitTyping: true });
