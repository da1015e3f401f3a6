#!/usr/bin/env node
// Serves the operations of this folder as tools over the Model Context Protocol, on standard input and output.
//
//   REINSTATE_URL=http://127.0.0.1:8080 REINSTATE_TOKEN=… node server.mjs
//
// A tool has the name of its file, the first line of it as description, and its variables as input. The server gets
// the name and the values only, so that it can refuse every other document.

import { readFileSync, readdirSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { parse } from 'graphql';

const { REINSTATE_URL: url = 'http://127.0.0.1:8080', REINSTATE_TOKEN: token } = process.env;
if (!token) {
  console.error('REINSTATE_TOKEN must be the token of the agent.');
  process.exit(2);
}
const NUMBERS = { Int: 'integer', Float: 'number', Boolean: 'boolean' };

/** The JSON Schema of a variable's type. */
function schema(type) {
  if (type.kind === 'NonNullType') return schema(type.type);
  if (type.kind === 'ListType') return { type: 'array', items: schema(type.type) };
  return { type: NUMBERS[type.name.value] ?? 'string', description: type.name.value };
}

function tool(file) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const [operation] = parse(text).definitions;
  const variables = operation.variableDefinitions ?? [];
  return {
    name: file.replace('.graphql', ''),
    description: text.split('\n', 1)[0].replace(/^# */, ''),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(variables.map((it) => [it.variable.name.value, schema(it.type)])),
      required: variables.filter((it) => it.type.kind === 'NonNullType').map((it) => it.variable.name.value),
    },
    annotations: { readOnlyHint: operation.operation === 'query' },
  };
}

const tools = readdirSync(new URL('.', import.meta.url)).filter((it) => it.endsWith('.graphql')).map(tool);

async function call({ name, arguments: variables }) {
  if (!tools.some((it) => it.name === name)) throw new Error(`There is no tool ${name}.`);
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ documentId: name, variables }),
  });
  const { data, errors } = await response.json();
  return { isError: !!errors, content: [{ type: 'text', text: JSON.stringify(errors ?? data) }] };
}

const server = new Server({ name: 'reinstate', version: '0.1.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(params));
await server.connect(new StdioServerTransport());
