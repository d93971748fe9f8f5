import { afterAll, describe, expect, test } from 'vitest';
import { startDiscordStandIn } from '../../../test/harness/discord-stand-in.ts';
import { type OutgoingPart, SendUnsure, type SentFile } from '../../domain/channels/channels.ports.ts';
import { makeDiscord } from './discord-channel.ts';

const discord = await startDiscordStandIn();
afterAll(() => discord.close());
const options = { baseUrl: discord.url, contact: 'https://app.example.test' };
const channel = makeDiscord(options);
const hasty = makeDiscord({ ...options, wholeMs: 300 });
const ANN = '5123456789012345678';

/** A bot to which Ann has written. */
function begin() {
  const bot = discord.addBot({ name: 'Harbour Help' });
  const account = { token: bot.token, hookSecret: '', externalId: bot.id, accountId: bot.applicationId };
  return { bot, account, thread: bot.channelOf(ANN) };
}
const text = (said: string): OutgoingPart => ({ kind: 'text', text: said });
const sending = (thread: string, part: OutgoingPart, ref = 'm:0', file: SentFile | null = null) => ({
  ...{ thread, part, file, ref },
  hookUrl: null,
});
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('It was carried out.'),
    (error: unknown) => error as Error & { kind?: string; retryAfterMs?: number },
  );
const asked = (token: string, on: RegExp) =>
  discord.requests.filter((one) => one.token === token && on.test(`${one.method} ${one.path}`));

describe('a bot', () => {
  test('is known by its token, with its application', async () => {
    const { bot, account } = begin();
    expect(await channel.identify(account)).toEqual({
      externalId: bot.id,
      accountId: bot.applicationId,
      name: 'Harbour Help',
      handle: bot.username,
      hookUrl: '',
    });
  });

  test.each(['', 'x', 'a.b.c', `${'A'.repeat(24)}.${'A'.repeat(6)}.${'A'.repeat(38)}\r\nx: y`])(
    'a token that is none, %j, is refused and goes nowhere',
    async (token) => {
      const before = discord.requests.length;
      expect(await failure(channel.identify({ ...begin().account, token }))).toMatchObject({ kind: 'unauthorized' });
      expect(discord.requests.length).toBe(before);
    },
  );

  test('nobody calls us', () => {
    const hook = { url: '', headers: {}, body: new Uint8Array() };
    expect(channel.verify(hook, begin().account)).toBe(false);
    expect(channel.parse(hook, begin().account)).toEqual([]);
  });
});

describe('what we say', () => {
  test('goes out as it was planned, in its order, within what a message holds, and pings nobody', async () => {
    const { bot, account, thread } = begin();
    const plan = channel.plan({
      text: `# Prices\n\n**S** is \`10\` <@${ANN}> @everyone.\n\n${'A word_and *another* one. '.repeat(240)}`,
      sources: [{ title: 'Prices', url: 'https://a.co/p_q_r' }],
      files: [],
    });
    expect(plan.length).toBeGreaterThan(3);
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
    const ids = [];
    for (const [at, part] of plan.entries()) ids.push(await channel.send(account, sending(thread, part, `m:${at}`)));
    const sent = bot.sent(ANN);
    expect(sent.map(({ id }) => id)).toEqual(ids);
    expect(sent[0]?.content).toMatch(/^\*\*Prices\*\*\n\n\*\*S\*\* is `10` \\<@\d+> @everyone\./);
    expect(sent.at(-1)?.content).toMatch(/\n\nPrices \(https:\/\/a\.co\/p_q_r\)$/);
    expect(sent.flatMap(({ pings }) => pings)).toEqual([]);
    expect(sent.every(({ flags, nonce }) => flags === 4 && nonce.length === 24)).toBe(true);
  });

  test('choices are rows of buttons below the last of it, whose labels are whole', async () => {
    const { bot, account, thread } = begin();
    const choices = Array.from({ length: 7 }, (_, at) => ({ id: `pick${at}`, label: `${at} ${'l'.repeat(78)}` }));
    expect(channel.takesButtons?.(choices)).toBe(true);
    const parts = channel.plan({ text: 'A line. '.repeat(300), sources: [], files: [], choices });
    expect(parts).toHaveLength(2);
    for (const [at, part] of parts.entries()) await channel.send(account, sending(thread, part, `m:${at}`));
    const rows = bot.sent(ANN).map((one) => one.rows.map((row) => row.map(({ custom_id }) => custom_id)));
    expect(rows).toEqual([[], [choices.slice(0, 5).map(({ id }) => id), choices.slice(5).map(({ id }) => id)]]);
    const place = bot.addChannel();
    await channel.send(account, sending(`${place}/${ANN}`, parts[1]!, 'm:9'));
    expect(bot.sentTo(place)[0]?.rows[0]?.[0]?.custom_id).toBe(`${ANN}/pick0`);
  });

  test('what Discord would refuse or cut is no button', () => {
    const many = Array.from({ length: 25 }, (_, at) => ({ id: `pick${at}`, label: `Choice ${at}` }));
    expect(channel.takesButtons?.(many)).toBe(true);
    expect(channel.takesButtons?.([...many, { id: 'more', label: 'One more' }])).toBe(false);
    expect(channel.takesButtons?.([{ id: 'long', label: 'l'.repeat(81) }])).toBe(false);
  });

  test('more than a channel takes at once waits here, and is not refused', async () => {
    const { bot, account, thread } = begin();
    for (let at = 0; at < 6; at += 1) await channel.send(account, sending(thread, text(`Line ${at}`), `m:${at}`));
    expect(bot.sent(ANN)).toHaveLength(6);
    expect(asked(bot.token, /messages/).filter(({ status }) => status === 429)).toEqual([]);
  }, 15_000);

  test('sent again under the same reference it is the same message', async () => {
    const { bot, account, thread } = begin();
    discord.next('reset', { on: /messages/ });
    expect(await failure(channel.send(account, sending(thread, text('Hello'))))).toBeInstanceOf(SendUnsure);
    const id = await channel.send(account, sending(thread, text('Hello')));
    expect(bot.sent(ANN).map((one) => one.id)).toEqual([id]);
    await channel.send(account, sending(thread, text('Hello'), 'm:1'));
    expect(bot.sent(ANN)).toHaveLength(2);
  });

  test('on a server its first part begins with whom it is for, who is not pinged', async () => {
    const { bot, account } = begin();
    const place = bot.addChannel();
    const most = channel.plan({ text: 'x'.repeat(1_975), sources: [], files: [] });
    expect(most).toHaveLength(1);
    await channel.send(account, sending(`${place}/${ANN}`, most[0]!, 'm:0'));
    await channel.send(account, sending(`${place}/${ANN}`, text('two'), 'm:1'));
    const sent = bot.sentTo(place);
    expect(sent.map(({ content }) => content.slice(0, 24))).toEqual([`<@${ANN}> x`, 'two']);
    expect(sent.flatMap(({ pings }) => pings)).toEqual([]);
    await channel.showTyping(account, `${place}/${ANN}`, '');
    await channel.showTyping(account, bot.channelOf(ANN), '');
    expect(bot.typing).toEqual([place, ANN]);
  });

  test('files are uploaded as they are called', async () => {
    const { bot, account, thread } = begin();
    const file = { name: 'Preisliste März "1".pdf', type: 'application/pdf', bytes: new Uint8Array([1, 2, 3]) };
    const part = { kind: 'file', fileId: 'fil_1', name: file.name, type: file.type } as const;
    await channel.send(account, sending(thread, part, 'm:0', file));
    expect(bot.sent(ANN)).toMatchObject([{ file, content: '' }]);
    expect(await failure(channel.send(account, sending(thread, part, 'm:0', null)))).toMatchObject({ kind: 'invalid' });
    const large = { ...file, bytes: new Uint8Array(10 * 1024 * 1024 + 1) };
    expect(await failure(channel.send(account, sending(thread, part, 'm:1', large)))).toMatchObject({
      kind: 'invalid',
    });
  });
});

describe('files that people send', () => {
  test('are loaded up to a size, and nobody there gets the token', async () => {
    const { bot, account } = begin();
    const bytes = new Uint8Array(200_000).fill(7);
    const { url, filename } = bot.attach({ name: 'a.pdf', type: 'application/pdf', bytes });
    const media = { ref: url, name: filename, type: 'application/pdf', bytes: null };
    expect(await channel.loadMedia(account, media, 200_000)).toEqual({ name: 'a.pdf', type: 'application/pdf', bytes });
    expect(await failure(channel.loadMedia(account, media, 199_999))).toMatchObject({ kind: 'invalid' });
    expect(await failure(channel.loadMedia(account, { ...media, ref: `${url}x` }, 10))).toMatchObject({
      kind: 'invalid',
    });
    discord.next('reset', { on: /^file$/ });
    expect(await failure(channel.loadMedia(account, media, 200_000))).toMatchObject({ kind: 'unreachable' });
    expect(discord.leaks).toEqual([]);
  });

  test.each([
    'https://cdn.discordapp.com.example.com/a',
    'http://cdn.discordapp.com/a',
    'https://169.254.169.254/a',
    'file:///etc/passwd',
    'x',
  ])('an address elsewhere, %s, is not asked', async (ref) =>
    expect(
      await failure(channel.loadMedia(begin().account, { ref, name: 'a', type: 'a/b', bytes: null }, 10)),
    ).toMatchObject({ kind: 'invalid', message: 'Discord named a file of somebody else.' }),
  );
});

describe('what goes wrong', () => {
  const send = ({ account, thread }: ReturnType<typeof begin>, by = channel) =>
    by.send(account, sending(thread, text('Hello')));

  test('a token that was taken back', async () => {
    const begun = begin();
    begun.bot.standing.isRevoked = true;
    expect(await failure(send(begun))).toMatchObject({ kind: 'unauthorized' });
    expect(await failure(channel.identify(begun.account))).toMatchObject({ kind: 'unauthorized' });
  });

  test('somebody who does not let the bot write, and a channel that is not there', async () => {
    const begun = begin();
    begun.bot.block(ANN);
    expect(await failure(send(begun))).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('50007') });
    expect(await failure(channel.send(begun.account, sending('77', text('Hello'))))).toMatchObject({
      kind: 'forbidden',
    });
    const before = discord.requests.length;
    expect(await failure(channel.send(begun.account, sending('../users/@me', text('Hello'))))).toMatchObject({
      kind: 'invalid',
    });
    expect(discord.requests.length).toBe(before);
  });

  test.each([{ tooMany: 7.5 }, { tooMany: 7.5, isGlobal: true }])(
    'too much at once, %j, is told with its delay',
    async (fault) => {
      discord.next(fault);
      expect(await failure(send(begin()))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 7_500 });
    },
  );

  test.each([
    ['down', 'unreachable'],
    ['broken', 'unreachable'],
    // The network before Discord shuts an address out, which is nobody's wish not to be written to.
    ['shutOut', 'unreachable'],
  ] as const)('%s', async (fault, kind) => {
    discord.next(fault);
    expect(await failure(send(begin()))).toMatchObject({ kind });
  });

  test.each(['reset', 'garbage', 'endless', 'silent'] as const)('%s: it may have been sent', async (fault) => {
    const begun = begin();
    discord.next(fault, { on: /messages/ });
    const error = await failure(send(begun, hasty));
    expect(error).toBeInstanceOf(SendUnsure);
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain(begun.bot.token);
    expect(begun.bot.sent(ANN)).toHaveLength(1);
  });

  test('nobody there: nothing was sent', async () => {
    const away = makeDiscord({ ...options, baseUrl: 'http://127.0.0.1:9' });
    expect(await failure(send(begin(), away))).toMatchObject({ kind: 'unreachable' });
  });
});
