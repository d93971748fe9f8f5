import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { PhoneLine } from '@antiphon/contract/simulator';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { ok } from '../factories/api-factory.ts';
import { makeChannelWorld } from '../factories/channel-journey-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

const PUBLIC_URL = 'https://app.example.test';
const BIKE = 'What does an electric bike cost?';
const COST = 'An electric bike costs 28 euros a day.';
const PROVIDERS = ['whatsapp', 'messenger', 'instagram', 'telegram', 'discord', 'sms'] as const;
/** Nobody answers there: whatever called a provider would fail. */
const NOBODY = 'http://127.0.0.1:9';
const NOWHERE = { META_GRAPH_URL: NOBODY, TELEGRAM_API_URL: NOBODY, DISCORD_API_URL: NOBODY, TWILIO_API_URL: NOBODY };

describe.each(await openJourneyDatabases())('a channel that is only tried on $name', async ({ database }) => {
  const api = await startTestApi(database, { PUBLIC_URL, ...NOWHERE });
  afterAll(() => api.stop());

  /** A workspace with an agent, and a phone of that provider. */
  const phoneOf = async (provider: ChannelProvider) => {
    const world = await makeChannelWorld(api, database);
    const { owner, agentId } = world;
    const path = `/v2/workspaces/${owner.uid}/agents/${agentId}/simulator`;
    const call = async (method: string, rest = '', body?: object) =>
      ok(await api.call(method, `${path}${rest}`, { caller: owner.caller, ...(body ? { body } : {}) }));
    const { id } = await call('POST', '', { provider });
    const lines = async (): Promise<PhoneLine[]> => (await call('GET', `/${id}/lines`)).items.toReversed();
    const shown = async () => (await lines()).filter(({ kind }) => kind === 'shown').map((line) => line.text);
    const notes = async () => (await lines()).flatMap(({ note }) => note ?? []);
    return {
      ...world,
      ...{ id: id as string, path, lines, shown, notes },
      channel: () => world.read(id),
      open: () => call('GET', `/${id}`),
      type: (text: string, choiceId?: string) =>
        call('POST', `/${id}/lines`, { text, ...(choiceId ? { choiceId } : {}) }),
      cause: (kind: string, words: string[] = []) => call('POST', `/${id}/trouble`, { kind, words }),
      look: () => call('POST', `/${id}/read`),
      mend: () => call('POST', `/${id}/mend`),
      untilShown: (count: number) => until(shown, (all) => all.length >= count, 20_000),
      /** What the agent and whoever takes over have to read. */
      async saidThere(): Promise<string[]> {
        const { rows } = await database.unscoped.execute<{ text: string }>(sql`
          select m.text from messages m join channel_conversations h on h.conversation_id = m.conversation_id
          join channel_threads t on t.id = h.thread_id
          where t.connection_id = ${id} and m.role = 'visitor' order by h.created_at, m.position`);
        return rows.map((row: { text: string }) => row.text);
      },
    };
  };
  type Phone = Awaited<ReturnType<typeof phoneOf>>;
  const held = async (phone: Phone) => {
    await phone.type(BIKE);
    await phone.untilShown(1);
    const conversation = await phone.conversationOf(phone.id);
    ok(await phone.olga.post(conversation, 'claim'));
    return conversation;
  };

  test.each(PROVIDERS)('on %s what is typed is answered on the phone, without anybody outside', async (provider) => {
    const phone = await phoneOf(provider);
    expect(await phone.channel()).toMatchObject({ isSimulated: true, state: 'waiting', provider });
    expect(await phone.type(BIKE)).toMatchObject({ kind: 'said', state: 'delivered' });
    const [answer] = await phone.untilShown(1);
    expect(answer).toContain(COST);
    expect(await phone.channel()).toMatchObject({ state: 'connected', waiting: 0 });
    expect(await phone.saidThere()).toEqual([BIKE]);
  });

  test.each([
    ['whatsapp', 'delivered', 'read'],
    ['messenger', 'delivered', 'read'],
    ['instagram', 'sent', 'read'],
    ['sms', 'delivered', 'delivered'],
    ['telegram', 'sent', 'sent'],
    ['discord', 'sent', 'sent'],
  ] as const)('on %s a message of a person is %s, and %s once somebody looks', async (provider, before, after) => {
    const phone = await phoneOf(provider);
    const conversation = await held(phone);
    await phone.say(conversation, 'I am Olga.');
    expect(await phone.untilShown(2)).toContainEqual(expect.stringContaining('I am Olga.'));
    await until(
      () => phone.deliveryOf(conversation),
      (delivery) => delivery?.state === before,
    );
    await phone.look();
    await until(
      () => phone.deliveryOf(conversation),
      (delivery) => delivery?.state === after,
    );
  });

  test('asking twice makes one, and a real channel is no phone', async () => {
    const phone = await phoneOf('whatsapp');
    const again = ok(
      await api.call('POST', phone.path, { caller: phone.owner.caller, body: { provider: 'whatsapp' } }),
    );
    expect(again.id).toBe(phone.id);
    expect(await phone.list()).toHaveLength(1);
    await database.unscoped.execute(sql`update channel_connections set is_simulated = false where id = ${phone.id}`);
    const { caller } = phone.owner;
    for (const [method, rest, body] of [
      ['GET', ''],
      ['GET', '/lines'],
      ['POST', '/lines', { text: 'Hello' }],
      ['POST', '/read'],
      ['POST', '/trouble', { kind: 'busy' }],
      ['POST', '/mend'],
    ] as const)
      expect(
        await api.call(method, `${phone.path}/${phone.id}${rest}`, { caller, ...(body ? { body } : {}) }),
      ).toMatchObject({ status: 404 });
  });

  test('it stands in no figure and no limit, makes no lead, and its answers cost credits', async () => {
    const phone = await phoneOf('whatsapp');
    await phone.type(`${BIKE} Write to robin@example.com.`);
    await phone.untilShown(1);
    const conversation = await phone.conversationOf(phone.id);
    const { rows } = await database.unscoped.execute<Record<string, unknown>>(sql`select
      (select count(*)::int from conversation_facts where conversation_id = ${conversation}) as facts,
      (select count(*)::int from agent_daily_counts where agent_id = ${phone.agentId}) as days,
      (select coalesce(sum(messages), 0)::int from agent_months where agent_id = ${phone.agentId}) as messages,
      (select count(*)::int from leads where workspace_uid = ${phone.owner.uid}) as leads,
      (select count(*)::int from outbox where workspace_uid = ${phone.owner.uid} and type = 'conversation_started') as told,
      (select count(*)::int from messages where conversation_id = ${conversation} and credits_micro > 0) as charged`);
    expect(rows).toEqual([{ facts: 0, days: 0, messages: 0, leads: 0, told: 0, charged: 1 }]);
  });

  test('what is told twice is said and answered once', async () => {
    const phone = await phoneOf('messenger');
    await phone.type(BIKE);
    await phone.cause('twice');
    await phone.untilShown(1);
    await phone.cause('twice');
    await new Promise((done) => setTimeout(done, 3_000));
    expect(await phone.saidThere()).toEqual([BIKE]);
    expect(await phone.shown()).toHaveLength(1);
    expect(await phone.notes()).toEqual(['twice', 'twice']);
  });

  test.each([
    ['whatsapp', ['Good day.', BIKE], 'unordered'],
    ['telegram', ['Good day.', BIKE], 'unordered'],
    // Twilio tells no time: they stand as they came.
    ['sms', [BIKE, 'Good day.'], 'unordered_no_clock'],
  ] as const)('on %s two lines that are told the wrong way round stand as %j', async (provider, order, note) => {
    const phone = await phoneOf(provider);
    await phone.cause('unordered', ['Good day.', BIKE]);
    await phone.untilShown(1);
    expect(await phone.saidThere()).toEqual(order);
    expect(await phone.notes()).toEqual([note]);
  });

  test('one too many is refused, and goes a little later', async () => {
    const phone = await phoneOf('telegram');
    await phone.cause('busy');
    await phone.type(BIKE);
    const [answer] = await phone.untilShown(1);
    expect(answer).toContain(COST);
    expect(await phone.notes()).toEqual(['busy', 'refused_busy']);
  });

  test('a dead token is met once, waits, and with a new one what waits is sent', async () => {
    const phone = await phoneOf('whatsapp');
    await phone.cause('dead_token');
    await phone.type(BIKE);
    await until(phone.channel, (channel) => channel?.state === 'token_dead');
    await phone.type('And for a week?');
    await new Promise((done) => setTimeout(done, 2_500));
    expect(await phone.notes()).toEqual(['dead_token', 'refused_token']);
    expect(await phone.open()).toMatchObject({ isTokenDead: true, channel: { state: 'token_dead' } });
    expect(await phone.mend()).toMatchObject({ isTokenDead: false, channel: { state: 'connected' } });
    expect(await phone.untilShown(2)).toContainEqual(expect.stringContaining(COST));
  });

  test('a day later nothing is taken until they write again; where there is no such limit it is', async () => {
    const phone = await phoneOf('whatsapp');
    const conversation = await held(phone);
    await phone.cause('day_later');
    await phone.say(conversation, 'Are you there?');
    await until(
      () => phone.deliveryOf(conversation),
      (delivery) => delivery?.state === 'failed',
    );
    expect(await phone.deliveryOf(conversation)).toMatchObject({ problem: 'window' });
    expect(await phone.notes()).toEqual(['day_later', 'refused_window']);
    await phone.type('Yes.');
    await phone.say(conversation, 'Good.');
    expect(await phone.untilShown(2)).toContainEqual(expect.stringContaining('Good.'));
    const open = await phoneOf('discord');
    const other = await held(open);
    await open.cause('day_later');
    await open.say(other, 'Are you there?');
    expect(await open.untilShown(2)).toContainEqual(expect.stringContaining('Are you there?'));
    expect(await open.notes()).toEqual(['day_later_open']);
  });

  test.each(['whatsapp', 'messenger', 'instagram', 'sms'] as const)(
    'on %s STOP withdraws, and START grants',
    async (provider) => {
      const phone = await phoneOf(provider);
      const conversation = await held(phone);
      await phone.cause('stop');
      await phone.say(conversation, 'Are you there?');
      await until(
        () => phone.deliveryOf(conversation),
        (delivery) => delivery?.state === 'failed',
      );
      expect(await phone.deliveryOf(conversation)).toMatchObject({ problem: 'blocked' });
      expect(await phone.notes()).toEqual(['stopped']);
      await phone.type('START');
      await phone.say(conversation, 'Welcome back.');
      expect(await phone.untilShown(2)).toContainEqual(expect.stringContaining('Welcome back.'));
      expect(await phone.saidThere()).toEqual([BIKE]);
    },
  );

  test('on Telegram they block the bot until they write again; on Discord the word is a word', async () => {
    const phone = await phoneOf('telegram');
    const conversation = await held(phone);
    await phone.cause('stop');
    await phone.say(conversation, 'Are you there?');
    await until(
      () => phone.deliveryOf(conversation),
      (delivery) => delivery?.state === 'failed',
    );
    expect(await phone.notes()).toEqual(['blocked', 'refused_blocked']);
    await phone.type('Hello again.');
    await phone.say(conversation, 'Welcome back.');
    expect(await phone.untilShown(2)).toContainEqual(expect.stringContaining('Welcome back.'));
    const discord = await phoneOf('discord');
    await discord.cause('stop');
    await until(discord.saidThere, (said) => said.includes('STOP'));
    expect(await discord.notes()).toEqual(['stopped_word']);
  });

  test('what is answered in an app of the provider is shown, and the agent goes on', async () => {
    const phone = await phoneOf('messenger');
    await phone.cause('by_phone', ['We open at nine.']);
    expect(await phone.shown()).toEqual(['We open at nine.']);
    await phone.type(BIKE);
    expect(await phone.untilShown(2)).toContainEqual(expect.stringContaining(COST));
    expect(await phone.saidThere()).toEqual([BIKE]);
    expect(await phone.notes()).toEqual(['by_phone']);
    const sms = await phoneOf('sms');
    await sms.cause('by_phone', ['We open at nine.']);
    expect({ shown: await sms.shown(), notes: await sms.notes() }).toEqual({ shown: [], notes: ['by_phone_none'] });
  });

  test('with its conversation what stands on the phone is erased, and with the channel all of it', async () => {
    const phone = await phoneOf('whatsapp');
    await phone.type(BIKE);
    await phone.untilShown(1);
    const conversation = await phone.conversationOf(phone.id);
    const { caller } = phone.owner;
    const count = async () => {
      const { rows } = await database.unscoped.execute<{ count: number }>(sql`
        select (select count(*)::int from simulated_lines where connection_id = ${phone.id})
          + (select count(*)::int from simulated_phones where connection_id = ${phone.id}) as count`);
      return rows[0]?.count;
    };
    expect(await count()).toBe(3);
    ok(await api.call('DELETE', `/v2/conversations/${conversation}`, { caller }));
    expect(await phone.lines()).toEqual([]);
    await phone.type(BIKE);
    ok(await api.call('DELETE', `${phone.path.replace('/simulator', '/channels')}/${phone.id}`, { caller }));
    expect(await count()).toBe(0);
  });

  test('no secret of it is ever answered, and its calls are signed', async () => {
    const phone = await phoneOf('whatsapp');
    const { rows } = await database.unscoped.execute<{ hook_key: string }>(
      sql`select hook_key from channel_connections where id = ${phone.id}`,
    );
    await phone.type(BIKE);
    const answers = JSON.stringify([await phone.open(), await phone.lines(), await phone.list()]);
    expect(answers).not.toContain(rows[0]?.hook_key);
    const forged = await fetch(`${api.origin}/api/na/hooks/whatsapp/${rows[0]?.hook_key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
      body: '{}',
    });
    expect(forged.status).toBe(401);
  });
});
