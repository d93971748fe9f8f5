import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createAgent, ok, signUp } from '../factories/api-factory.ts';
import { makeChannelWorld } from '../factories/channel-journey-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startDiscordStandIn } from '../harness/discord-stand-in.ts';

const BIKE = 'What does an electric bike cost?';
const COST = 'An electric bike costs 28 euros a day.';
const ANN = '5123456789012345678';
const BEN = '5123456789012345679';

describe.each(await openJourneyDatabases())('an agent on Discord on $name', async ({ database }) => {
  const discord = await startDiscordStandIn();
  const { gateway } = discord;
  const api = await startTestApi(database, { DISCORD_API_URL: discord.url });
  afterAll(async () => {
    await api.stop();
    await discord.close();
  });
  const world = await makeChannelWorld(api, database);
  const { owner, olga, path, list, read, connect, conversationOf, deliveryOf, say, addFile } = world;
  type Bot = ReturnType<typeof discord.addBot>;
  const untilOn = (bot: Bot, sessions = 0) =>
    until(
      async () => gateway.isConnected(bot.token) && gateway.counts.identified > sessions,
      (isOn) => isOn,
    );
  const connected = async (bot = discord.addBot()) => {
    const { id }: { id: string } = ok(await connect('discord', { token: bot.token }));
    await untilOn(bot);
    return { bot, id };
  };
  const texts = (bot: Bot, person = ANN) => bot.sent(person).map(({ content }) => content);
  const untilSent = (bot: Bot, count: number, person = ANN) =>
    until(
      async () => texts(bot, person),
      (all) => all.length >= count,
    );
  const change = (method: string, id: string, rest = '', body?: object) =>
    api.call(method, `${path}/${id}${rest}`, { caller: owner.caller, ...(body ? { body } : {}) });
  const untilState = (id: string, state: string) =>
    until(
      () => read(id),
      (found) => found?.state === state,
    );
  const saidBy = async (conversation: string, role: string): Promise<string[]> => {
    const { transcript } = await olga.get(conversation);
    return transcript.filter((one: { role: string }) => one.role === role).map(({ text }: { text: string }) => text);
  };
  const notices = async (bot: Bot): Promise<number> => {
    const { items } = ok(await api.call('GET', `/v2/workspaces/${owner.uid}/notifications`, { caller: owner.caller }));
    return items.filter(
      ({ kind, values }: { kind: string; values: { channel?: string } }) =>
        kind === 'channel_failing' && values.channel === bot.username,
    ).length;
  };

  test('a bot is connected by its token, waits for the first message, and answers with its source', async () => {
    const { bot, id } = await connected();
    const shown = { provider: 'discord', handle: bot.username, externalId: bot.id, accountId: bot.applicationId };
    expect(await read(id)).toMatchObject({ ...shown, state: 'waiting', name: 'Harbour', answersMentions: false });
    expect(JSON.stringify(await list())).not.toContain(bot.token);
    bot.says(ANN, BIKE);
    const [answer] = await untilSent(bot, 1);
    expect(answer).toContain('talking to an AI');
    expect(answer).toContain(COST);
    expect(bot.typing).toContain(ANN);
    expect(await read(id)).toMatchObject({ state: 'connected', lastInAt: expect.any(String), waiting: 0 });
  });

  test('a token that Discord does not know, and a bot that answers for others, are told apart', async () => {
    const unknown = await connect('discord', { token: `${'A'.repeat(24)}.${'A'.repeat(6)}.${'A'.repeat(38)}` });
    expect(unknown).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('does not know this token') },
    });
    expect((await connect('discord', { token: 'hello' })).status).toBe(400);
    const { bot } = await connected();
    const second = await createAgent(api, owner);
    const there = `/v2/workspaces/${owner.uid}/agents/${second}/channels/discord`;
    const asked = await api.call('POST', there, { caller: owner.caller, body: { token: bot.token } });
    expect(asked).toMatchObject({ status: 409, body: { message: expect.stringContaining('Take over?') } });
    const stranger = await signUp(api);
    const theirs = await createAgent(api, stranger);
    const elsewhere = await api.call('POST', `/v2/workspaces/${stranger.uid}/agents/${theirs}/channels/discord`, {
      caller: stranger.caller,
      body: { token: bot.token, takesOver: true },
    });
    expect(elsewhere).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('in another workspace') },
    });
  });

  test('on a server it answers whoever mentions it, once that is wanted; everybody has a conversation of their own', async () => {
    const { bot, id } = await connected();
    const place = bot.addChannel();
    bot.saysOn(place, ANN, 'Before it was wanted', true);
    bot.says(BEN, BIKE);
    await untilSent(bot, 1, BEN);
    expect(bot.sentTo(place)).toEqual([]);
    const { resumed, identified } = gateway.counts;
    ok(await change('PATCH', id, '', { answersMentions: true }));
    expect(await read(id)).toMatchObject({ answersMentions: true });
    // Between two connections: what is written is told when the session goes on.
    bot.says(BEN, 'When are you open?');
    await until(
      async () => gateway.counts.resumed,
      (count) => count === resumed + 1,
    );
    await untilSent(bot, 2, BEN);
    expect(gateway.counts.identified).toBe(identified);
    bot.saysOn(place, ANN, 'To nobody', false);
    bot.saysOn(place, ANN, BIKE, true);
    bot.saysOn(place, BEN, BIKE, true);
    const answers = await until(
      async () => bot.sentTo(place),
      (all) => all.length >= 2,
    );
    expect(answers.map(({ content }) => /^<@(\d+)> /.exec(content)?.[1]).toSorted()).toEqual([ANN, BEN]);
    expect(answers.flatMap(({ pings }) => pings)).toEqual([]);
    const { rows } = await database.unscoped.execute(sql`
      select t.thread, array_agg(m.text order by m.position) as said from channel_threads t
      join channel_conversations h on h.thread_id = t.id join messages m on m.conversation_id = h.conversation_id
      where t.connection_id = ${id} and m.role = 'visitor' group by t.thread`);
    const said = (rows as { thread: string; said: string[] }[]).filter(({ thread }) => thread.startsWith(place));
    expect(said.map((one) => one.said)).toEqual([[BIKE], [BIKE]]);
  });

  test('bots, hooks and its own lines are not answered', async () => {
    const { bot, id } = await connected();
    bot.person(BEN, { username: 'helper', global_name: null });
    const line = bot.write(BEN, { content: BIKE });
    bot.post({ ...line, author: { ...line.author, bot: true } });
    bot.post({ ...bot.write(BEN, { content: BIKE }), webhook_id: '5123456789012345000' });
    bot.post({ ...bot.write(BEN, { content: BIKE }), author: bot.user });
    bot.says(ANN, BIKE);
    await untilSent(bot, 1);
    bot.says(ANN, 'When are you open?');
    await untilSent(bot, 2);
    expect(bot.allSent().length).toBe(bot.sent(ANN).length);
    const { rows } = await database.unscoped.execute(sql`select 1 from channel_threads where connection_id = ${id}`);
    expect(rows).toHaveLength(1);
  });

  test('what is told again, in any order, is one message, one answer and one charge', async () => {
    const { bot, id } = await connected();
    bot.says(ANN, 'Hello there');
    bot.says(ANN, BIKE);
    gateway.again(bot.token, (events) => [...events, ...events.toReversed()]);
    await untilSent(bot, 1);
    gateway.again(bot.token, (events) => [...events.toReversed(), ...events]);
    bot.says(ANN, 'Thank you');
    await untilSent(bot, 2);
    const conversation = await conversationOf(id);
    expect(await saidBy(conversation, 'visitor')).toEqual(['Hello there', BIKE, 'Thank you']);
    expect(texts(bot)).toHaveLength(2);
    // Planted: a key of its own for each time that it is told.
    const { rows } = await database.unscoped.execute(sql`
      select event_key from channel_inbox where thread_id in (select id from channel_threads where connection_id = ${id})`);
    expect(rows).toHaveLength(3);
  });

  test('a picture comes in as a file, loaded without the token; a sticker is told that it cannot be read', async () => {
    const { bot, id } = await connected();
    const made = sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } });
    const picture = new Uint8Array(await made.jpeg().toBuffer());
    bot.sends(ANN, { name: 'boat.jpg', type: 'image/jpeg', bytes: picture }, 'Our boat');
    await untilSent(bot, 1);
    const { transcript } = await olga.get(await conversationOf(id));
    const said = transcript.find(({ role }: { role: string }) => role === 'visitor');
    expect(said).toMatchObject({ text: 'Our boat', attachments: [{ name: 'boat.jpg', type: 'image/jpeg' }] });
    expect(discord.leaks).toEqual([]);
    bot.post(bot.write(ANN, { sticker_items: [{ id: '5', name: 'Wave', format_type: 1 }] }));
    expect((await untilSent(bot, 2)).at(-1)).toBe('I can read text, pictures and documents here, but not this.');
  });

  test('a person takes over in the inbox; what they say goes in pieces of 2,000 signs with a file, and the agent answers again', async () => {
    await olga.online();
    const { bot, id } = await connected();
    bot.person(ANN, { username: 'ann', global_name: 'Ann Lee' });
    bot.says(ANN, 'I want to talk to a person');
    await untilSent(bot, 1);
    const conversation = await conversationOf(id);
    const [item] = (await olga.list()).items;
    expect(item).toMatchObject({ id: conversation, channel: 'discord', nameOnPage: 'Ann Lee', state: 'waiting' });
    ok(await olga.post(conversation, 'claim'));
    const before = texts(bot).length;
    const words = Array.from({ length: 600 }, (_, at) => `größer${at}`).join(' ');
    const file = new File(['Open from nine.'], 'hours.txt', { type: 'text/plain' });
    await say(conversation, words, [await addFile(conversation, file)]);
    await until(
      () => deliveryOf(conversation),
      (found) => found?.state === 'sent',
    );
    const sent = bot.sent(ANN).slice(before);
    const pieces = sent.filter((one) => one.file === null).map(({ content }) => content);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.every((piece) => piece.length <= 2_000)).toBe(true);
    expect(pieces.join(' ').replace('**Olga:** ', '').replace('Olga: ', '')).toBe(words);
    expect(sent.at(-1)).toMatchObject({ file: { name: 'hours.txt' } });
    bot.says(ANN, 'Great');
    await world.untilSaid(conversation, 'Great');
    expect(bot.sent(ANN)).toHaveLength(before + sent.length);
    ok(await olga.post(conversation, 'give-back'));
    bot.says(ANN, BIKE);
    await until(
      async () => texts(bot),
      (all) => all.some((text) => text.includes(COST)),
    );
  });

  test.each([
    ['asks to wait', { tooMany: 1 }],
    ['asks everybody to wait', { tooMany: 1.5, isGlobal: true }],
    ['is away', 'down'],
  ] as const)('Discord %s: the answer arrives once', async (_what, fault) => {
    const { bot, id } = await connected();
    discord.next(fault, { on: /messages/, times: 2 });
    bot.says(ANN, BIKE);
    await untilSent(bot, 1);
    await until(
      () => read(id),
      (found) => found?.waiting === 0,
    );
    expect(texts(bot)).toHaveLength(1);
  });

  test('an answer that Discord took without saying so is not there twice', async () => {
    const { bot, id } = await connected();
    discord.next('reset', { on: /messages/ });
    bot.says(ANN, BIKE);
    await untilSent(bot, 1);
    await until(
      () => read(id),
      (found) => found?.waiting === 0,
      60_000,
    );
    expect(texts(bot)).toHaveLength(1);
    const calls = discord.requests.filter(({ token, path: at }) => token === bot.token && at.endsWith('/messages'));
    expect(calls).toHaveLength(2);
  }, 90_000);

  test('a session that is invalid is followed by another one', async () => {
    const { bot } = await connected();
    bot.says(ANN, BIKE);
    await untilSent(bot, 1);
    const { identified } = gateway.counts;
    gateway.say(bot.token, { op: 9, d: false });
    gateway.forget(bot.token);
    await until(
      async () => gateway.isConnected(bot.token),
      (isOn) => !isOn,
    );
    await untilOn(bot, identified);
    bot.says(ANN, 'When are you open?');
    await untilSent(bot, 2);
  }, 60_000);

  test('a connection that breaks loses nothing of what is written meanwhile', async () => {
    const { bot, id } = await connected();
    bot.says(ANN, 'One');
    await untilSent(bot, 1);
    const { identified } = gateway.counts;
    gateway.drop(bot.token);
    for (const line of ['Two', 'Three']) bot.says(ANN, line);
    await untilSent(bot, 2);
    const conversation = await conversationOf(id);
    expect(await saidBy(conversation, 'visitor')).toEqual(['One', 'Two', 'Three']);
    expect(gateway.counts.identified).toBe(identified);
  });

  test('a token that is replaced: one notification, nobody is called; with the new one it answers again', async () => {
    const { bot, id } = await connected();
    bot.says(ANN, BIKE);
    await untilSent(bot, 1);
    const old = bot.token;
    const token = discord.reissue(bot);
    await untilState(id, 'token_dead');
    const calls = () => discord.requests.filter((one) => one.token === old).length;
    const sofar = calls();
    await until(
      () => notices(bot),
      (count) => count > 0,
    );
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect([await notices(bot), calls() - sofar]).toEqual([1, 0]);
    ok(await connect('discord', { token }));
    await untilOn(bot);
    expect(await read(id)).toMatchObject({ state: 'connected' });
    bot.says(ANN, 'When are you open?');
    await untilSent(bot, 2);
  }, 60_000);

  test('a bot that may not hear what people write says so, until it may', async () => {
    const { bot, id } = await connected();
    gateway.close(bot.token, 4_014);
    const told = await until(
      () => read(id),
      (found) => found?.problem !== '',
    );
    expect(told?.problem).toContain('Privileged Gateway Intents (4014)');
    ok(await connect('discord', { token: bot.token }));
    await untilOn(bot);
    expect(await read(id)).toMatchObject({ problem: '' });
    bot.says(ANN, BIKE);
    await untilSent(bot, 1);
  });

  test('while it is paused nothing is answered; resumed, what waits is', async () => {
    const { bot, id } = await connected();
    ok(await change('POST', id, '/pause'));
    bot.says(ANN, BIKE);
    const kept = sql`select 1 from channel_threads where connection_id = ${id} and due_at is null`;
    await until(
      async () => (await database.unscoped.execute(kept)).rows,
      (rows) => rows.length === 1,
    );
    expect(texts(bot)).toEqual([]);
    ok(await change('POST', id, '/resume'));
    await untilSent(bot, 1);
  });

  test('removed, it is not connected any more, and its conversations stay', async () => {
    const { bot, id } = await connected();
    bot.says(ANN, BIKE);
    await untilSent(bot, 1);
    const conversation = await conversationOf(id);
    ok(await change('DELETE', id));
    await until(
      async () => gateway.isConnected(bot.token),
      (isOn) => !isOn,
      30_000,
    );
    expect(await olga.get(conversation)).toMatchObject({ id: conversation, channel: null });
  }, 60_000);
});
