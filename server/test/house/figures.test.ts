import type { Report } from '@antiphon/contract/analytics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chat, createAgent, ok, publish, send, settledMessages, startChat } from '../factories/api-factory.ts';
import { askForPerson, inbox, makeInbox } from '../factories/takeover-factory.ts';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

const day = new Date().toISOString().slice(0, 10);
const today = { from: day, to: day, timeZone: 'UTC' };

describe.each(await openJourneyDatabases())('figures of what really happened on $name', ({ database }) => {
  let api: TestApi;
  let made: Awaited<ReturnType<typeof makeInbox>>;

  beforeAll(async () => {
    api = await startTestApi(database, { COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '1' });
    made = await makeInbox(api, database, 1);
  });
  afterAll(() => api.stop());

  const read = (what: string, query: Record<string, string> = today) =>
    api.call('GET', `/v2/workspaces/${made.owner.uid}/analytics/${what}?${new URLSearchParams(query)}`, {
      caller: made.owner.caller,
    });
  const report = async (agentId = made.agentId): Promise<Report> => ok(await read('report', { ...today, agentId }));
  const ask = async (chat: Chat, question: string) => {
    ok(await send(api, chat, question));
    return settledMessages(api, made.owner, chat);
  };

  test('a turn, a question that nobody knew, a rating, an address, a person who comes', async () => {
    const [operator] = made.people;
    if (!operator) throw new Error('no operator');
    const desk = inbox(api, made.owner.uid, operator);
    const chat = await startChat(api, made.agentId);
    // Nobody has asked anything yet.
    expect((await report()).totals.conversations).toBe(0);
    await ask(chat, 'What does an electric bike cost?');
    await ask(chat, 'Do you sell submarines on Mars?');
    expect((await report()).totals).toMatchObject({
      conversations: 1,
      messages: 2,
      replies: 2,
      unknown: 1,
      handoffs: 0,
    });
    expect((await report()).totals.firstResponseP50Ms).toBeGreaterThanOrEqual(0);
    await desk.online();
    await askForPerson(api, chat);
    expect(await report()).toMatchObject({ waiting: 1, totals: { handoffs: 1, claimed: 0, claimP50Ms: null } });
    ok(await desk.post(chat.conversationId, 'claim'));
    const { totals, waiting } = await report();
    expect({ totals, waiting }).toMatchObject({ waiting: 0, totals: { handoffs: 1, claimed: 1 } });
    expect(totals.claimP50Ms).toBeGreaterThanOrEqual(0);
    const path = `/public/conversations/${chat.conversationId}`;
    ok(await api.call('POST', `${path}/contact`, { caller: chat.visitor, body: { email: 'ada@example.com' } }));
    // A comment comes after the stars; other stars alone leave it as it is.
    for (const body of [{ rating: 2 }, { rating: 2, comment: ' Slow. ' }, { rating: 4 }])
      ok(await api.call('POST', `${path}/rating`, { caller: chat.visitor, body }));
    const one = `/v2/conversations/${chat.conversationId}`;
    expect(ok(await api.call('GET', one, { caller: made.owner.caller }))).toMatchObject({
      rating: 4,
      ratingComment: 'Slow.',
    });
    expect((await report()).totals).toMatchObject({ ratingsUp: 1, leads: 1, ended: 1, resolved: 0 });
    const questions = ok(await read('questions'));
    expect(questions.asked).toHaveLength(2);
    expect(questions.unanswered).toMatchObject([{ question: 'Do you sell submarines on Mars?', unknown: 1 }]);
    expect(ok(await read('sources')).items).toMatchObject([{ title: 'Prices', cited: 1 }]);
  });

  test('who asks while nobody is there is counted, with a message before or after it', async () => {
    const agentId = await createAgent(api, made.owner, (settings) => settings, 'Unattended');
    await publish(api, made.owner, agentId);
    const [operator] = made.people;
    if (operator) await inbox(api, made.owner.uid, operator).online('offline');
    const [before, after] = [await startChat(api, agentId), await startChat(api, agentId)];
    ok(await send(api, before, 'Hello?'));
    for (const chat of [before, after]) expect(await askForPerson(api, chat)).toBe('away');
    ok(await send(api, after, 'Hello?'));
    expect((await report(agentId)).totals).toMatchObject({ conversations: 2, handoffs: 2, claimed: 0 });
    if (operator) await inbox(api, made.owner.uid, operator).online();
  });

  test('loads of the widget are counted and shown, by agent', async () => {
    const agentId = await createAgent(api, made.owner, (settings) => settings, 'Loaded');
    await publish(api, made.owner, agentId);
    for (const _ of [1, 2, 3])
      ok(await api.call('POST', `/agents/${agentId}/analytics`, { body: { record: 'loads' } }));
    expect((await report(agentId)).loads).toBe(3);
    expect((await report()).loads).toBe(0);
  });

  test('asking for a person is no question: not counted, not listed, and somebody is asked for', async () => {
    const agentId = await createAgent(api, made.owner, (settings) => settings, 'Asked for people');
    await publish(api, made.owner, agentId);
    const chat = await startChat(api, agentId);
    const messages = await ask(chat, 'Can I talk to a real person please?');
    const answer = { role: 'agent', isUnknown: false, text: 'Of course. I am connecting you with a person.' };
    expect(messages.at(-1)).toMatchObject(answer);
    expect((await report(agentId)).totals).toMatchObject({ messages: 1, replies: 1, unknown: 0 });
    expect(ok(await read('questions', { ...today, agentId }))).toEqual({ asked: [], unanswered: [] });
    const caller = made.owner.caller;
    expect(ok(await api.call('GET', `/v2/agents/${agentId}/unanswered`, { caller })).items).toEqual([]);
  });

  test('a country is kept where the agent records it, as the proxy names it, and nowhere else', async () => {
    const recording = await createAgent(
      api,
      made.owner,
      (settings) => ({ ...settings, theme: { ...settings.theme, enableGeoAnalytics: true } }),
      'Recording',
    );
    await publish(api, made.owner, recording);
    for (const agentId of [recording, made.agentId]) {
      const headers = { 'cf-ipcountry': 'de', 'x-forwarded-for': '203.0.113.9' };
      const started = ok(await api.call('POST', `/public/agents/${agentId}/conversations`, { body: {}, headers }));
      const chat = { agentId, conversationId: started.conversationId, visitor: { bearer: started.visitorToken } };
      await ask(chat, 'When do you open?');
    }
    expect(ok(await read('countries', { ...today, agentId: recording })).items).toEqual([
      { country: 'DE', conversations: 1 },
    ]);
    expect(ok(await read('countries', { ...today, agentId: made.agentId })).items).toEqual([]);
  });

  test('what is tried with the working copy is no conversation of a visitor', async () => {
    const before = await report();
    const path = `/v2/agents/${made.agentId}/test-conversations`;
    const started = ok(await api.call('POST', path, { caller: made.owner.caller, body: {} }));
    const { conversationId } = started;
    await ask(
      { agentId: made.agentId, conversationId, visitor: { bearer: started.visitorToken } },
      'When do you open?',
    );
    expect(await report()).toEqual(before);
  });

  test.each([
    [{ timeZone: 'Atlantis/Sunken' }, 'Please name a time zone such as Europe/Berlin.'],
    [{ timeZone: '+02:00' }, 'Please name a time zone such as Europe/Berlin.'],
    [{ from: '2026-01-02', to: '2026-01-01' }, 'The range ends before it begins.'],
    [{ from: '2025-01-01', to: '2026-01-02' }, 'A range may have at most 366 days.'],
  ])('%j is refused', async (change, message) => {
    for (const what of ['report', 'questions', 'sources', 'countries']) {
      const answer = await read(what, { ...today, ...change });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(message);
    }
  });
});
