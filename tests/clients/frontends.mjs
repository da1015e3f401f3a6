// Runs Apollo Client and urql against the server: paging by cursors, a restore, an error, and the
// effects on their caches.

import assert from 'node:assert/strict';
import { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { Client, cacheExchange, fetchExchange } from '@urql/core';
import { headers, post, url } from './server.mjs';

const CURRENCIES = `query Currencies($after: String) {
  currencies(first: 1, after: $after, orderBy: [{ field: CODE }], trashed: WITH) {
    edges { node { id code deletedAt viewerCan { restore delete } } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const RESTORE = `mutation Restore($code: String!) {
  restoreCurrency(code: $code) { restored currency { id code deletedAt } }
}`;
const DELETE = `mutation Delete($code: String!) {
  deleteCurrency(code: $code) { currency { id code deletedAt } }
}`;

const codes = (data) => data.currencies.edges.map(({ node }) => node.code);
const everything = ['DEM', 'EUR', 'JPY'];

async function apollo() {
  const currencies = relayStylePagination(['orderBy', 'trashed']);
  const cache = new InMemoryCache({ typePolicies: { Query: { fields: { currencies } } } });
  const client = new ApolloClient({ cache, link: new HttpLink({ uri: url, headers, fetch }) });
  const watched = client.watchQuery({ query: gql(CURRENCIES) });
  let { data } = await watched.refetch();
  while (data.currencies.pageInfo.hasNextPage) {
    await watched.fetchMore({ variables: { after: data.currencies.pageInfo.endCursor } });
    data = client.readQuery({ query: gql(CURRENCIES) });
  }
  assert.deepEqual(codes(data), everything, 'pages join in the cache');

  await client.mutate({ mutation: gql(RESTORE), variables: { code: 'DEM' } });
  data = client.readQuery({ query: gql(CURRENCIES) });
  assert.equal(data.currencies.edges[0].node.deletedAt, null, 'the cache finds the record by its id');

  const refused = await client.mutate({ mutation: gql(RESTORE), variables: { code: 'DEM' }, errorPolicy: 'all' });
  assert.equal(refused.error.errors[0].extensions.code, 'NOT_DELETED');
  await client.mutate({ mutation: gql(DELETE), variables: { code: 'DEM' } });
}

async function urql() {
  const exchanges = [cacheExchange, fetchExchange];
  const client = new Client({ url, fetchOptions: { headers }, exchanges, preferGetMethod: false });
  const seen = [];
  let page;
  do {
    const after = page?.pageInfo.endCursor ?? null;
    const { data, error } = await client.query(CURRENCIES, { after }).toPromise();
    assert.equal(error, undefined);
    page = data.currencies;
    seen.push(...codes(data));
  } while (page.pageInfo.hasNextPage);
  assert.deepEqual(seen, everything);

  const refused = await client.mutation(DELETE, { code: 'DEM' }).toPromise();
  assert.equal(refused.error.graphQLErrors[0].extensions.code, 'ALREADY_DELETED');

  // Queries by GET, so that caches can store the responses.
  const getting = new Client({ url, fetchOptions: { headers }, exchanges, preferGetMethod: true });
  const { data } = await getting.query('{ viewer { user { email } } }', {}).toPromise();
  assert.equal(data.viewer.user.email, 'admin@example.com');
}

// An error nulls only its own field.
async function independence() {
  const query = `mutation {
    first: restoreCurrency(code: "EUR") { restored }
    second: updateLocale(code: "en", changes: { sortOrder: 7 }) { locale { sortOrder } }
  }`;
  const { data, errors } = await post({ query });
  assert.deepEqual(data, { first: null, second: { locale: { sortOrder: 7 } } });
  assert.deepEqual(errors[0].path, ['first']);
}

await apollo();
await urql();
await independence();
console.log('Apollo Client and urql work');
