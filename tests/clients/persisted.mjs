// Writes manifests of persisted documents with the tools of three clients, and runs each client
// against a server that runs no other documents.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { generate } from '@graphql-codegen/cli';
import { createClient } from 'graphql-ws';
import runtime from 'relay-runtime';
import WebSocket from 'ws';
import { CHANGED, LOCALE } from './manifests/operations.mjs';
import { post, start } from './server.mjs';

const FOLDER = 'manifests/generated';
const VARIABLES = { code: 'en' };

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(`${FOLDER}/relay`, { recursive: true });
writeFileSync(`${FOLDER}/relay.json`, '{}');
const run = (cwd, tool, ...args) =>
  execFileSync(resolve('node_modules/.bin', tool), args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
run('.', 'generate-persisted-query-manifest', '--config', 'manifests/apollo.config.mjs');
run('manifests', 'relay-compiler', 'relay.config.json');
await generate({
  schema: '../../schema.graphql',
  documents: 'manifests/codegen.ts',
  generates: {
    [`${FOLDER}/codegen/`]: { preset: 'client', presetConfig: { persistedDocuments: true } },
  },
  silent: true,
});

// Two files and a folder: the folder has what no client ever sends, too.
const server = await start(
  '--trusted-only',
  '--trusted-documents', `${FOLDER}/apollo.json,${FOLDER}/relay.json`,
  '--trusted-documents', `${FOLDER}/codegen`,
);

const refused = await post({ query: '{ __typename }' }, server);
assert.equal(refused.errors[0].extensions.code, 'BAD_REQUEST', 'no other document runs');

/** Apollo Client sends the hash of a document, by POST or GET, and never its text. */
async function apollo(useGETForHashedQueries) {
  const sha256 = (text) => createHash('sha256').update(text).digest('hex');
  const sent = [];
  const watch = (address, init) => {
    sent.push(`${address} ${init.body}`);
    return fetch(address, init);
  };
  const link = ApolloLink.from([
    new PersistedQueryLink({ sha256, useGETForHashedQueries }),
    new HttpLink({ uri: server.url, headers: server.headers, fetch: watch }),
  ]);
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const { data } = await client.query({ query: LOCALE, variables: VARIABLES });
  assert.equal(data.locale.name, 'English');
  assert.equal(sent.length, 1);
  assert.ok(!sent[0].includes('ApolloName'), sent[0]);

  const { operations } = JSON.parse(readFileSync(`${FOLDER}/apollo.json`, 'utf8'));
  assert.equal(operations.length, 2);
  const { id } = operations.find(({ name }) => name === 'ApolloLocale');
  const named = await post({ documentId: id, variables: VARIABLES }, server);
  assert.equal(named.data.locale.name, 'English');
}

/** Relay sends the id of a document. */
async function relay() {
  const require = createRequire(import.meta.url);
  const query = require(`./${FOLDER}/relay/relaySourceLocaleQuery.graphql.js`);
  assert.equal(query.params.text, null, 'the client does not have the text');
  const { Environment, Network, RecordSource, Store, fetchQuery } = runtime;
  const network = Network.create(({ id }, variables) => post({ documentId: id, variables }, server));
  const environment = new Environment({ network, store: new Store(new RecordSource()) });
  const { locale } = await fetchQuery(environment, query, VARIABLES).toPromise();
  assert.equal(locale.name, 'English');
}

/** The hashes that graphql-codegen puts beside each document. */
async function codegen() {
  const manifest = JSON.parse(readFileSync(`${FOLDER}/codegen/persisted-documents.json`, 'utf8'));
  const [[hash]] = Object.entries(manifest);
  const written = readFileSync(`${FOLDER}/codegen/graphql.ts`, 'utf8');
  assert.ok(written.includes(hash), 'the client has the hash');
  const { data } = await post({ documentId: hash, variables: VARIABLES }, server);
  assert.equal(data.locale.name, 'English');
}

/** A WebSocket: an id or a hash, beside the empty text that graphql-ws asks for. */
async function sockets() {
  const client = createClient({
    url: `${server.url.replace('http', 'ws')}/ws`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: server.headers.authorization },
  });
  const { operations } = JSON.parse(readFileSync(`${FOLDER}/apollo.json`, 'utf8'));
  const sha256Hash = operations.find(({ name }) => name === 'ApolloLocale').id;
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  for (const request of [{ query: '', documentId: sha256Hash }, { query: '', extensions }]) {
    const { value } = await client.iterate({ ...request, variables: VARIABLES }).next();
    assert.equal(value.data.locale.name, 'English', JSON.stringify(request));
  }
  client.dispose();
}

assert.ok(CHANGED, 'it is in the manifest');
await apollo(false);
await apollo(true);
await relay();
await codegen();
await sockets();
console.log('persisted documents of Apollo, Relay and graphql-codegen work');
process.exit(0);
