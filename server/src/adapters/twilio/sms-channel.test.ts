import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTwilioStandIn, type TwilioFault } from '../../../test/harness/twilio-stand-in.ts';
import { makeSms } from './sms-channel.ts';

const twilio = await startTwilioStandIn();
afterAll(() => twilio.close());
const channel = makeSms({ baseUrl: twilio.url });
const hasty = makeSms({ baseUrl: twilio.url, wholeMs: 300 });
const ANN = '+15550100142';
const HOOK = 'https://app.example.test/api/na/hooks/sms/key';

function begin(options: Parameters<typeof twilio.addNumber>[0] = {}) {
  const number = twilio.addNumber(options);
  const { sid: accountId, token } = number.account;
  return { number, account: { token, hookSecret: token, externalId: number.number, accountId } };
}
type Account = ReturnType<typeof begin>['account'];
const send = (account: Account, text: string, { to = ANN, by = channel } = {}) =>
  by.send(account, {
    ...{ thread: to, part: { kind: 'text', text }, file: null, hookUrl: HOOK },
    ref: '5f1c9a50-0000-4000-8000-000000000001:0',
  });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('It was carried out.'),
    (error: unknown) => error as Error & { kind?: string; retryAfterMs?: number; field?: string; fault?: string },
  );

describe('a number', () => {
  test('is found among those that contain it, and told where to call; an own address is nobody’s at first', async () => {
    const { number, account } = begin({ name: 'Harbour' });
    const identity = { externalId: number.number, name: 'Harbour', handle: number.number };
    expect(await channel.identify(account)).toEqual({ ...identity, hookUrl: '' });
    await channel.listen(account, { url: HOOK, verifyToken: '' });
    expect(await channel.identify(account)).toEqual({ ...identity, hookUrl: HOOK });
    expect(twilio.requests.at(-2)?.given).toEqual({
      ...{ SmsUrl: HOOK, SmsMethod: 'POST', SmsFallbackUrl: '', SmsApplicationSid: '' },
    });
    await channel.leave(account);
    expect((await channel.identify(account)).hookUrl).toBe('');
  });

  test('an application that is called in place of its address is somebody', async () => {
    const { number, account } = begin();
    number.setHook('', `AP${'a'.repeat(32)}`);
    expect((await channel.identify(account)).hookUrl).toBe(`https://AP${'a'.repeat(32)}`);
    await channel.listen(account, { url: HOOK, verifyToken: '' });
    expect((await channel.identify(account)).hookUrl).toBe(HOOK);
  });

  test('what is not right of an account is told', async () => {
    const { account } = begin();
    const of = (more: Partial<Account>) => failure(channel.identify({ ...account, ...more }));
    expect(await of({ token: 'a'.repeat(32) })).toMatchObject({ kind: 'unauthorized' });
    expect(await of({ accountId: `AC${'a'.repeat(32)}` })).toMatchObject({ kind: 'unauthorized' });
    expect(await of({ externalId: '+15550100100' })).toMatchObject({ field: 'externalId', fault: 'twilioNumber' });
    expect(await of({ externalId: account.externalId.slice(0, -1) })).toMatchObject({ fault: 'twilioNumber' });
    expect(await failure(channel.identify(begin({ sms: false }).account))).toMatchObject({ fault: 'twilioNoSms' });
  });

  test('a name that is no account’s leads nowhere', async () => {
    const before = twilio.requests.length;
    for (const accountId of ['', '../..', `AC${'a'.repeat(31)}/`, `AC${'A'.repeat(32)}`])
      expect(await failure(channel.identify({ ...begin().account, accountId }))).toMatchObject({
        kind: 'unauthorized',
      });
    expect(twilio.requests.length).toBe(before);
  });
});

describe('what is said', () => {
  const file = {
    id: 'fil_1',
    name: 'hours.pdf',
    type: 'application/pdf',
    bytes: 3,
    url: 'https://app.example.test/f/1',
  };

  test('is plain, in the alphabet of GSM, with sources and files as addresses', () => {
    const sources = [{ title: 'Prices', url: 'https://harbour.example.com/prices' }];
    expect(channel.plan({ text: '**“Two”** [bikes](https://a.test/b) – 5…', sources, files: [file] })).toEqual([
      {
        kind: 'text',
        text: '"Two" bikes (https://a.test/b) - 5...\n\nPrices (https://harbour.example.com/prices)\nhours.pdf (https://app.example.test/f/1)',
      },
    ]);
    expect(channel.plan({ text: '', sources: [], files: [file] })).toEqual([
      { kind: 'text', text: 'hours.pdf (https://app.example.test/f/1)' },
    ]);
  });

  test('is taken by Twilio, which tells us by our own name of it', async () => {
    const { number, account } = begin();
    const id = await send(account, 'Two left.');
    expect(number.sent(ANN)).toEqual([
      {
        ...{ sid: id, body: 'Two left.', encoding: 'GSM-7', segments: 1, at: expect.any(Number) },
        callback: `${HOOK}?ref=5f1c9a50-0000-4000-8000-000000000001.0`,
      },
    ]);
  });

  test.each([
    ['to somebody who took themselves off', 'forbidden', 'off'],
    ['to somebody who cannot receive it', 'forbidden', 'shut'],
    ['to what is no number', 'forbidden', 'none'],
    ['by a token that has ended', 'unauthorized', 'token'],
    ['from a number that is not ours any more', 'unauthorized', 'gone'],
  ])('%s fails as %s', async (_what, kind, how) => {
    const { number, account } = begin();
    if (how === 'off') number.offQuietly(ANN);
    if (how === 'shut') number.shut(ANN);
    if (how === 'token') twilio.reissue(number);
    if (how === 'gone') {
      begin({ account: number.account });
      twilio.release(number);
    }
    const failed = await failure(send(account, 'Two left.', how === 'none' ? { to: '12345' } : {}));
    expect(failed).toMatchObject({ kind });
    expect(failed.message).not.toContain(account.token);
    expect(number.sent(ANN)).toEqual([]);
  });

  test.each([
    ['tooMany', { kind: 'rate_limited', retryAfterMs: 1_000 }, 0],
    ['broken', { kind: 'unreachable' }, 0],
    ['down', { kind: 'unreachable' }, 0],
    ['gateway', { name: 'SendUnsure' }, 1],
    ['reset', { name: 'SendUnsure' }, 1],
    ['garbage', { name: 'SendUnsure' }, 1],
    ['endless', { name: 'SendUnsure' }, 1],
    ['silent', { name: 'SendUnsure' }, 1],
  ] as [TwilioFault, object, number][])(
    'where Twilio is %s, it is known whether it may have left',
    async (fault, failed, left) => {
      const { number, account } = begin();
      twilio.next(fault);
      expect(await failure(send(account, 'Two left.', { by: fault === 'silent' ? hasty : channel }))).toMatchObject(
        failed,
      );
      expect(number.sent(ANN)).toHaveLength(left);
    },
  );

  test('nobody who listens means that nothing left', async () => {
    const { account } = begin();
    expect(await failure(send(account, 'Hi', { by: makeSms({ baseUrl: 'http://127.0.0.1:9' }) }))).toMatchObject({
      kind: 'unreachable',
    });
  });
});

describe('a file that somebody sent', () => {
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 1]);
  const sentTo = (number: ReturnType<typeof begin>['number']) => {
    const ref = number.pictured(ANN, { type: 'image/jpeg', bytes }).fields.MediaUrl0 ?? '';
    return { ref, name: 'photo.jpg', type: 'image/jpeg', bytes: null };
  };

  test('is loaded from where Twilio keeps it, without the token', async () => {
    const { number, account } = begin();
    twilio.fetched.length = 0;
    expect(await channel.loadMedia(account, sentTo(number), 1_000)).toEqual({
      ...{ name: 'photo.jpg', type: 'image/jpeg', bytes },
    });
    expect(twilio.fetched).toEqual([{ authorization: null }]);
  });

  test('is not loaded where it is larger than it may be', async () => {
    const { number, account } = begin();
    expect(await failure(channel.loadMedia(account, sentTo(number), 3))).toMatchObject({ kind: 'invalid' });
  });

  test('at an address that is not this account’s is not asked for', async () => {
    const { number, account } = begin();
    const media = sentTo(number);
    const { pathname } = new URL(media.ref);
    const before = twilio.requests.length;
    for (const ref of [
      ...[`https://else.example.test${pathname}`, `http://127.0.0.1:9${pathname}`, 'no address'],
      media.ref.replace(account.accountId, `AC${'a'.repeat(32)}`),
      media.ref.replace(/\/Messages.*/, '/Messages.json'),
      media.ref.replace('/Messages/', '/Messages/../../x/'),
    ])
      expect(await failure(channel.loadMedia(account, { ...media, ref }, 1_000))).toMatchObject({ kind: 'invalid' });
    expect(twilio.requests.length).toBe(before);
  });

  test('that is said to lie elsewhere is not asked for there', async () => {
    const asked: unknown[] = [];
    const other = createServer((request, response) => {
      asked.push(request.headers);
      response.end('x');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      twilio.keepFilesAt(null);
      other.close();
    });
    await new Promise((resolve) => other.once('listening', resolve));
    twilio.keepFilesAt(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
    const { number, account } = begin();
    expect(await failure(channel.loadMedia(account, sentTo(number), 1_000))).toMatchObject({ kind: 'invalid' });
    expect(asked).toEqual([]);
  });
});
