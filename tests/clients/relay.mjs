// Runs Relay against the server: compiled operations, a paged connection, and a store that has each
// record once, however it was read.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import runtime from 'relay-runtime';
import { post } from './server.mjs';

const { Environment, Network, RecordSource, Store } = runtime;
const { commitMutation, createOperationDescriptor, fetchQuery, getSingularSelector } = runtime;
const require = createRequire(import.meta.url);
const compiled = (name) => require(`./relay/__generated__/clients${name}.graphql.js`);

const network = Network.create(({ text, name }, variables) => post({ query: text, operationName: name, variables }));
const environment = new Environment({ network, store: new Store(new RecordSource()) });

const load = (query, variables = {}) =>
  fetchQuery(environment, query, variables, { fetchPolicy: 'network-only' }).toPromise();
const mutate = (mutation, variables) =>
  new Promise((resolve, reject) => commitMutation(environment, {
    mutation,
    variables,
    onError: reject,
    onCompleted: (answer, errors) => (errors ? reject(new Error(JSON.stringify(errors))) : resolve(answer)),
  }));
const read = (fragment, reference) => environment.lookup(getSingularSelector(fragment, reference)).data;

const list = createOperationDescriptor(compiled('CurrenciesQuery'), {});
environment.retain(list);
/** The list as a component would see it, with all loaded pages. */
const currencies = () =>
  read(compiled('Currencies'), environment.lookup(list.fragment).data).currencies;
const codes = () => currencies().edges.map(({ node }) => node.code);

await load(compiled('CurrenciesQuery'));
assert.deepEqual(codes(), ['DEM'], 'the first page');
while (currencies().pageInfo.hasNextPage) {
  const { endCursor } = currencies().pageInfo;
  await load(compiled('CurrenciesPaginationQuery'), { count: 1, cursor: endCursor });
}
assert.deepEqual(codes(), ['DEM', 'EUR', 'JPY'], 'every page joined');
assert.equal(new Set(currencies().edges.map(({ node }) => node.id)).size, 3);

const mark = currencies().edges[0].node;
const shown = () => read(compiled('Restorable'), mark);
assert.equal(shown().kind, 'CURRENCY');
assert.notEqual(shown().deletedAt, null);
assert.deepEqual(shown().viewerCan, { restore: true, delete: false });

// The trash returns the record by its interface; the store has it as the same record.
const binned = (await load(compiled('BinQuery'))).trash.nodes;
assert.ok(binned.some(({ id }) => id === mark.id), 'the record is in the bin');
assert.equal(environment.getStore().getSource().get(mark.id).__typename, 'Currency');
for (const reference of binned) assert.notEqual(read(compiled('Restorable'), reference).deletedAt, null);

const restored = await mutate(compiled('RestoreMutation'), { code: 'DEM' });
assert.equal(restored.restoreCurrency.restored, true);
assert.equal(shown().deletedAt, null, 'the list shows it without being loaded again');
assert.deepEqual(shown().viewerCan, { restore: false, delete: true });

// Refetched by the id in the store, it is the same record.
const { node } = await load(compiled('NodeQuery'), { id: mark.id });
assert.deepEqual(node, { __typename: 'Currency', code: 'DEM', deletedAt: null });

await mutate(compiled('DeleteMutation'), { code: 'DEM' });
assert.notEqual(shown().deletedAt, null);
console.log('Relay works');
