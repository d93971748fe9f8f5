import { VoiceSettings } from '@antiphon/contract/agents';
import { randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  addText,
  type Chat,
  createAgent,
  getUsage,
  ok,
  publish,
  send,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { inbox, joinAsOperator } from '../factories/takeover-factory.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openBrowserCaller } from '../harness/browser-caller.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';

const INTERRUPTIONS = amount(200, 12);
const FORGED = amount(500, 60);
const DIALS = amount(50, 12);
const LONG = Array.from({ length: 12 }, (_, at) => `Sentence number ${at} tells of bikes, and of boats.`).join(' ');

describe.each(await openJourneyDatabases())('calls by voice, on $name', async ({ database }) => {
  const host = await startModelServer({ reply: () => LONG, gapMs: 4 });
  const api = await startTestApi(database, { OUTBOUND_ALLOW: host.hostAndPort });
  afterAll(async () => {
    await api.stop();
    await host.close();
  });
  const owner = await signUp(api);
  const speaks = VoiceSettings.parse({ isEnabled: true, greeting: 'Harbour Bikes, hello.' });
  const agentId = await createAgent(api, owner, (settings) => ({
    ...settings,
    voice: speaks,
    privacy: { ...settings.privacy, aiNotice: 'You speak with an assistant.' },
  }));
  await addText(api, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
  await publish(api, owner, agentId);
  const withModel = await useModelServer(api, owner, host.baseURL, 'slow-tokens');
  const wordyId = await createAgent(api, owner, (settings) => ({ ...withModel(settings), voice: speaks }));
  await addText(api, owner, wordyId, 'Bikes', 'Tell me about bikes: there are bikes and boats.');
  await publish(api, owner, wordyId);

  const dial = (chat: Chat) =>
    api.call('POST', `/public/conversations/${chat.conversationId}/calls`, { caller: chat.visitor, body: {} });
  const connect = async (chat: Chat) => {
    const opened = ok(await dial(chat));
    return { callId: opened.callId as string, caller: await openBrowserCaller(api.origin, database.region, opened) };
  };
  const transcript = async (chat: Chat) =>
    ok(await api.call('GET', `/v2/conversations/${chat.conversationId}`, { caller: owner.key })).transcript as {
      id: string;
      role: string;
      text: string;
      state: string;
    }[];
  const callsOf = async (chat: Chat) =>
    ok(await api.call('GET', `/v2/conversations/${chat.conversationId}/calls`, { caller: owner.key })).items;
  const untilEnded = (chat: Chat) =>
    until(
      () => callsOf(chat),
      ([call]) => call.state === 'ended',
    );

  test('is greeted, asks, hears the answer without marks, and pays for the seconds', async () => {
    const before = await getUsage(api, owner);
    const chat = await startChat(api, agentId);
    const { callId, caller } = await connect(chat);
    await caller.untilSpoken('You speak with an assistant.');
    await caller.untilSpoken('hello.');
    await caller.untilListening();
    await caller.say('What does an electric bike cost');
    await caller.untilSpoken('28 euros');
    expect(caller.spoken().join(' ')).not.toContain('[1]');
    await caller.untilListening();
    const said = await transcript(chat);
    expect(said.map(({ role, text }) => [role, text]).slice(1)).toEqual([
      ['visitor', 'What does an electric bike cost'],
      ['agent', 'An electric bike costs 28 euros a day. [1]'],
    ]);
    caller.hangUp();
    const [call] = await untilEnded(chat);
    expect(call).toMatchObject({ id: callId, endReason: 'caller', channel: 'web', isTest: false });
    expect(caller.closedWith()).toBe(1000);
    expect(call.credits).toBeCloseTo(call.seconds / 3, 3);
    const after = await getUsage(api, owner);
    const lines = after.items.filter(({ featureKey }) => featureKey === 'voice_minute');
    expect(lines).toMatchObject([{ conversationId: chat.conversationId, direction: 'decrease' }]);
    expect(after.heldTokens).toBe(before.heldTokens);
  });

  test('what an interrupted answer says is what was heard, and the model knows no more', async () => {
    const faults: string[] = [];
    const one = async (at: number) => {
      const chat = await startChat(api, wordyId);
      const { caller } = await connect(chat);
      await caller.untilListening();
      await caller.say('Tell me about bikes');
      const said = await caller.until(() => caller.heard.find(({ messageId }) => messageId !== null));
      const messageId = said.messageId as string;
      await caller.until(() => caller.heardOf(messageId).length >= 10 + ((at * 7) % 90));
      caller.tell({ type: at % 2 ? 'tap' : 'partial', text: 'No, wait' } as never);
      await caller.until(() => caller.messages.some(({ type }) => type === 'stop'));
      const truth = caller.heardOf(messageId);
      await caller.say(`What about boats ${at}`);
      const message = (
        await until(
          () => transcript(chat),
          (all) => all.filter(({ role }) => role === 'agent').length > 2,
        )
      ).find(({ id }) => id === messageId);
      const stored = message?.text ?? '';
      const isNear = Math.abs(stored.length - truth.length) <= 16;
      if (!LONG.startsWith(stored) || !isNear || message?.state !== 'stopped') faults.push(`${truth} | ${stored}`);
      const asked = host.requests.findLast(({ messages }) => JSON.stringify(messages.at(-1)).includes(`boats ${at}`));
      const told = asked?.messages.find(({ role, content }) => role === 'assistant' && content.startsWith('Sentence'));
      if (told && told.content !== stored) faults.push(`the model was told: ${told.content}`);
      caller.hangUp();
      await untilEnded(chat);
    };
    await api.database.unscoped.execute(sql`update limit_uses set max = null where key = 'maxConcurrentCalls'`);
    for (let at = 0; at < INTERRUPTIONS; at += 4) await Promise.all([0, 1, 2, 3].map((more) => one(at + more)));
    expect(faults).toEqual([]);
  }, 900_000);

  test('goes on by typing, and a person who takes over in text is read out', async () => {
    const person = await joinAsOperator(api, database, owner.uid);
    const desk = inbox(api, owner.uid, person);
    await desk.online();
    const chat = await startChat(api, agentId);
    const { caller } = await connect(chat);
    await caller.untilListening();
    ok(await send(api, chat, 'What does an electric bike cost?'));
    await caller.untilSpoken('28 euros');
    await caller.untilListening();
    ok(await desk.post(chat.conversationId, 'claim'));
    ok(
      await desk.post(chat.conversationId, 'messages', { id: crypto.randomUUID(), text: 'Olga here. I can help you.' }),
    );
    await caller.untilSpoken('Olga here.');
    await caller.untilListening();
    await caller.say('Thank you, Olga');
    await until(
      () => transcript(chat),
      (all) => all.at(-1)?.text === 'Thank you, Olga',
    );
    ok(
      await api.call('POST', `/v2/conversations/${chat.conversationId}/calls/${(await callsOf(chat))[0].id}/end`, {
        caller: owner.key,
        body: {},
      }),
    );
    await caller.until(() =>
      caller.messages.some((message) => message.type === 'ended' && message.reason === 'operator'),
    );
    expect((await untilEnded(chat))[0]).toMatchObject({ endReason: 'operator' });
  });

  test(`${DIALS} who call at once get as many lines as there are, and a line is free when its call ends`, async () => {
    await api.database.unscoped.execute(sql`update limit_uses set max = 3 where key = 'maxConcurrentCalls'`);
    const chats = await Promise.all(Array.from({ length: DIALS }, () => startChat(api, agentId)));
    const answers = await Promise.all(chats.map(dial));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['lines_busy']));
    const at = answers.findIndex(({ status }) => status === 201);
    const caller = await openBrowserCaller(api.origin, database.region, answers[at]?.body);
    caller.hangUp();
    await untilEnded(chats[at] as Chat);
    ok(await dial(await startChat(api, agentId)));
    expect((await dial(await startChat(api, agentId))).status).toBe(409);
    await api.database.unscoped.execute(
      sql`update calls set lease_until = now() - interval '1 second' where state = 'waiting'`,
    );
    await until(
      async () =>
        (await api.database.unscoped.execute(sql`select 1 from calls where state <> 'ended'`)) as unknown as {
          rows: unknown[];
        },
      ({ rows }) => rows.length === 0,
    );
    await api.database.unscoped.execute(sql`update limit_uses set max = null where key = 'maxConcurrentCalls'`);
  });

  test('calls begin and end beside each other, and none waits for what another holds', async () => {
    // Who ends took credits before lines once, and who begins the other way round.
    const rounds = await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let round = 0; round < 4; round++) {
          const chat = await startChat(api, agentId);
          const { caller } = await connect(chat);
          await caller.until(() => caller.messages.some(({ type }) => type === 'ready'));
          caller.hangUp();
          await untilEnded(chat);
        }
        return 'done';
      }),
    );
    expect(new Set(rounds)).toEqual(new Set(['done']));
    expect((await getUsage(api, owner)).heldTokens).toBe(0);
  });

  test(`of ${FORGED} connections that were not asked for none comes to be`, async () => {
    const chat = await startChat(api, agentId);
    const { callId, secret } = ok(await dial(chat));
    const other = ok(await dial(await startChat(api, agentId)));
    const attempts: [path: string, protocol: string | undefined, headers: Record<string, string>][] = [
      [`calls/${callId}`, `call.${randomText(40)}`, {}],
      [`calls/${callId}`, `call.${other.secret}`, {}],
      [`calls/${other.callId}`, `call.${secret}`, {}],
      [`calls/${callId}`, undefined, {}],
      [`calls/${callId}`, `call.${secret}`, { 'sec-fetch-site': 'cross-site' }],
      [`calls/${callId}`, `call.${secret}`, { 'sec-fetch-site': '', origin: 'https://evil.example.com' }],
      [`calls/${callId}`, `call.${secret}`, { host: 'somebody.localhost' }],
      ['agents', `call.${secret}`, {}],
    ];
    const statuses = await Promise.all(
      Array.from({ length: FORGED }, (_, at) => attempts[at % attempts.length] as (typeof attempts)[number]).map(
        ([path, protocol, headers]) =>
          statusOf(`${api.origin.replace('http', 'ws')}/api/${database.region}/${path}`, protocol, headers),
      ),
    );
    expect(statuses.filter((status) => status === 101)).toEqual([]);
    // The true one opens it, once.
    const caller = await openBrowserCaller(api.origin, database.region, { callId, secret });
    expect(
      await statusOf(
        `${api.origin.replace('http', 'ws')}/api/${database.region}/calls/${callId}`,
        `call.${secret}`,
        {},
      ),
    ).not.toBe(101);
    caller.hangUp();
    await untilEnded(chat);
  });

  test('where the next minute cannot be paid for the caller is told, and nothing is owed', async () => {
    const poor = await signUp(api);
    const poorAgent = await createAgent(api, poor, (settings) => ({ ...settings, voice: speaks }));
    await publish(api, poor, poorAgent);
    // One minute, and the turns of a short call.
    await api.database.unscoped.execute(
      sql`update credit_accounts set balance = 25000000 where workspace_uid = ${poor.uid}`,
    );
    const chat = await startChat(api, poorAgent);
    const opened = ok(await dial(chat));
    const caller = await openBrowserCaller(api.origin, database.region, opened);
    await caller.untilListening();
    await api.database.unscoped.execute(
      sql`update calls set slice_from = slice_from - interval '46 seconds' where id = ${opened.callId}`,
    );
    await caller.untilSpoken('I have to end the call now.');
    await caller.until(() => caller.closedWith() !== null);
    const path = `/v2/conversations/${chat.conversationId}/calls`;
    const [call] = await until(
      async () => ok(await api.call('GET', path, { caller: poor.key })).items,
      ([one]) => one.state === 'ended',
    );
    expect(call).toMatchObject({ state: 'ended', endReason: 'no_credits' });
    const usage = await getUsage(api, poor);
    expect(usage.heldTokens).toBe(0);
    expect(usage.loadTokens).toBeGreaterThanOrEqual(0);
    expect((await dial(await startChat(api, poorAgent))).body.code).toBe('no_credits');
  });

  test('twenty calls of one purse: it is never below nothing, and each caller is told why it ends', async () => {
    const poor = await signUp(api);
    const poorAgent = await createAgent(api, poor, (settings) => ({ ...settings, voice: speaks }));
    await publish(api, poor, poorAgent);
    // The first minute of each, and of the second that of four.
    await api.database.unscoped.execute(
      sql`update credit_accounts set balance = 490000000 where workspace_uid = ${poor.uid}`,
    );
    await api.database.unscoped.execute(sql`update limit_uses set max = null where key = 'maxConcurrentCalls'`);
    const callers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const opened = ok(await dial(await startChat(api, poorAgent)));
        return openBrowserCaller(api.origin, database.region, opened);
      }),
    );
    expect((await getUsage(api, poor)).heldTokens).toBeCloseTo(400, 2);
    await Promise.all(callers.map((caller) => caller.untilListening()));
    const left: number[] = [];
    await until(
      async () => {
        // A minute is over.
        await api.database.unscoped.execute(
          sql`update calls set slice_from = clock_timestamp() - interval '61 seconds' where workspace_uid = ${poor.uid}
            and state = 'live' and slice_from > clock_timestamp() - interval '50 seconds'`,
        );
        const { loadTokens } = await getUsage(api, poor);
        left.push(loadTokens);
        return callers.filter((caller) => caller.closedWith() === null).length;
      },
      (open) => open === 0,
      40_000,
    );
    expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
    expect(callers.filter((caller) => !caller.spoken().join(' ').includes('I have to end the call now.'))).toEqual([]);
    const charged = async () =>
      (
        await api.database.unscoped.execute(
          sql`select count(*) filter (where state <> 'ended' or end_reason <> 'no_credits')::int as others,
            sum(credits_micro)::float8 as micro from calls where workspace_uid = ${poor.uid}`,
        )
      ).rows[0];
    await until(charged, (row) => row?.others === 0);
    expect(await charged()).toEqual({ others: 0, micro: 24 * 60 * 333_333 });
    const usage = await getUsage(api, poor);
    expect([usage.loadTokens.toFixed(1), usage.heldTokens]).toEqual(['10.0', 0]);
  });
});

async function statusOf(url: string, protocol: string | undefined, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(url, protocol ? [protocol] : [], {
    headers: Object.fromEntries(
      Object.entries({ 'sec-fetch-site': 'same-origin', ...headers }).filter(([, value]) => value !== ''),
    ),
  });
  return new Promise((done) => {
    socket.once('open', () => {
      socket.terminate();
      done(101);
    });
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    socket.once('error', () => done(0));
  });
}
