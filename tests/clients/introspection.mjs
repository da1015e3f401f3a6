// Compares the introspected schema with the committed one.

import { readFileSync } from 'node:fs';
import { diff } from '@graphql-inspector/core';
import { buildClientSchema, buildSchema, getIntrospectionQuery } from 'graphql';
import { post } from './server.mjs';

const committed = buildSchema(readFileSync('../../schema.graphql', 'utf8'));
const query = getIntrospectionQuery({ specifiedByUrl: true, directiveIsRepeatable: true, inputValueDeprecation: true });
const { data, errors } = await post({ query });
if (errors) throw new Error(JSON.stringify(errors));

// Introspection does not show where directives are used, the printed schema does not describe their
// arguments, and graphql-js has its own descriptions of the built-in ones.
const differences = await diff(committed, buildClientSchema(data));
const changes = differences.filter(({ type }) => !/^DIRECTIVE_(USAGE|.*DESCRIPTION|LOCATION)/.test(type));
for (const { type, message } of changes) console.error(`${type}: ${message}`);
console.log(`introspection and schema.graphql differ in ${changes.length} places`);
process.exit(changes.length === 0 ? 0 : 1);
