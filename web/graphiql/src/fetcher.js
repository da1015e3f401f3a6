// How GraphiQL's requests reach the server that the page came from.

import { parse } from 'graphql';
import { createClient } from 'graphql-ws';

const api = new URL(location.pathname, location.href);
const INTROSPECTION = 'IntrospectionQuery';

/** Answers GraphiQL's requests, with the headers it gives or else the credential it is asked for. */
export const fetcherWith = (credential) => (params, options) => {
  const headers = headersOf(options?.headers, credential());
  if (!headers.has('authorization')) throw asked('An access token is needed: sign in to the console in another tab, or paste one at the top right.');
  return subscribes(params) ? subscription(params, headers) : answer(params, headers);
};

/** An error that is shown as its text, without a trace of the script. */
function asked(text) {
  return Object.assign(new Error(text), { stack: undefined });
}

function headersOf(own, credential) {
  const headers = new Headers(own);
  if (credential && !headers.has('authorization')) headers.set('authorization', `Bearer ${credential}`);
  return headers;
}

// GraphiQL offers a parsed document too, but that may be of what stood there a moment ago.
function subscribes({ query, operationName }) {
  let operations;
  try {
    operations = parse(query).definitions.filter(({ kind }) => kind === 'OperationDefinition');
  } catch {
    return false;
  }
  const meant = operations.find(({ name }) => name?.value === operationName) ?? operations[0];
  return meant?.operation === 'subscription';
}

async function answer(params, headers) {
  headers.set('content-type', 'application/json');
  headers.set('accept', 'application/graphql-response+json, application/json;q=0.9');
  const init = { method: 'POST', headers, body: JSON.stringify(params), credentials: 'omit' };
  const response = await fetch(api, init);
  const text = await response.text();
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Error(`The answer is not JSON: ${response.status} ${response.statusText}`);
  }
  // Without data GraphiQL would send its introspection a second time.
  if (params.operationName === INTROSPECTION && !body.data) {
    throw new Error(body.errors?.[0]?.message ?? `Status ${response.status}`);
  }
  return body;
}

/** An observable over a socket of its own, which takes the credential with its first message. */
function subscription(params, headers) {
  const url = new URL(`${api.pathname}/ws`, api);
  url.protocol = api.protocol === 'https:' ? 'wss:' : 'ws:';
  const connectionParams = { Authorization: headers.get('authorization') };
  return {
    subscribe(sink) {
      const client = createClient({ url: url.href, connectionParams, retryAttempts: 0 });
      const error = (problem) => sink.error(problem instanceof Event ? new Error(closed(problem)) : problem);
      return { unsubscribe: client.subscribe(params, { ...sink, error }) };
    },
  };
}

const closed = ({ code, reason }) =>
  code ? `The socket was closed: ${code} ${reason}`.trim() : 'The socket could not be opened';
