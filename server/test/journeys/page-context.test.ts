import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chat, createAgent, ok, publish, send, settledMessages } from '../factories/api-factory.ts';
import { makeInbox } from '../factories/takeover-factory.ts';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

describe.each(await openJourneyDatabases())('from where a visitor writes, on $name', ({ database }) => {
  let api: TestApi;
  let made: Awaited<ReturnType<typeof makeInbox>>;

  beforeAll(async () => {
    api = await startTestApi(database);
    made = await makeInbox(api, database, 0);
  });
  afterAll(() => api.stop());

  const start = async (agentId: string, body: object): Promise<Chat> => {
    const { conversationId, visitorToken } = ok(
      await api.call('POST', `/public/agents/${agentId}/conversations`, { body }),
    );
    return { agentId, conversationId, visitor: { bearer: visitorToken } } as Chat;
  };
  const post = (chat: Chat, rest: string, body: object) =>
    api.call('POST', `/public/conversations/${chat.conversationId}/${rest}`, { caller: chat.visitor, body });
  const say = (chat: Chat, text: string, page?: object) =>
    post(chat, 'messages', { id: crypto.randomUUID(), text, page });
  const seen = async ({ conversationId }: Chat) =>
    ok(await api.call('GET', `/v2/conversations/${conversationId}/visit`, { caller: made.owner.caller }));
  const contactOf = async ({ conversationId }: Chat) =>
    ok(await api.call('GET', `/v2/conversations/${conversationId}`, { caller: made.owner.caller })).contactEmail;
  const pageAt = (path: string) => ({ url: `https://shop.example${path}`, title: `Page ${path}` });

  test('start and messages say it, without what a query hides; the newest 20 stay', async () => {
    const chat = await start(made.agentId, {
      ...{ page: pageAt('/?token=secret&utm_source=mail'), referrer: 'https://search.example/?q=ada' },
      ...{ device: 'phone', timeZone: 'Europe/Berlin' },
    });
    expect((await seen(chat)).visit).toEqual({
      pages: [{ url: 'https://shop.example/?utm_source=mail', title: expect.any(String), at: expect.any(String) }],
      ...{ referrer: 'https://search.example/', device: 'phone', timeZone: 'Europe/Berlin' },
    });
    for (const path of ['/prices?id=1', '/prices?id=2', '/hours']) ok(await say(chat, 'Hello', pageAt(path)));
    const paths = async () => (await seen(chat)).visit.pages.map(({ url }: { url: string }) => new URL(url).pathname);
    expect(await paths()).toEqual(['/', '/prices', '/hours']);
    for (let n = 0; n < 19; n += 1) ok(await say(chat, 'Hello', pageAt(`/${n}`)));
    const newest = await paths();
    expect(newest).toHaveLength(20);
    expect([newest[0], newest.at(-1)]).toEqual(['/hours', '/18']);
    ok(await say(chat, 'Hello', { url: 'javascript:alert(1)', title: 'x' }));
    expect(await paths()).toEqual(newest);
    expect((await say(chat, 'Hello', { url: 'x'.repeat(2_001), title: '' })).status).toBe(400);
    await settledMessages(api, made.owner, chat);
  });

  test('where the agent does not record it, nothing of it is kept, whoever sends it', async () => {
    const agentId = await createAgent(
      api,
      made.owner,
      (settings) => ({ ...settings, privacy: { ...settings.privacy, recordsPages: false } }),
      'Discreet',
    );
    await publish(api, made.owner, agentId);
    expect(ok(await api.call('GET', `/public/agents/${agentId}`)).data.recordsPages).toBe(false);
    const chat = await start(agentId, { page: pageAt('/'), device: 'desktop', timeZone: 'Europe/Berlin' });
    ok(await say(chat, 'Hello', pageAt('/prices')));
    expect((await seen(chat)).visit).toBeNull();
    await settledMessages(api, made.owner, chat);
  });

  test('variables are added to a conversation that runs, within their limits; who the visitor is makes a lead', async () => {
    const chat = await start(made.agentId, { variables: { plan: 'free', cart: 2 } });
    ok(await send(api, chat, 'When do you open?'));
    ok(await post(chat, 'variables', { variables: { plan: 'pro', email: 'ada@example.com' } }));
    expect(await seen(chat)).toMatchObject({
      variables: { plan: 'pro', cart: 2, email: 'ada@example.com' },
    });
    expect(await contactOf(chat)).toBe('ada@example.com');
    // Whom the page names, the inbox names, where they left nothing themselves.
    const named = await start(made.agentId, { variables: { name: 'Vera Visitor' } });
    ok(await post(named, 'handoff', {}));
    const inbox = async (search: string) =>
      ok(await api.call('GET', `/v2/workspaces/${made.owner.uid}/inbox?${search}`, { caller: made.owner.caller }))
        .items;
    expect(await inbox('search=vera')).toMatchObject([{ id: named.conversationId, nameOnPage: 'Vera Visitor' }]);
    // A number alone takes no address away.
    ok(await post(chat, 'variables', { variables: { phone: '+49 30 1234567' } }));
    expect(await contactOf(chat)).toBe('ada@example.com');
    const many = Object.fromEntries(Array.from({ length: 47 }, (_, n) => [`more${n}`, n]));
    expect((await post(chat, 'variables', { variables: many })).body).toMatchObject({ code: 'invalid_input' });
    expect(Object.keys((await seen(chat)).variables)).toHaveLength(4);
    const other = await start(made.agentId, {});
    const stranger = { caller: other.visitor, body: { variables: { plan: 'mine' } } };
    const foreign = await api.call('POST', `/public/conversations/${chat.conversationId}/variables`, stranger);
    expect(foreign.body.code).toBe('not_found');
    await settledMessages(api, made.owner, chat);
  });
});
