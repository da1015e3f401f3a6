// Runs the audits of the GraphQL over HTTP specification against a running server.
//
//   REINSTATE_URL=http://127.0.0.1:8080 REINSTATE_TOKEN=rsat_… npm run audit-http
//
// Every audit has to pass, including recommendations.

import { auditServer } from 'graphql-http';
import { headers, url } from './server.mjs';

const withToken = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...headers } });
const results = await auditServer({ url, fetchFn: withToken });
const failed = results.filter((result) => result.status !== 'ok');
for (const { id, name, status, reason } of failed) {
  console.error(`${status} ${id} ${name}: ${reason}`);
}
const count = (word) => results.filter(({ name }) => name.startsWith(word)).length;
console.log(
  `${results.length - failed.length} of ${results.length} audits pass ` +
    `(${count('MUST')} MUST, ${count('SHOULD')} SHOULD, ${count('MAY')} MAY)`,
);
process.exit(failed.length === 0 ? 0 : 1);
