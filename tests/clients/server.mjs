// The running server, from the environment.

const { REINSTATE_URL, REINSTATE_TOKEN } = process.env;
if (!REINSTATE_URL || !REINSTATE_TOKEN) {
  console.error('REINSTATE_URL and REINSTATE_TOKEN are needed');
  process.exit(2);
}

export const url = `${REINSTATE_URL}/graphql`;
export const token = REINSTATE_TOKEN;
export const headers = { authorization: `Bearer ${token}` };

/** Sends a GraphQL request and returns the response. */
export async function post(body) {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
  const response = await fetch(url, { ...init, body: JSON.stringify(body) });
  return response.json();
}
