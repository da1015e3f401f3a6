// How the client of orval sends its requests: to the tested server, with its token.

const { REINSTATE_URL, REINSTATE_TOKEN } = process.env;

export async function request<T>(path: string, init: RequestInit): Promise<T> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${REINSTATE_TOKEN}`);
  const response = await fetch(`${REINSTATE_URL}${path}`, { ...init, headers });
  return { status: response.status, headers: response.headers, data: await response.json() } as T;
}
