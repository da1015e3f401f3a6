// Sign-in with OpenID Connect, at a provider that is made here.

import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open, run } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const CLIENT = 'reinstate-console';
const AUDIENCE = 'https://api.example.com';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const folder = mkdtempSync(join(tmpdir(), 'reinstate-oidc-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const jwks = join(folder, 'jwks.json');
writeFileSync(jwks, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }] }));

const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
function jwt(claims) {
  const text = `${encoded({ alg: 'ES256', typ: 'JWT', kid: 'one' })}.${encoded(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

let issuer;
let asked;
let refuses = false;
const provider = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, issuer);
  const json = (body, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' });
    response.end(JSON.stringify(body));
  };
  if (request.method === 'OPTIONS') return json({});
  if (pathname === '/.well-known/openid-configuration') {
    return json({ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks`, id_token_signing_alg_values_supported: ['ES256'] });
  }
  if (pathname === '/authorize') {
    asked = Object.fromEntries(searchParams);
    const answer = new URL(asked.redirect_uri);
    answer.searchParams.set('state', asked.state);
    if (refuses) answer.searchParams.set('error', 'access_denied');
    else answer.searchParams.set('code', 'a-code');
    response.writeHead(302, { location: answer.href });
    return response.end();
  }
  let body = '';
  for await (const part of request) body += part;
  const sent = Object.fromEntries(new URLSearchParams(body));
  const challenge = createHash('sha256').update(sent.code_verifier ?? '').digest('base64url');
  if (sent.code !== 'a-code' || challenge !== asked.code_challenge || sent.client_id !== CLIENT) return json({ error: 'invalid_grant' }, 400);
  const now = Math.floor(Date.now() / 1000);
  const shared = { iss: issuer, sub: 'admin', email: 'admin@example.com', email_verified: true, iat: now, exp: now + 600 };
  return json({
    token_type: 'Bearer', expires_in: 600, access_token: jwt({ ...shared, aud: AUDIENCE }), id_token: jwt({ ...shared, aud: CLIENT }),
  });
}).listen(0, '127.0.0.1');
await once(provider, 'listening');
issuer = `http://127.0.0.1:${provider.address().port}`;

const server = await serve({
  JWT_JWKS: jwks, JWT_ISSUER: issuer, JWT_AUDIENCE: AUDIENCE, JWT_ACCOUNT: 'email',
  CONSOLE_OIDC_CLIENT_ID: CLIENT, CONSOLE_OIDC_SCOPE: 'openid email', CONSOLE_OIDC_PARAMETERS: `audience=${AUDIENCE}`,
});

async function signsIn() {
  const policy = (await fetch(`${server.base}/console`)).headers.get('content-security-policy');
  assert.ok(policy.includes(`connect-src 'self' ${issuer};`), 'the policy names the issuer');
  const { page, goto, accessible, close } = await open(server.base, { friends: [issuer] });
  await goto('/console/trash?q=quay');
  await page.getByRole('button', { name: 'Sign in with your organization' }).waitFor();
  await accessible('sign-in with a provider');
  await page.getByRole('button', { name: 'Sign in with your organization' }).click();
  await page.getByRole('row', { name: /Old Quay/ }).waitFor();
  assert.match(page.url(), /trash\?q=quay$/, 'back where it began, without the code');
  assert.deepEqual([asked.client_id, asked.scope, asked.audience, asked.code_challenge_method], [CLIENT, 'openid email', AUDIENCE, 'S256']);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  assert.ok(!kept.includes('eyJ') && !kept.includes('verifier'), kept);
  await close();
}

/** Whose token has ended signs in again in another window; what is typed stays in this one. */
async function signsInAgain() {
  const { page, context, goto, close } = await open(server.base, { friends: [issuer] });
  await goto('/console/records/REPORT');
  await page.getByRole('button', { name: 'Sign in with your organization' }).click();
  await page.getByRole('button', { name: 'New Report' }).click();
  const title = page.getByRole('dialog').getByLabel('Title');
  await title.fill('Kept');
  let isOver = true;
  await context.route('**/graphql', (route) => {
    if (!isOver || !route.request().postData()?.includes('createReport')) return route.continue();
    isOver = false;
    return route.fulfill({ status: 401, json: { errors: [{ message: 'Unauthenticated', extensions: { code: 'UNAUTHENTICATED' } }] } });
  });
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Sign in again as admin@example.com').waitFor();
  await page.getByRole('button', { name: 'Sign in with your organization' }).click();
  await page.getByLabel('Access token').waitFor({ state: 'detached' });
  assert.equal(await title.inputValue(), 'Kept');
  await page.getByText('your sign-in had ended').first().waitFor();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Kept', level: 1 }).waitFor();
  await close();
}

async function isRefused() {
  refuses = true;
  const { page, goto, close } = await open(server.base, { friends: [issuer] });
  await goto('/console');
  await page.getByRole('button', { name: 'Sign in with your organization' }).click();
  await page.getByText('The identity provider did not sign you in').waitFor();
  await close();
}

await run('OpenID Connect', [signsIn, signsInAgain, isRefused]);
provider.close();
