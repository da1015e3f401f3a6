// The data provider of react-admin has the kinds of another program, too: those of its schema.

import assert from 'node:assert/strict';
import { reinstateDataProvider } from '@reinstate/client/react-admin';
import { start } from '../clients/server.mjs';

const { url, headers } = await start();
const provider = reinstateDataProvider({ url: url.replace('/graphql', ''), token: headers.authorization.replace('Bearer ', '') });

const { data: supplier } = await provider.create('suppliers', { data: { name: 'Rope and Sail', currency: 'EUR' } });
await provider.update('suppliers', { id: supplier.id, data: { name: 'Rope, Sail and Sons' }, previousData: supplier });
await provider.softDelete('suppliers', { id: supplier.id });
const { data } = await provider.getListDeleted({ filter: { resource: 'suppliers' } });
assert.deepEqual(data.map(({ data }) => [data.name, data.currency]), [['Rope, Sail and Sons', 'EUR']]);
await provider.restoreOne({ id: supplier.id });
const { total } = await provider.getList('suppliers', { sort: { field: 'name', order: 'ASC' }, filter: { name: 'sons' } });
assert.equal(total, 1);
console.log('The data provider of react-admin has own kinds');
process.exit(0);
