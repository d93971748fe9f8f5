import { createServer } from 'node:http';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTelegramStandIn, type TelegramFault } from '../../../test/harness/telegram-stand-in.ts';
import { startWebhookReceiver } from '../../../test/harness/webhook-receiver.ts';
import type { OutgoingPart, SentFile } from '../../domain/channels/channels.ports.ts';
import { makeTelegram } from './telegram-channel.ts';

const telegram = await startTelegramStandIn();
afterAll(() => telegram.close());
const channel = makeTelegram({ baseUrl: telegram.url });
const hasty = makeTelegram({ baseUrl: telegram.url, wholeMs: 300 });
const CHAT = 5_123_456_789;
const THREAD = String(CHAT);

/** A bot to which Ann has written. */
function begin() {
  const bot = telegram.addBot({ name: 'Harbour Help' });
  bot.write(CHAT, { text: '/start' });
  return {
    bot,
    account: { token: bot.token, hookSecret: 'a-secret_of-32-signs-0123456789ab', externalId: '', accountId: '' },
  };
}

const sending = (thread: string, part: OutgoingPart, file: SentFile | null) => ({
  thread,
  part,
  file,
  ref: '',
  hookUrl: null,
});
const text = (said: string): OutgoingPart => ({ kind: 'text', text: said, entities: [] });
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const fileOf = (name: string, type: string, bytes = jpeg) => ({
  part: { kind: 'file', fileId: 'fil_1', name, type } as const,
  file: { name, type, bytes },
});
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('It was carried out.'),
    (error: unknown) => error as Error & { kind?: string; retryAfterMs?: number },
  );

describe('a bot', () => {
  test('is known by its token, and with whom it is connected now', async () => {
    const { bot, account } = begin();
    const identity = { externalId: String(bot.id), name: 'Harbour Help', handle: bot.username, isDeaf: false };
    expect(await channel.identify(account)).toEqual({ ...identity, hookUrl: '' });
    await channel.listen(account, { url: 'https://chat.example.com/api/na/hooks/telegram/key', verifyToken: '' });
    expect(await channel.identify(account)).toEqual({
      ...identity,
      hookUrl: 'https://chat.example.com/api/na/hooks/telegram/key',
    });
    expect(telegram.requests.findLast(({ method }) => method === 'setWebhook')?.given).toEqual({
      url: 'https://chat.example.com/api/na/hooks/telegram/key',
      secret_token: account.hookSecret,
      allowed_updates: ['message', 'edited_message', 'my_chat_member', 'callback_query'],
      drop_pending_updates: false,
    });
    // Connected before presses were asked for.
    const url = 'https://chat.example.com/api/na/hooks/telegram/key';
    await bot.carryOut('setWebhook', { url, secret_token: 's', allowed_updates: ['message'] });
    expect(await channel.identify(account)).toEqual({ ...identity, hookUrl: url, isDeaf: true });
    await channel.leave(account);
    await channel.leave(account);
    expect((await channel.identify(account)).hookUrl).toBe('');
  });

  test.each([
    '',
    'x',
    '12:short',
    '../../etc',
    '1:aaaaaaaaaaaaaaaaaaaaaaaa/../getMe',
    '123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ])('a token that is none, %j, is refused', async (token) => {
    const before = telegram.requests.length;
    expect(await failure(channel.identify({ token, hookSecret: '', externalId: '', accountId: '' }))).toMatchObject({
      kind: 'unauthorized',
    });
    // What cannot be one is not even a part of an address.
    expect(telegram.requests.length - before).toBe(token.length === 45 ? 1 : 0);
  });

  test('an address that Telegram does not call is refused', async () => {
    expect(
      await failure(channel.listen(begin().account, { url: 'http://example.com/hook', verifyToken: '' })),
    ).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('HTTPS'),
    });
  });
});

describe('what people write', () => {
  test('comes signed, each update as often as it is posted, and is read', async () => {
    const { bot, account } = begin();
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.close());
    await channel.listen(account, { url: receiver.url, verifyToken: '' });
    expect(await bot.says(CHAT, 'Hello')).toEqual([200]);
    const [one, two] = [bot.write(CHAT, { text: 'one' }), bot.write(CHAT, { text: 'two' })];
    expect(await bot.post(two, one, one)).toEqual([200, 200, 200]);
    await bot.blocks(CHAT);
    const hooks = receiver.received.map(({ headers, body }) => ({
      url: receiver.url,
      headers: headers as Record<string, string>,
      body: new TextEncoder().encode(body),
    }));
    expect(hooks.every((hook) => channel.verify(hook, account))).toBe(true);
    const events = hooks.flatMap((hook) => channel.parse(hook, account));
    expect(events.map((event) => ('text' in event ? event.text : event.kind))).toEqual([
      'Hello',
      'two',
      'one',
      'one',
      'reachable',
    ]);
    expect(events[2]?.key).toBe(events[3]?.key);
    expect(new Set(events.map(({ key }) => key)).size).toBe(4);
  });

  test.each<[string, Record<string, string | undefined>, string]>([
    ['another secret', { 'x-telegram-bot-api-secret-token': 'b' }, 'a'],
    ['a longer one', { 'x-telegram-bot-api-secret-token': 'aa' }, 'a'],
    ['none', {}, 'a'],
    ['none of ours either', { 'x-telegram-bot-api-secret-token': '' }, ''],
    ['none of ours and none', {}, ''],
  ])('with %s it is not of Telegram', (_name, headers, hookSecret) => {
    expect(
      channel.verify(
        { url: '', headers, body: new Uint8Array() },
        { token: '', hookSecret, externalId: '', accountId: '' },
      ),
    ).toBe(false);
  });

  test('files are loaded, up to a size', async () => {
    const { bot, account } = begin();
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.close());
    await channel.listen(account, { url: receiver.url, verifyToken: '' });
    const bytes = new Uint8Array(200_000).fill(7);
    await bot.photo(CHAT, bytes, 'Look');
    await bot.voice(CHAT, bytes);
    await bot.document(CHAT, { name: 'a.pdf', type: 'application/pdf', bytes });
    for (const { body } of receiver.received) {
      const [event] = channel.parse({ url: '', headers: {}, body: new TextEncoder().encode(body) }, account);
      if (event?.kind !== 'message') throw new Error('No message came.');
      const media = event.media[0]!;
      expect(await channel.loadMedia(account, media, 200_000)).toEqual({ name: media.name, type: media.type, bytes });
      expect(await failure(channel.loadMedia(account, media, 199_999))).toMatchObject({ kind: 'invalid' });
      telegram.next('reset', { on: /^file$/ });
      const lost = await failure(channel.loadMedia(account, media, 200_000));
      expect(lost).toMatchObject({ kind: 'unreachable' });
      expect(`${lost.stack}${JSON.stringify(lost)}`).not.toContain(bot.token);
    }
    const media = { ref: 'nobody-s', name: 'a', type: 'a/b', bytes: null };
    expect(await failure(channel.loadMedia(account, media, 10))).toMatchObject({ kind: 'invalid' });
  });

  test.each<[string, object, Uint8Array | number]>([
    ['a size that is told', { file_path: 'a/b.jpg', file_size: 5_000 }, new Uint8Array(5)],
    ['a size that is not told', { file_path: 'a/b.jpg' }, new Uint8Array(2_000)],
    ['a path that leads elsewhere', { file_path: '../../botx/getMe' }, new Uint8Array(5)],
    ['a file that is gone', { file_path: 'a/b.jpg' }, 404],
  ])('%s is no way around the limits', async (_name, result, file) => {
    const server = createServer((request, response) => {
      if (request.method === 'POST') response.end(JSON.stringify({ ok: true, result }));
      else if (typeof file === 'number') response.writeHead(file).end('{"ok":false,"error_code":404}');
      else response.writeHead(200).end(file);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const other = makeTelegram({ baseUrl: `http://127.0.0.1:${port}` });
    const media = { ref: 'r', name: 'a', type: 'a/b', bytes: null };
    expect(await failure(other.loadMedia(begin().account, media, 1_000))).toMatchObject({ kind: 'invalid' });
  });
});

describe('what we say', () => {
  test('goes out as it was planned, in its order, without a preview of links', async () => {
    const { bot, account } = begin();
    const plan = channel.plan({
      text: `# Prices\n\n**S** is \`10\`.\n\n${'A word and another one. '.repeat(400)}`,
      sources: [{ title: 'Prices', url: 'https://a.co/p' }],
      files: [{ id: 'fil_1', name: 'a.jpg', type: 'image/jpeg', bytes: 7, url: '' }],
    });
    expect(plan.map(({ kind }) => kind)).toEqual(['text', 'text', 'text', 'file']);
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
    const ids = [];
    for (const part of plan)
      ids.push(
        await channel.send(
          account,
          sending(THREAD, part, part.kind === 'file' ? fileOf('a.jpg', 'image/jpeg').file : null),
        ),
      );
    const sent = bot.sent(CHAT);
    expect(sent.map(({ id }) => String(id))).toEqual(ids);
    expect(sent[0]).toMatchObject({
      method: 'sendMessage',
      entities: [{ type: 'bold', offset: 0, length: 6 }, { type: 'bold' }, { type: 'code' }],
    });
    expect(sent[2]?.text).toMatch(/\n\nPrices \(https:\/\/a\.co\/p\)$/);
    expect(telegram.requests.findLast(({ method }) => method === 'sendMessage')?.given.link_preview_options).toEqual({
      is_disabled: true,
    });
    await channel.showTyping(account, THREAD, '');
    expect(bot.typing).toEqual([CHAT]);
  });

  test('has its choices as buttons below the last of its words, where all of them can be', async () => {
    const { bot, account } = begin();
    const choices = [
      { id: 'book', label: 'Book a table' },
      { id: 'hours', label: 'Opening hours' },
    ];
    const plan = channel.plan({ text: 'A word and another one. '.repeat(300), sources: [], files: [], choices });
    expect(plan.map((part) => part.kind === 'text' && (part.buttons ?? null))).toEqual([null, choices]);
    for (const part of plan) await channel.send(account, sending(THREAD, part, null));
    expect(bot.sent(CHAT).map(({ buttons }) => buttons)).toEqual([
      [],
      [
        { text: 'Book a table', callback_data: 'book' },
        { text: 'Opening hours', callback_data: 'hours' },
      ],
    ]);
    expect(channel.takesButtons?.(choices)).toBe(true);
    expect(channel.takesButtons?.([{ id: 'long', label: 'x'.repeat(61) }])).toBe(false);
    expect(channel.takesButtons?.([{ id: 'é'.repeat(33), label: 'x' }])).toBe(false);
    // Its circle turns until it is answered; a press that Telegram does not know any more is a failure.
    const press = bot.press(CHAT, 'Opening hours');
    await channel.answerPress?.(account, press.callback_query.id);
    expect([...bot.pressed]).toEqual([]);
    expect(await failure(channel.answerPress?.(account, '1') ?? Promise.resolve())).toMatchObject({ kind: 'invalid' });
  });

  test.each([
    ['image/png', 'sendPhoto'],
    ['image/jpeg', 'sendPhoto'],
    ['audio/ogg', 'sendVoice'],
    ['audio/mpeg', 'sendAudio'],
    ['audio/mp4', 'sendAudio'],
    ['video/mp4', 'sendVideo'],
    ['image/gif', 'sendDocument'],
    ['application/pdf', 'sendDocument'],
  ])('a file of %s leaves by %s', async (type, method) => {
    const { bot, account } = begin();
    const { part, file } = fileOf('Preisliste März "1".bin', type);
    await channel.send(account, sending(THREAD, part, file));
    expect(bot.sent(CHAT)).toMatchObject([{ method, file }]);
  });

  test('a picture that Telegram does not take as one is sent as a document', async () => {
    const { bot, account } = begin();
    const none = fileOf('a.png', 'image/png', new Uint8Array([1, 2, 3]));
    await channel.send(account, sending(THREAD, none.part, none.file));
    const large = fileOf('b.jpg', 'image/jpeg', new Uint8Array(10 * 1024 * 1024 + 1));
    await channel.send(account, sending(THREAD, large.part, large.file));
    expect(bot.sent(CHAT).map(({ method }) => method)).toEqual(['sendDocument', 'sendDocument']);
    const asked = telegram.requests.filter(({ token }) => token === bot.token).map(({ method }) => method);
    expect(asked).toEqual(['sendPhoto', 'sendDocument', 'sendDocument']);
    expect(await failure(channel.send(account, sending(THREAD, none.part, null)))).toMatchObject({ kind: 'invalid' });
  });
});

describe('what goes wrong', () => {
  const send = ({ account }: ReturnType<typeof begin>, by = channel) =>
    by.send(account, sending(THREAD, text('Hello'), null));

  test('a token that was taken back', async () => {
    const begun = begin();
    begun.bot.revoke();
    expect(await failure(send(begun))).toMatchObject({ kind: 'unauthorized' });
    expect(await failure(channel.identify(begun.account))).toMatchObject({ kind: 'unauthorized' });
  });

  test('somebody who blocked the bot, and somebody who never wrote', async () => {
    const begun = begin();
    expect(await failure(channel.send(begun.account, sending('77', text('Hello'), null)))).toMatchObject({
      kind: 'forbidden',
    });
    begun.bot.blockQuietly(CHAT);
    expect(await failure(send(begun))).toMatchObject({ kind: 'forbidden' });
    expect(await failure(channel.showTyping(begun.account, THREAD, ''))).toMatchObject({ kind: 'forbidden' });
  });

  test('too much at once is told with its delay', async () => {
    telegram.next({ tooMany: 7 });
    expect(await failure(send(begin()))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 7_000 });
  });

  test('a text that Telegram does not take', async () => {
    expect(await failure(channel.send(begin().account, sending(THREAD, text('x'.repeat(4_097)), null)))).toMatchObject({
      kind: 'invalid',
    });
  });

  test('a server with a problem did not send, and is asked again', async () => {
    const begun = begin();
    telegram.next('down');
    expect(await failure(send(begun))).toMatchObject({ kind: 'unreachable' });
    expect(begun.bot.sent(CHAT)).toEqual([]);
  });

  test.each<TelegramFault>(['reset', 'silent', 'garbage', 'endless'])(
    'an answer that is lost, %s: sent, perhaps',
    async (fault) => {
      const begun = begin();
      telegram.next(fault);
      expect(await failure(send(begun, hasty))).toMatchObject({ name: 'SendUnsure' });
      expect(begun.bot.sent(CHAT)).toHaveLength(1);
      telegram.next(fault);
      const file = fileOf('a.jpg', 'image/jpeg');
      expect(await failure(hasty.send(begun.account, sending(THREAD, file.part, file.file)))).toMatchObject({
        name: 'SendUnsure',
      });
      expect(begun.bot.sent(CHAT)).toHaveLength(2);
      for (const call of [
        () => hasty.identify(begun.account),
        () => hasty.listen(begun.account, { url: 'https://example.com/', verifyToken: '' }),
        () => hasty.showTyping(begun.account, THREAD, ''),
      ]) {
        telegram.next(fault);
        const lost = await failure(call());
        expect(lost).toMatchObject({ kind: 'unreachable' });
      }
    },
  );

  test('an answer without an id is none; a refusal that repeats the address does not tell it', async () => {
    const server = createServer((request, response) => {
      const isSend = request.url?.endsWith('/sendMessage');
      response.end(
        JSON.stringify(isSend ? { ok: true, result: {} } : { ok: false, error_code: 400, description: request.url }),
      );
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const other = makeTelegram({ baseUrl: `http://127.0.0.1:${(server.address() as { port: number }).port}` });
    const begun = begin();
    expect(await failure(send(begun, other))).toMatchObject({ name: 'SendUnsure' });
    expect((await failure(other.identify(begun.account))).message).toBe('Telegram said: /bot(token)/getMe');
  });

  test('nobody there: surely not sent', async () => {
    for (const baseUrl of ['http://127.0.0.1:9', 'http://nowhere.invalid']) {
      const away = makeTelegram({ baseUrl });
      expect(await failure(send(begin(), away))).toMatchObject({ kind: 'unreachable', canRetry: true });
    }
  });

  test('no error tells the token', async () => {
    const begun = begin();
    const { token } = begun.bot;
    const errors: unknown[] = [await failure(send(begun, makeTelegram({ baseUrl: 'http://127.0.0.1:9' })))];
    for (const fault of ['reset', 'silent', 'garbage', 'endless', 'down', { tooMany: 1 }] as const) {
      telegram.next(fault);
      errors.push(await failure(send(begun, hasty)));
    }
    errors.push(await failure(channel.send(begun.account, sending('1', text(''), null))));
    begun.bot.revoke();
    errors.push(await failure(send(begun)));
    const told = errors.map((error) => {
      const { stack, cause, ...more } = error as Error;
      return `${error} ${stack} ${String(cause)} ${JSON.stringify(more)}`;
    });
    expect(told).toHaveLength(9);
    for (const one of told) expect(one).not.toContain(token.split(':')[1]);
  });
});
