import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startRelayServer } from '../../../test/harness/relay-server.ts';
import { makeTwilioVoice } from './twilio-voice.ts';

const twilio = await startRelayServer();
afterAll(() => twilio.close());
const voice = makeTwilioVoice({ baseUrl: twilio.url });
const hasty = makeTwilioVoice({ baseUrl: twilio.url, wholeMs: 300 });
const HOOK = 'https://app.example.test/api/na/phone/key';
const ANN = '+12025550142';
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('It was carried out.'),
    (error: unknown) => error as Error & { kind?: string },
  );
function begin(options: Parameters<typeof twilio.addNumber>[0] = {}) {
  const number = twilio.addNumber(options);
  return { number, account: { accountId: number.account.sid, token: number.account.token } };
}

describe('numbers', () => {
  test('of an account are listed, however many pages they are', async () => {
    const { number, account } = begin();
    for (let at = 0; at < 120; at += 1) twilio.addNumber({ account: number.account, takesCalls: at % 2 === 0 });
    const listed = await voice.listNumbers(account);
    expect(listed).toHaveLength(121);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(121);
    expect(listed.filter(({ takesCalls }) => takesCalls)).toHaveLength(61);
    expect(listed[0]).toEqual({
      ...{ id: number.sid, number: number.number, name: 'Harbour', takesCalls: true },
      voice: {
        ...{ url: 'https://demo.twilio.com/welcome/voice/', method: 'POST', fallbackUrl: '', fallbackMethod: 'POST' },
        ...{ applicationId: '', trunkId: '' },
      },
    });
  });

  test.each([
    ['trunk', { TrunkSid: `TK${'a'.repeat(32)}` }],
    ['application', { VoiceApplicationSid: `AP${'b'.repeat(32)}`, VoiceUrl: 'https://other.example.com/' }],
    [null, { VoiceUrl: 'https://other.example.com/voice', VoiceMethod: 'GET', VoiceFallbackUrl: 'https://b.test/' }],
  ])('one that a %s answers for is pointed at us, and is given back as it was', async (by, settings) => {
    const { number, account } = begin();
    Object.assign(number.settings, settings);
    const was = { ...number.settings };
    const [found] = await voice.listNumbers(account);
    expect(voice.beatenBy(found!.voice)).toBe(by);
    await voice.pointNumber(account, number.sid, HOOK);
    expect(number.settings).toMatchObject({
      VoiceUrl: HOOK,
      VoiceMethod: 'POST',
      TrunkSid: '',
      VoiceApplicationSid: '',
    });
    await voice.restoreNumber(account, number.sid, found!.voice);
    expect(number.settings).toEqual(was);
  });

  test('what is not right of an account is told', async () => {
    const { account } = begin();
    expect(await failure(voice.listNumbers({ ...account, token: 'a'.repeat(32) }))).toMatchObject({
      kind: 'unauthorized',
    });
    expect(await failure(voice.pointNumber(account, begin().number.sid, HOOK))).toMatchObject({ kind: 'not_found' });
  });
});

describe('a call of ours', () => {
  const calling = { url: `${HOOK}?ref=one`, statusUrl: `${HOOK}/status`, ringSeconds: 25 };

  test('rings once, is found, and is hung up', async () => {
    const { number, account } = begin();
    const since = new Date();
    const call = { ...calling, from: number.number, to: ANN };
    const callId = await voice.dial(account, call);
    expect(await voice.findDialed(account, { ...call, since })).toMatchObject([{ callId, isOver: false }]);
    await voice.hangUp(account, callId);
    expect(await voice.findDialed(account, { ...call, since })).toMatchObject([{ callId, isOver: true }]);
    expect(await failure(voice.hangUp(account, '../Calls'))).toMatchObject({ kind: 'invalid' });
  });

  test.each(['reset', 'silent'] as const)(
    'that was made without an answer (%s) is not known, and not made again',
    async (fault) => {
      const { number, account } = begin();
      const call = { ...calling, from: number.number, to: ANN };
      const since = new Date();
      twilio.next(fault, { on: /^POST Calls/ });
      expect((await failure(hasty.dial(account, call))).name).toBe('SendUnsure');
      expect(twilio.dialed.filter(({ from }) => from === number.number)).toHaveLength(1);
      expect(await voice.findDialed(account, { ...call, since })).toHaveLength(1);
      expect(await voice.findDialed(account, { ...call, since: new Date(Date.now() + 2_000) })).toEqual([]);
    },
  );

  test('to what is no number is refused', async () => {
    const { number, account } = begin();
    expect(await failure(voice.dial(account, { ...calling, from: number.number, to: '911' }))).toMatchObject({
      kind: 'forbidden',
    });
  });
});

describe('a WebSocket', () => {
  const SOCKET = 'wss://app.example.test/api/na/relay/call/secret';
  const sign = (url: string, token = 'token') => createHmac('sha1', token).update(url).digest('base64');
  const verify = (signature: string, url = SOCKET) =>
    voice.verify(
      { url, headers: { 'x-twilio-signature': signature }, body: new Uint8Array() },
      { accountId: 'AC', token: 'token' },
    );

  // Recorded: ConversationRelay signs the address as it stands in the TwiML, and neither its https form nor one of http.
  test('is signed as its address was written, and not otherwise', () => {
    expect(verify(sign(SOCKET))).toBe(true);
    for (const scheme of ['https', 'http', 'ws']) expect(verify(sign(SOCKET.replace('wss', scheme)))).toBe(false);
    expect(verify(sign(`${SOCKET}/`))).toBe(false);
    expect(verify(sign(`${SOCKET}?a=b`))).toBe(false);
    expect(verify(sign(SOCKET, 'other'))).toBe(false);
    expect(verify('')).toBe(false);
  });

  test('what stands behind # may be signed or not', () => {
    const url = 'https://app.example.test/action#rc=5&rp=ct,rt,5xx';
    expect(verify(sign(url), url)).toBe(true);
    expect(verify(sign('https://app.example.test/action'), url)).toBe(true);
    expect(verify(sign('https://app.example.test/action#rc=4'), url)).toBe(false);
  });
});

describe('what Twilio calls us with', () => {
  const form = (fields: Record<string, string>) => new TextEncoder().encode(new URLSearchParams(fields).toString());
  const ids = { CallSid: `CA${'1'.repeat(32)}`, AccountSid: `AC${'2'.repeat(32)}` };
  const read = { callId: ids.CallSid, accountId: ids.AccountSid };

  test('somebody who calls', () => {
    expect(voice.readCall(form({ ...ids, From: ANN, To: '+12025550100', CallStatus: 'ringing' }))).toEqual({
      ...{ ...read, from: ANN, to: '+12025550100' },
    });
    expect(voice.readCall(form({ ...ids, CallSid: 'CA1' }))).toBeNull();
  });

  test('a conversation that is over', () => {
    const ended = { ...ids, SessionDuration: '9', CallStatus: 'in-progress' };
    expect(
      voice.readRelayEnd(
        form({ ...ended, SessionStatus: 'failed', ErrorCode: '64105', ErrorMessage: 'Websocket ended' }),
      ),
    ).toEqual({ ...read, status: 'failed', isOnLine: true, seconds: 9, handoff: '' });
    expect(voice.readRelayEnd(form({ ...ended, SessionStatus: 'ended', HandoffData: '{"reason":"agent"}' }))).toEqual({
      ...{ ...read, status: 'ended', isOnLine: true, seconds: 9, handoff: '{"reason":"agent"}' },
    });
    expect(voice.readRelayEnd(form({ ...ended, SessionStatus: 'completed', CallStatus: 'completed' }))).toMatchObject({
      isOnLine: false,
    });
    expect(voice.readRelayEnd(form({ ...ended, SessionStatus: 'constructor' }))).toBeNull();
  });

  test('a call that was put through', () => {
    const of = (DialCallStatus: string) => voice.readForwardEnd(form({ ...ids, DialCallStatus }))?.isAnswered;
    expect([of('completed'), of('no-answer'), of('busy')]).toEqual([true, false, false]);
    expect(voice.readForwardEnd(form(ids))).toBeNull();
  });
});
