import type { AgentSettings } from '@antiphon/contract/agents';
import { newMessageId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import {
  addText,
  type Chat,
  createAgent,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { testOf } from '../factories/suite-factory.ts';
import { askForPerson, inbox, joinAsOperator } from '../factories/takeover-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { tablesWith } from '../harness/tables-with.ts';
import { startTelegramStandIn } from '../harness/telegram-stand-in.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';

const PUBLIC_URL = 'https://app.example.test';
const CARD = '4111 1111 1111 1111';
const PRICES = 'An electric bike costs 28 euros a day.';

describe.each(await openJourneyDatabases())('what visitors write is masked on $name', async ({ database }) => {
  let origin = '';
  const host = await startModelServer();
  const hooks = await startWebhookReceiver();
  const telegram = await startTelegramStandIn({ reach: (url) => url.replace(PUBLIC_URL, origin) });
  const api = await startTestApi(database, {
    ...{ REGIONS: 'na', PUBLIC_URL, TELEGRAM_API_URL: telegram.url },
    OUTBOUND_ALLOW: host.hostAndPort,
    OUTBOUND_ALLOW_SITES: hooks.pair,
  });
  origin = api.origin;
  afterAll(async () => {
    await api.stop();
    await Promise.all([host.close(), hooks.close(), telegram.close()]);
  });
  const owner = await signUp(api);
  const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
    ok(await api.call(method, path, { caller: owner.key, ...(body ? { body } : {}) }));
  const openAgent = async (masks: Partial<AgentSettings['guardrails']['masks']>, model = '') => {
    const use = model ? await useModelServer(api, owner, host.baseURL, model) : (settings: AgentSettings) => settings;
    const agentId = await createAgent(api, owner, (settings) => {
      const { guardrails } = settings;
      return { ...use(settings), guardrails: { ...guardrails, masks: { ...guardrails.masks, ...masks } } };
    });
    await addText(api, owner, agentId, 'Prices', PRICES);
    await publish(api, owner, agentId);
    return agentId;
  };
  const said = async (chat: Chat) =>
    (await settledMessages(api, owner, chat)).filter(({ role }) => role === 'visitor').map(({ text }) => text);

  // Planted: the text is stored as it came -> caught here.
  test('before it is stored, searched for, sent to a model or told to anybody', async () => {
    const agentId = await openAgent({ ibans: true }, 'fine');
    const endpoint = {
      endpoint: hooks.url,
      subscribedEvents: ['conversation_started', 'lead_created', 'answer_rated'],
    };
    ok(await api.call('POST', `/v2/workspaces/${owner.uid}/webhook`, { caller: owner.caller, body: endpoint }));
    const chat = await startChat(api, agentId);
    ok(await send(api, chat, `What does an electric bike cost? My card is ${CARD}`));
    ok(await send(api, chat, 'And can I pay from DE89 3704 0044 0532 0130 00?'));
    expect(await said(chat)).toEqual([
      'What does an electric bike cost? My card is [card 1]',
      'And can I pay from [iban 1]?',
    ]);
    const path = `/public/conversations/${chat.conversationId}`;
    const stars = { rating: 2, comment: `I gave ${CARD}` };
    ok(await api.call('POST', `${path}/rating`, { caller: chat.visitor, body: stars }));
    const contact = { email: 'ann@example.com', name: 'Ann', message: `Charge ${CARD}` };
    ok(await api.call('POST', `${path}/contact`, { caller: chat.visitor, body: contact }));
    const answer = (await settledMessages(api, owner, chat)).find(
      ({ role, state }) => role === 'agent' && state === 'complete',
    );
    const thumb = { value: 'down', reason: null, comment: CARD };
    ok(await api.call('POST', `${path}/messages/${answer?.id}/thumb`, { caller: chat.visitor, body: thumb }));
    await until(
      async () => hooks.received.map(({ body }) => JSON.parse(body).type),
      (types) => types.includes('lead_created') && types.includes('answer_rated'),
    );
    expect(JSON.stringify(host.requests)).toContain('My card is [card 1]');
    expect(JSON.stringify([host.requests, host.embedded, hooks.received])).not.toMatch(/4111 1111|0044 0532/);
    expect([...(await tablesWith(database, CARD)), ...(await tablesWith(database, '0044 0532'))]).toEqual([]);
    const { rows } = await database.unscoped.execute(sql`
      select contact_message as message, rating_comment as comment from conversations where id = ${chat.conversationId}`);
    expect(rows).toEqual([{ message: 'Charge [card 1]', comment: 'I gave [card 1]' }]);
  });

  test('sent again it is the same message, and another text with its id is refused', async () => {
    const chat = await startChat(api, await openAgent({}));
    const id = newMessageId();
    const first = ok(await send(api, chat, `Mine is ${CARD}`, id));
    expect(ok(await send(api, chat, `Mine is ${CARD}`, id))).toEqual(first);
    expect((await send(api, chat, `Yours is ${CARD}`, id)).status).toBe(409);
  });

  // Planted: leads are captured from what was written -> caught here.
  test('an address in the chat makes a lead unless addresses are masked; the form makes one all the same', async () => {
    const leadsOf = async (agentId: string) => (await call('GET', `/v2/agents/${agentId}/leads`)).items;
    for (const [emails, leads] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const agentId = await openAgent({ emails });
      const chat = await startChat(api, agentId);
      ok(await send(api, chat, 'Write to kim.lee@example.com'));
      expect(await leadsOf(agentId)).toHaveLength(leads);
      expect(await said(chat)).toEqual([emails ? 'Write to [email 1]' : 'Write to kim.lee@example.com']);
      const contact = { email: 'kim.lee@example.com', name: 'Kim', message: 'Call me.' };
      const path = `/public/conversations/${chat.conversationId}/contact`;
      ok(await api.call('POST', path, { caller: chat.visitor, body: contact }));
      expect(await leadsOf(agentId)).toMatchObject([{ email: 'kim.lee@example.com' }]);
    }
  });

  test('where a person has taken over, and where the agent was taken offline since', async () => {
    const agentId = await openAgent({});
    const olga = inbox(api, owner.uid, await joinAsOperator(api, database, owner.uid));
    await olga.online();
    const chat = await startChat(api, agentId);
    await askForPerson(api, chat);
    ok(await olga.post(chat.conversationId, 'claim'));
    ok(await send(api, chat, `Olga, mine is ${CARD}`));
    await database.unscoped.execute(sql`update agents set published_version = null where id = ${agentId}`);
    ok(await send(api, chat, `Again: ${CARD}`));
    const { transcript } = await olga.get(chat.conversationId);
    const texts = transcript
      .filter(({ role }: { role: string }) => role === 'visitor')
      .map(({ text }: { text: string }) => text);
    expect(texts).toEqual(['Olga, mine is [card 1]', 'Again: [card 1]']);
  });

  test('on a channel', async () => {
    const agentId = await openAgent({ phones: true });
    const bot = telegram.addBot();
    const path = `/v2/workspaces/${owner.uid}/agents/${agentId}/channels/telegram`;
    ok(await api.call('POST', path, { caller: owner.caller, body: { token: bot.token, takesOver: false } }));
    await bot.says(1001, `Take ${CARD}, call +1 555 555 0100`);
    await until(
      async () => bot.sent(1001),
      (all) => all.length > 0,
    );
    const { rows } = await database.unscoped.execute(sql`
      select text from messages where agent_id = ${agentId} and role = 'visitor'`);
    expect(rows).toEqual([{ text: 'Take [card 1], call [phone 1]' }]);
    expect(await tablesWith(database, CARD)).toEqual([]);
  });

  test('in a test of the agent, as its model is asked', async () => {
    const agentId = await openAgent({}, 'echo');
    const suite = (path: string, body: object) => call('POST', `/v2/agents/${agentId}/suite/${path}`, body);
    await suite('cases', testOf({ title: 'Card', say: `Take ${CARD}`, says: 'Take [card 1]' }));
    const { id } = await suite('runs', {});
    const report = await until(
      () => call('GET', `/v2/agents/${agentId}/suite/runs/${id}`),
      ({ state }) => state === 'done',
      60_000,
    );
    expect(report).toMatchObject({ passed: 1, failed: 0 });
  });
});
