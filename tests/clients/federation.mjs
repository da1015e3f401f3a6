// Composes the subgraph with another one, with two tools, and queries both through a gateway.

import assert from 'node:assert/strict';
import { composeServices as composeWithApollo } from '@apollo/composition';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { composeServices, compositionHasErrors } from '@theguild/federation-composition';
import { graphql, parse } from 'graphql';
import { executorOf, executorTo, noteOf } from './notes.mjs';
import { post, start } from './server.mjs';

const server = await start('--federation');
const { data } = await post({ query: '{ _service { sdl } }' }, server);

const notes = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])

  type Query {
    noted: [Locale!]!
    reported: Report
    missing: [Currency]
  }
  type Locale @key(fields: "code") {
    code: String!
    note: String
  }
  type Report @key(fields: "uuid", resolvable: false) {
    uuid: UUID!
  }
  type Currency @key(fields: "id", resolvable: false) {
    id: ID!
  }
  type PageInfo @shareable {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }
  scalar UUID
`);

const subgraphs = [
  { name: 'reinstate', url: server.url, typeDefs: parse(data._service.sdl) },
  { name: 'notes', url: 'http://notes.invalid', typeDefs: notes },
];
const byApollo = composeWithApollo(subgraphs);
assert.equal(byApollo.errors, undefined, `${byApollo.errors}`);
const byGuild = composeServices(subgraphs);
assert.ok(!compositionHasErrors(byGuild), `${byGuild.errors}`);

const [{ databaseId, uuid }] = (await post({ query: '{ reports(first: 1) { nodes { databaseId uuid } } }' }, server))
  .data.reports.nodes;
const subgraph = buildSubgraphSchema({
  typeDefs: notes,
  resolvers: {
    Query: {
      noted: () => [{ code: 'en' }, { code: 'pt-BR' }],
      reported: () => ({ uuid }),
      missing: () => [{ id: 'Q3VycmVuY3k6MQ' }, { id: 'nonsense' }],
    },
    Locale: { __resolveReference: (locale) => locale, note: ({ code }) => noteOf(code) },
  },
});
const executors = { NOTES: executorOf(subgraph), REINSTATE: executorTo(server) };

for (const supergraphSdl of [byApollo.supergraphSdl, byGuild.supergraphSdl]) {
  const schema = getStitchedSchemaFromSupergraphSdl({
    supergraphSdl,
    onSubschemaConfig: (config) => (config.executor = executors[config.name.toUpperCase()]),
  });
  const source = `{
    noted { code name note }
    reported { databaseId title }
    locale(code: "en") { note databaseId }
    missing { code }
  }`;
  const answer = await graphql({ schema, source });
  assert.deepEqual(answer.data.noted.map(({ name, note }) => [name, note]), [
    ['English', 'The first one.'],
    ['Portuguese (Brazil)', 'Two of them.'],
  ]);
  assert.equal(answer.data.reported.databaseId, databaseId);
  assert.equal(answer.data.locale.note, 'The first one.');
  assert.deepEqual(answer.data.missing.map((currency) => currency !== null && currency.code !== null), [true, false]);
  assert.ok(answer.errors.some(({ path }) => path[0] === 'missing'), 'what is not found has an error');
}
console.log('the subgraph is composed, and a gateway queries it');
process.exit(0);
