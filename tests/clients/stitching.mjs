// Stitches the server with another schema, through `nodes(ids:)`: docs/reference/graphql.md shows how.

import assert from 'node:assert/strict';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { stitchSchemas } from '@graphql-tools/stitch';
import { schemaFromExecutor } from '@graphql-tools/wrap';
import { graphql } from 'graphql';
import { executorTo, noteOf } from './notes.mjs';
import { headers, post, url } from './server.mjs';

const locales = (await post({ query: '{ locales(first: 2) { nodes { id code } } }' })).data.locales.nodes;

const sent = [];
const executor = (request) => {
  sent.push(request);
  return executorTo({ url, headers })(request);
};
const notes = makeExecutableSchema({
  typeDefs: `
    type Query { noted: [Locale!]!  localesWithNotes(codes: [String!]!): [Locale!]! }
    type Locale { id: ID!  code: String!  note: String }
  `,
  resolvers: {
    Query: {
      noted: () => locales,
      localesWithNotes: (_, { codes }) => codes.map((code) => ({ code })),
    },
    Locale: { note: ({ code }) => noteOf(code) },
  },
});

const schema = stitchSchemas({
  subschemas: [
    {
      schema: await schemaFromExecutor(executor),
      executor,
      batch: true,
      merge: {
        Locale: {
          selectionSet: '{ id }',
          fieldName: 'nodes',
          key: ({ id }) => id,
          argsFromKeys: (ids) => ({ ids }),
        },
      },
    },
    {
      schema: notes,
      merge: {
        Locale: {
          selectionSet: '{ code }',
          fieldName: 'localesWithNotes',
          key: ({ code }) => code,
          argsFromKeys: (codes) => ({ codes }),
        },
      },
    },
  ],
});

sent.length = 0;
const { data, errors } = await graphql({ schema, source: '{ noted { name } locale(code: "en") { name note } }' });
assert.equal(errors, undefined, `${errors}`);
assert.equal(data.noted.length, 2);
for (const { name } of data.noted) assert.match(name, /^[A-Z]/);
assert.deepEqual({ ...data.locale }, { name: 'English', note: 'The first one.' });
assert.ok(sent.length <= 2, 'the records of one list are read at once');
console.log('stitching through nodes(ids:) works');
