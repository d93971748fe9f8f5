import { afterAll, describe, expect, test } from 'vitest';
import {
  addText,
  createAgent,
  getUsage,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
} from '../factories/api-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

describe.each(await openJourneyDatabases())('the thin path over HTTP on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(api.stop);

  test('text in, published, asked, answered from the text, charged once', async () => {
    const owner = await signUp(api);
    const agentId = await createAgent(api, owner);
    await addText(api, owner, agentId, 'Prices', '# Prices\n\nAn electric bike costs 28 euros a day.');
    await publish(api, owner, agentId);
    const chat = await startChat(api, agentId);
    expect(ok(await send(api, chat, 'What does an electric bike cost?'))).toMatchObject({
      replyId: expect.any(String),
    });
    const messages = await settledMessages(api, owner, chat);
    expect(messages.at(-1)).toMatchObject({ role: 'agent', state: 'complete', credits: 1 });
    expect(messages.at(-1)?.text).toContain('28 euros');
    expect(await getUsage(api, owner)).toMatchObject({ loadTokens: 749, heldTokens: 0 });
  });

  test('HEAD is answered as GET is, without what is read', async () => {
    const owner = await signUp(api);
    const agentId = await createAgent(api, owner);
    await publish(api, owner, agentId);
    const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${api.origin}${path}`, { method, headers });
      return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() };
    };
    const asMember = { cookie: owner.caller.cookie ?? '' };
    const agents = `/api/na/v2/workspaces/${owner.uid}/agents`;
    for (const [path, headers] of [
      [agents, asMember],
      [agents, {}],
      ['/api/na/nothing-is-here', {}],
      ['/livez', {}],
    ] as const) {
      const got = await ask('GET', path, headers);
      expect(got.body, path).not.toBe('');
      expect(await ask('HEAD', path, headers), path).toEqual({ ...got, body: '' });
    }
    expect((await ask('HEAD', agents, asMember)).status).toBe(200);
    expect((await ask('HEAD', '/api/na/auth/callback/google?code=1')).status).toBe(404);
  });

  test('a program whose secret is not known any more is told so, and not to sign in', async () => {
    const { uid } = await signUp(api);
    const answer = await api.call('GET', `/v2/workspaces/${uid}/agents`, { caller: { bearer: 'vg_replaced' } });
    expect([answer.status, answer.body]).toMatchObject([
      401,
      { code: 'unauthorized', message: expect.stringMatching(/^No workspace has this secret/) },
    ]);
    // Half of it was copied, or the word before it was left out.
    for (const [authorization, told] of [
      ['Bearer vg_half', /A part of it may be missing/],
      ['vg_0123456789abcdefg', /Send it as/],
    ] as const) {
      const response = await fetch(`${api.origin}/api/na/v2/workspaces/${uid}/agents`, { headers: { authorization } });
      expect(await response.json()).toMatchObject({
        code: 'unauthorized',
        message: expect.stringMatching(told),
      });
    }
  });
});
