// Sign-in with OpenID Connect as a public client, with PKCE. The verifier and the state are kept for this
// tab while the provider is asked; the token stays in memory. Who signs in again does so in a window of its own,
// which hands over the token, so that the page stays as it is.

import * as oauth from 'oauth4webapi';

type Settings = { issuer: string; clientId: string; scope: string; parameters: string };
type Kept = { verifier: string; state: string; path: string; again: boolean };
type Handed = { state: string; token: string };

const KEY = 'reinstate.oidc';
const redirectUri = () => `${location.origin}/console`;

/** The provider that the server names, if there is one. */
export function provider(): Settings | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="oidc"]')?.content;
  return content ? (JSON.parse(content) as Settings) : undefined;
}

/** A provider on this machine may do without TLS. */
const options = (issuer: URL) => ({ [oauth.allowInsecureRequests]: issuer.protocol === 'http:' });

async function discover({ issuer }: Settings) {
  const url = new URL(issuer);
  return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options(url)));
}

const channel = () => new BroadcastChannel(KEY);

/** Sends the browser to the provider; or a window of its own, whose token `again` is given. */
export async function begin(settings: Settings, again?: (token: string) => void) {
  const { authorization_endpoint: endpoint } = await discover(settings);
  if (!endpoint) throw new Error('the provider names no authorization_endpoint');
  const kept: Kept = {
    verifier: oauth.generateRandomCodeVerifier(), state: oauth.generateRandomState(), path: location.pathname + location.search,
    again: !!again,
  };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
  const to = new URL(endpoint);
  const parameters = {
    ...Object.fromEntries(new URLSearchParams(settings.parameters)),
    response_type: 'code', client_id: settings.clientId, redirect_uri: redirectUri(), scope: settings.scope, state: kept.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(kept.verifier), code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) to.searchParams.set(name, value);
  if (!again) return location.assign(to);
  const handed = channel();
  handed.onmessage = ({ data }: MessageEvent<Handed>) => {
    if (data.state !== kept.state) return;
    handed.close();
    again(data.token);
  };
  // It begins with what this tab has kept.
  if (!open(to, '_blank', 'popup,width=520,height=700')) throw new Error('the browser opens no window');
  sessionStorage.removeItem(KEY);
}

/** Whether the browser comes back from the provider. */
export function returns() {
  const answer = new URLSearchParams(location.search);
  return sessionStorage.getItem(KEY) !== null && answer.has('state') && (answer.has('code') || answer.has('error'));
}

/** Takes the answer of the provider: the token, unless another window waits for it. */
export async function finish(settings: Settings): Promise<string | undefined> {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Kept;
  const answer = new URL(location.href);
  sessionStorage.removeItem(KEY);
  // The code is used once; neither “back” nor a link should have it.
  history.replaceState(null, '', kept.path ?? '/console');
  const server = await discover(settings);
  const client: oauth.Client = { client_id: settings.clientId };
  const valid = oauth.validateAuthResponse(server, client, answer, kept.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server, client, oauth.None(), valid, redirectUri(), kept.verifier, options(new URL(settings.issuer)),
  );
  const { access_token: token } = await oauth.processAuthorizationCodeResponse(server, client, response);
  if (!kept.again) return token;
  channel().postMessage({ state: kept.state, token } satisfies Handed);
  close();
  return undefined;
}
