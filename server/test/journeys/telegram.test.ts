import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { checkChannels } from '../../src/domain/channels/check-channels.ts';
import { emailReplies } from '../../src/domain/inbox/email-replies.ts';
import { createAgent, type Owner, ok } from '../factories/api-factory.ts';
import { makeChannels } from '../factories/channels-factory.ts';
import { inbox, makeInbox } from '../factories/takeover-factory.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi, testSecretKey, until } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { startTelegramStandIn } from '../harness/telegram-stand-in.ts';

const PUBLIC_URL = 'https://app.example.test';
const BIKE = 'What does an electric bike cost?';
const COST = 'An electric bike costs 28 euros a day.';
const ANN = 1001;

describe.each(await openJourneyDatabases())('an agent on Telegram on $name', async ({ database }) => {
  let origin = '';
  const telegram = await startTelegramStandIn({ reach: (url) => url.replace(PUBLIC_URL, origin) });
  const api = await startTestApi(database, { PUBLIC_URL, TELEGRAM_API_URL: telegram.url });
  origin = api.origin;
  afterAll(async () => {
    await api.stop();
    await telegram.close();
  });
  const { owner, agentId, people } = await makeInbox(api, database, 1);
  const olga = inbox(api, owner.uid, people[0] as Owner);
  const path = `/v2/workspaces/${owner.uid}/agents/${agentId}/channels`;
  const connect = (token: string, takesOver = false) =>
    api.call('POST', `${path}/telegram`, { caller: owner.caller, body: { token, takesOver } });
  const list = async () => ok(await api.call('GET', path, { caller: owner.caller })).items;
  const connected = async () => {
    const bot = telegram.addBot();
    const { id } = ok(await connect(bot.token));
    return { bot, id: id as string, read: async () => (await list()).find((one: { id: string }) => one.id === id) };
  };
  type Bot = Awaited<ReturnType<typeof connected>>['bot'];
  const texts = (bot: Bot, chat = ANN) => bot.sent(chat).map(({ text }) => text);
  const untilSent = (bot: Bot, count: number, chat = ANN) =>
    until(
      async () => texts(bot, chat),
      (all) => all.length >= count,
    );
  const conversationOf = async (id: string) => {
    const { rows } = await database.unscoped.execute<{ id: string }>(sql`
      select h.conversation_id as id from channel_conversations h join channel_threads t on t.id = h.thread_id
      where t.connection_id = ${id} order by h.created_at desc limit 1`);
    return rows[0]?.id ?? '';
  };

  test('a bot is connected by its token, waits for the first message, and answers with its source', async () => {
    const { bot, read } = await connected();
    expect(await read()).toMatchObject({ state: 'waiting', name: 'Harbour', handle: bot.username, lastInAt: null });
    expect(JSON.stringify(await list())).not.toContain(bot.token);
    expect(await bot.says(ANN, '/start')).toEqual([200]);
    const [greeting] = await untilSent(bot, 1);
    expect(greeting).toContain('You are talking to an AI');
    await bot.says(ANN, BIKE);
    const [, answer] = await untilSent(bot, 2);
    expect(answer).toContain(COST);
    expect(answer).not.toMatch(/\[1\]|talking to an AI/);
    expect(bot.typing).toContain(ANN);
    expect(await read()).toMatchObject({ state: 'connected', lastInAt: expect.any(String), waiting: 0 });
  });

  test('a token that Telegram does not know, and a bot that answers elsewhere, are told apart', async () => {
    const unknown = await connect(`123456789:${'A'.repeat(35)}`);
    expect(unknown).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('does not know this token') },
    });
    expect((await connect('hello')).status).toBe(400);
    const bot = telegram.addBot({ name: 'Dock' });
    await bot.carryOut('setWebhook', {
      url: 'https://else.example.test/hook',
      secret_token: 's',
      allowed_updates: ['message'],
    });
    const taken = await connect(bot.token);
    expect(taken).toMatchObject({ status: 409, body: { message: 'Dock answers for else.example.test. Take over?' } });
    expect(bot.webhook()?.url).toBe('https://else.example.test/hook');
    ok(await connect(bot.token, true));
    expect(bot.webhook()?.url).toMatch(`${PUBLIC_URL}/api/na/hooks/telegram/`);
  });

  test('what is not signed, or has no address here, is refused alike and leaves nothing', async () => {
    const { bot } = await connected();
    const address = new URL(bot.webhook()?.url ?? '').pathname.replace('/api/na', '');
    const body = bot.write(ANN, { text: 'Forged' });
    const call = (at: string, secret?: string) =>
      api.call('POST', at, {
        body,
        headers: secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': secret },
      });
    const answers = [
      await call(address),
      await call(address, 'wrong'),
      await call(address.replace(/.{32}$/, 'A'.repeat(32)), bot.webhook()?.secret),
      await call(address.replace('telegram', 'discord'), bot.webhook()?.secret),
    ];
    for (const { status, body: said } of answers) {
      expect(status).toBe(401);
      expect({ ...said, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' });
    }
    const { rows } = await database.unscoped.execute(
      sql`select 1 from channel_inbox where payload::text like '%Forged%'`,
    );
    expect(rows).toEqual([]);
  });

  test('whatever comes, signed or forged, is no failure of ours', async () => {
    const { bot, id } = await connected();
    ok(await api.call('POST', `${path}/${id}/pause`, { caller: owner.caller }));
    const address = new URL(bot.webhook()?.url ?? '').pathname;
    const whole = Buffer.from(
      JSON.stringify(bot.write(ANN, { text: 'Hello', photo: [{ file_id: 'a', file_unique_id: 'b' }] })),
    );
    let state = 20_261_126;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const post = async (secret: string) => {
      const body = Buffer.from(whole.subarray(0, random(4) === 0 ? random(whole.length) : whole.length));
      for (let change = random(6); change > 0 && body.length > 0; change -= 1) body[random(body.length)] = random(256);
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
      return (await fetch(`${origin}${address}`, { method: 'POST', headers, body })).status;
    };
    const kept = async () =>
      (
        await database.unscoped.execute(sql`select 1 from channel_inbox i join channel_threads t on t.id = i.thread_id
        where t.connection_id = ${id}`)
      ).rows.length;
    for (let at = 0; at < amount(500, 50); at += 1) expect(await post(`forged${at}`)).toBe(401);
    expect(await kept()).toBe(0);
    for (let at = 0; at < amount(500, 50); at += 1) expect(await post(bot.webhook()?.secret ?? '')).toBeLessThan(500);
  });

  test('an event that is told five times, in any order, is one message, one answer and one charge', async () => {
    const { bot, id } = await connected();
    const [first, second] = [bot.write(ANN, { text: 'Hello there' }), bot.write(ANN, { text: BIKE })];
    await bot.post(second, first, second, first, second);
    await untilSent(bot, 1);
    await bot.post(first, second);
    await bot.says(ANN, 'Thank you');
    await until(
      async () => texts(bot),
      (all) => all.length >= 2,
    );
    const { transcript } = await olga.get(await conversationOf(id));
    const said = transcript
      .filter(({ role }: { role: string }) => role === 'visitor')
      .map(({ text }: { text: string }) => text);
    expect(said.toSorted()).toEqual(['Hello there', 'Thank you', BIKE].toSorted());
  });

  test('a picture comes in as a file; a voice note is told that it cannot be read', async () => {
    const { bot, id } = await connected();
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    await bot.photo(ANN, new Uint8Array(picture), 'Our boat');
    await untilSent(bot, 1);
    const { transcript } = await olga.get(await conversationOf(id));
    const said = transcript.find(({ role }: { role: string }) => role === 'visitor');
    expect(said).toMatchObject({ text: 'Our boat', attachments: [{ name: 'photo.jpg', type: 'image/jpeg' }] });
    await bot.voice(ANN, new Uint8Array([1, 2, 3]));
    const all = await untilSent(bot, 2);
    expect(all.at(-1)).toBe('I can read text, pictures and documents here, but not this.');
  });

  test('a person takes over in the inbox, answers by name with a file, and gives back', async () => {
    await olga.online();
    const { bot, id } = await connected();
    bot.person(ANN, { first_name: 'Ann', last_name: 'Lee', language_code: 'en' });
    await bot.says(ANN, 'I want to talk to a person');
    await untilSent(bot, 1);
    const conversation = await conversationOf(id);
    const [item] = (await olga.list()).items;
    expect(item).toMatchObject({ id: conversation, channel: 'telegram', nameOnPage: 'Ann Lee', state: 'waiting' });
    ok(await olga.post(conversation, 'claim'));
    const file = new FormData();
    file.set('file', new File(['Open from nine.'], 'hours.txt', { type: 'text/plain' }));
    const place = `/v2/workspaces/${owner.uid}/inbox/${conversation}`;
    const sent = ok(await api.call('POST', `${place}/files`, { caller: people[0]?.caller ?? {}, body: file }));
    ok(
      await olga.post(conversation, 'messages', {
        id: crypto.randomUUID(),
        text: 'Here are our *hours*.',
        fileIds: [sent.id],
      }),
    );
    await until(
      async () => bot.sent(ANN).length,
      (count) => count >= 3,
    );
    const [words, document] = bot.sent(ANN).slice(-2);
    expect(words?.text).toMatch(/^Olga: Here are our hours\.$/);
    expect(document).toMatchObject({ method: 'sendDocument', file: { name: 'hours.txt' } });
    await until(
      async () => (await olga.get(conversation)).delivery,
      (found) => found?.state === 'sent',
    );
    await bot.says(ANN, 'Great');
    await until(
      async () => (await olga.get(conversation)).lastMessage,
      (last) => last === 'Great',
    );
    expect(bot.sent(ANN)).toHaveLength(3);
    ok(await olga.post(conversation, 'give-back'));
    await until(
      async () => texts(bot).slice(3),
      (all) => all.some((text) => text.includes('left')),
    );
  });

  test('a person who takes over silences what has not left', async () => {
    const { bot, id } = await connected();
    telegram.next({ tooMany: 6 }, { on: /sendMessage/ });
    await bot.says(ANN, BIKE);
    await until(
      async () =>
        telegram.requests.filter(({ token, method }) => token === bot.token && method === 'sendMessage').length,
      (n) => n === 1,
    );
    const conversation = await conversationOf(id);
    ok(await olga.post(conversation, 'claim'));
    ok(await olga.post(conversation, 'messages', { id: crypto.randomUUID(), text: 'Olga here', fileIds: [] }));
    await untilSent(bot, 1);
    expect(texts(bot)).toEqual(['Olga: Olga here']);
  });

  test.each([
    ['asks to wait', { tooMany: 1 }, 1],
    ['is away', 'down', 1],
  ] as const)('Telegram %s: the answer arrives once', async (_what, fault, count) => {
    const { bot, read } = await connected();
    telegram.next(fault, { on: /sendMessage/, times: 2 });
    await bot.says(ANN, BIKE);
    await untilSent(bot, count);
    await until(read, ({ waiting }) => waiting === 0);
    expect(texts(bot)).toHaveLength(count);
  });

  test('a token that is revoked: one call more, one notification, nothing charged; with a new one what waited is sent', async () => {
    const { bot, id, read } = await connected();
    await bot.says(ANN, BIKE);
    await untilSent(bot, 1);
    const before = ok(await api.call('GET', `/v2/workspaces/${owner.uid}/notifications`, { caller: owner.caller }))
      .items.length;
    const token = telegram.reissue(bot);
    const calls = () =>
      telegram.requests.filter(({ token, method }) => token === bot.token && method === 'sendMessage').length;
    const sofar = calls();
    for (const text of ['One', 'Two', 'Three']) await bot.says(ANN, text);
    await until(read, ({ state }) => state === 'token_dead');
    await bot.says(ANN, 'Four');
    const told = await until(
      async () =>
        ok(await api.call('GET', `/v2/workspaces/${owner.uid}/notifications`, { caller: owner.caller })).items,
      (items) => items.length > before,
    );
    expect(told.filter(({ kind }: { kind: string }) => kind === 'channel_failing')).toHaveLength(1);
    expect(calls() - sofar).toBe(1);
    expect(await read()).toMatchObject({ state: 'token_dead', waiting: 1 });
    ok(await connect(token));
    await until(read, ({ state, waiting }) => state === 'connected' && waiting === 0);
    await until(
      async () => (await olga.get(await conversationOf(id))).lastMessage,
      (last) => last === 'Four',
    );
    await untilSent(bot, 2);
  });

  test('a bot that somebody else connected is seen to answer there; one that nobody is called for is called for again', async () => {
    const [taken, left, deaf] = [await connected(), await connected(), await connected()];
    const own = left.bot.webhook()?.url;
    await taken.bot.carryOut('setWebhook', { url: 'https://else.example.test/hook', secret_token: 's' });
    await left.bot.carryOut('deleteWebhook', {});
    // Connected before buttons were: their presses are not told.
    const { url, secret } = deaf.bot.webhook() ?? {};
    await deaf.bot.carryOut('setWebhook', { url, secret_token: secret, allowed_updates: ['message'] });
    const deps = {
      database,
      channels: makeChannels(telegram.url),
      secretKey: testSecretKey,
      hookBase: `${PUBLIC_URL}/api/na/hooks`,
    };
    for (const _ of [1, 2]) await checkChannels({ ...deps, systemScope: testSystemScope, makeScope });
    expect(await taken.read()).toMatchObject({ state: 'taken_over' });
    expect(left.bot.webhook()?.url).toBe(own);
    expect(deaf.bot.webhook()).toMatchObject({ url, allowed: expect.arrayContaining(['message', 'callback_query']) });
    const told = await until(
      async () =>
        ok(await api.call('GET', `/v2/workspaces/${owner.uid}/notifications`, { caller: owner.caller })).items,
      (items) => items.some(({ values }: { values: { channel?: string } }) => values.channel === taken.bot.username),
    );
    expect(
      told.filter(({ values }: { values: { channel?: string } }) => values.channel === taken.bot.username),
    ).toHaveLength(1);
    ok(await connect(taken.bot.token, true));
    expect(await taken.read()).toMatchObject({ state: 'waiting' });
  });

  test('whoever blocks the bot is not written to, and is answered again when they come back', async () => {
    const { bot, id } = await connected();
    await bot.says(ANN, BIKE);
    await untilSent(bot, 1);
    bot.blockQuietly(ANN);
    const conversation = await conversationOf(id);
    ok(await olga.post(conversation, 'claim'));
    ok(await olga.post(conversation, 'messages', { id: crypto.randomUUID(), text: 'Still there?', fileIds: [] }));
    await until(
      async () => (await olga.get(conversation)).delivery,
      (found) => found?.problem === 'blocked',
    );
    ok(await olga.post(conversation, 'give-back'));
    await bot.unblocks(ANN);
    await bot.says(ANN, BIKE);
    await until(
      async () => texts(bot),
      (all) => all.filter((text) => text.includes(COST)).length >= 2,
    );
  });

  test('what a person said is mailed to whoever left an address only where it did not arrive', async () => {
    const { bot, id } = await connected();
    await bot.says(ANN, 'My email is ann.telegram@example.com');
    await untilSent(bot, 1);
    const conversation = await conversationOf(id);
    ok(await olga.post(conversation, 'claim'));
    const deps = { database, secretKey: testSecretKey, publicUrl: PUBLIC_URL, systemScope: testSystemScope, makeScope };
    const mailsAfter = async (minutes: number) => {
      await emailReplies(deps, new Date(Date.now() + minutes * 60_000));
      return (await database.unscoped.execute(sql`select 1 from emails where to_address = 'ann.telegram@example.com'`))
        .rows.length;
    };
    const say = async (text: string, isThere: (found: { state: string; problem: string | null }) => boolean) => {
      ok(await olga.post(conversation, 'messages', { id: crypto.randomUUID(), text, fileIds: [] }));
      await until(
        async () => (await olga.get(conversation)).delivery,
        (found) => found !== null && isThere(found),
      );
    };
    await say('We have two left.', ({ state }) => state === 'sent');
    expect(await mailsAfter(4)).toBe(0);
    bot.blockQuietly(ANN);
    await say('Still there?', ({ problem }) => problem === 'blocked');
    expect(await mailsAfter(20)).toBe(1);
    ok(await olga.post(conversation, 'give-back'));
  });

  test('while it is paused nothing is answered; resumed, what waits is', async () => {
    const { bot, id } = await connected();
    ok(await api.call('POST', `${path}/${id}/pause`, { caller: owner.caller }));
    await bot.says(ANN, BIKE);
    await until(
      async () =>
        (
          await database.unscoped.execute(
            sql`select 1 from channel_threads where connection_id = ${id} and due_at is null`,
          )
        ).rows,
      (rows) => rows.length === 1,
    );
    expect(texts(bot)).toEqual([]);
    ok(await api.call('POST', `${path}/${id}/resume`, { caller: owner.caller }));
    await untilSent(bot, 1);
  });

  test('an agent that is offline answers nobody, and what they wrote is not kept waiting', async () => {
    const offline = await createAgent(api, owner);
    const bot = telegram.addBot();
    const at = `/v2/workspaces/${owner.uid}/agents/${offline}/channels`;
    ok(await api.call('POST', `${at}/telegram`, { caller: owner.caller, body: { token: bot.token } }));
    await bot.says(ANN, BIKE);
    const read = async () => ok(await api.call('GET', at, { caller: owner.caller })).items[0];
    await until(read, ({ state }) => state === 'connected');
    const { rows } = await database.unscoped.execute(sql`
      select 1 from channel_inbox i join channel_threads t on t.id = i.thread_id join channel_connections c on c.id = t.connection_id
      where c.agent_id = ${offline} and i.payload is not null`);
    expect(rows).toEqual([]);
    expect(texts(bot)).toEqual([]);
  });

  test('erasing a conversation leaves nothing of who wrote', async () => {
    const { bot, id } = await connected();
    await bot.says(ANN, 'My number is 555-0142.');
    await untilSent(bot, 1);
    const conversation = await conversationOf(id);
    ok(await api.call('DELETE', `/v2/conversations/${conversation}`, { caller: owner.caller }));
    const { rows } = await database.unscoped.execute(sql`select 1 from channel_threads where connection_id = ${id}`);
    expect(rows).toEqual([]);
  });

  test('removed, its provider calls nobody, and its conversations stay', async () => {
    const { bot, id } = await connected();
    await bot.says(ANN, BIKE);
    await untilSent(bot, 1);
    const conversation = await conversationOf(id);
    ok(await api.call('DELETE', `${path}/${id}`, { caller: owner.caller }));
    expect(bot.webhook()).toBeNull();
    expect(await olga.get(conversation)).toMatchObject({ id: conversation, channel: null });
  });
});

describe.each(await openJourneyDatabases())(
  'an agent on Telegram without a public address on $name',
  async ({ database }) => {
    const telegram = await startTelegramStandIn();
    const api = await startTestApi(database, { TELEGRAM_API_URL: telegram.url });
    afterAll(async () => {
      await api.stop();
      await telegram.close();
    });

    test('asks for what people write, each once, also after a failure', async () => {
      const { owner, agentId } = await makeInbox(api, database, 0);
      const bot = telegram.addBot();
      const path = `/v2/workspaces/${owner.uid}/agents/${agentId}/channels/telegram`;
      ok(await api.call('POST', path, { caller: owner.caller, body: { token: bot.token } }));
      expect(bot.webhook()).toBeNull();
      await bot.says(ANN, BIKE);
      const answers = () => bot.sent(ANN).filter(({ text }) => text.includes(COST)).length;
      await until(
        async () => answers(),
        (count) => count === 1,
      );
      telegram.next('reset', { on: /getUpdates/ });
      await bot.says(ANN, 'How much is an electric bike a day?');
      await until(
        async () => answers(),
        (count) => count === 2,
        90_000,
      );
      const { rows } = await database.unscoped.execute(sql`
      select m.id from messages m join channel_conversations h using (conversation_id)
      where h.workspace_uid = ${owner.uid} and m.role = 'visitor'`);
      expect(rows).toHaveLength(2);
    });
  },
);
