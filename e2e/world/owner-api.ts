import type { APIRequestContext } from '@playwright/test';

/** The owner's calls with the session of a browser context, for what a journey needs before its own subject begins. */
export async function signUpOwner(request: APIRequestContext, origin: string, email: string) {
  const api = `${origin}/api/na`;
  const headers = { origin };
  const call = async (method: 'get' | 'post' | 'delete', path: string, data?: object) => {
    // A connection that stood idle may be closed by the server just when it is used again.
    const response = await request[method](`${api}${path}`, { headers, maxRetries: 1, ...(data ? { data } : {}) });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  };
  await call('post', '/auth/sign-up/email', { name: 'Ann Example', email, password: 'correct-horse-battery' });
  await call('post', '/v2/users/me/onboarding', { displayName: 'Ann Example' });
  const { uid } = await call('get', '/v2/me');
  return { uid: uid as string, call };
}

export type Owner = Awaited<ReturnType<typeof signUpOwner>>;

/** An agent with one text that has been read; not published. */
export async function createAgent({ uid, call }: Owner, title: string, text: string): Promise<string> {
  const { ID } = await call('post', `/v2/workspaces/${uid}/agents`, { title });
  await call('post', `/v2/agents/${ID}/knowledge`, { kind: 'text', title, text });
  for (;;) {
    const { items } = await call('get', `/v2/agents/${ID}/knowledge`);
    if (items[0].state === 'SUCCESS') return ID;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export async function createEmptyAgent({ uid, call }: Owner, title: string): Promise<string> {
  const { ID } = await call('post', `/v2/workspaces/${uid}/agents`, { title });
  return ID;
}
