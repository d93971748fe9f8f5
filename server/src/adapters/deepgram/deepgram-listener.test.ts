import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type DeepgramStandIn,
  type ListenFault,
  spokenFrames,
  startDeepgramStandIn,
} from '../../../test/harness/deepgram-stand-in.ts';
import type { HeardSpeech } from '../../domain/speech/speech.ports.ts';
import type { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { listenLimits, makeDeepgramListener } from './deepgram-listener.ts';

let deepgram: DeepgramStandIn;
beforeAll(async () => {
  deepgram = await startDeepgramStandIn();
});
afterAll(() => deepgram.close());
beforeEach(() => deepgram.say('Hello there my friend', 'What does it cost'));

const fast = { ...listenLimits, connectMs: 400, silentMs: 400, farewellMs: 300 };

function listen({ lang = 'en', hints = [] as string[], rate = 16_000, key = deepgram.key, limits = fast } = {}) {
  const heard: HeardSpeech[] = [];
  const failures: VendorFailure[] = [];
  const listener = makeDeepgramListener({ baseUrl: deepgram.url, key, limits });
  const speech = listener.open({
    lang,
    hints,
    rate,
    onHeard: (one) => heard.push(one),
    onFailure: (failure) => failures.push(failure as VendorFailure),
  });
  return {
    heard,
    failures,
    ...speech,
    speak(parts: { voiceMs?: number; silenceMs?: number }[]) {
      for (const frame of spokenFrames(parts, rate)) speech.push(frame);
    },
    finals: () => heard.flatMap((one) => (one.kind === 'final' ? [one.text] : [])),
  };
}

async function until(isSo: () => boolean, ms = 3_000) {
  for (const from = Date.now(); !isSo() && Date.now() - from < ms; ) await wait(5);
  expect(isSo()).toBe(true);
}
const allClosed = () => until(() => deepgram.openSockets() === 0);

test('turns end by themselves, each with what was said', async () => {
  const one = listen({ hints: ['Antiphon', ' ', 'Häfele'] });
  one.speak([{ silenceMs: 200 }, { voiceMs: 900 }, { silenceMs: 700 }, { voiceMs: 600 }, { silenceMs: 400 }]);
  await until(() => one.finals().length === 2);
  expect(one.finals()).toEqual(['Hello there my friend', 'What does it cost']);
  expect(one.heard.map(({ kind }) => kind).filter((kind) => kind !== 'partial')).toEqual([
    'started',
    'final',
    'started',
    'final',
  ]);
  const partials = one.heard.flatMap((heard) => (heard.kind === 'partial' ? [heard.text] : []));
  expect(partials.length).toBeGreaterThan(2);
  expect(partials.filter((text, at) => text === partials[at - 1])).toEqual([]);
  expect(partials.every((text) => 'Hello there my friend What does it cost'.includes(text))).toBe(true);
  one.end();
  await allClosed();
  expect(deepgram.closes.at(-1)).toEqual({ code: 1_000, late: 0 });
  expect(one.failures).toEqual([]);
  expect(deepgram.listens.at(-1)?.query).toMatchObject({
    model: 'flux-general-en',
    keyterm: ['Antiphon', 'Häfele'],
    mip_opt_out: 'true',
  });
});

test('a pause that was no end is taken back', async () => {
  const one = listen();
  one.speak([{ voiceMs: 500 }, { silenceMs: 240 }, { voiceMs: 400 }, { silenceMs: 500 }]);
  await until(() => one.finals().length === 1);
  expect(one.heard.map(({ kind }) => kind)).toContain('resumed');
  one.end();
  await allClosed();
});

test('sound goes in steps of 80 ms, and nothing of it is lost', async () => {
  const one = listen();
  one.speak([{ voiceMs: 500 }, { silenceMs: 520 }]);
  await until(() => one.finals().length === 1);
  expect(deepgram.listens.at(-1)?.turns?.heardMs()).toBe(960);
  // The rest leaves with the end.
  one.end();
  await allClosed();
  expect(deepgram.listens.at(-1)?.turns?.heardMs()).toBe(1_020);
});

test('what was said before the end is told before the end', async () => {
  const one = listen();
  one.speak([{ voiceMs: 800 }]);
  await until(() => one.heard.length > 0);
  one.end();
  await allClosed();
  expect(one.finals()).toEqual(['Hello there my friend']);
});

test('a minute without a word ends well', async () => {
  const one = listen();
  for (let at = 0; at < 60; at += 1) {
    one.speak([{ silenceMs: 1_000 }]);
    await wait(5);
  }
  await until(() => deepgram.listens.at(-1)?.turns?.heardMs() === 60_000);
  one.end();
  await allClosed();
  expect(one.heard).toEqual([]);
  expect(one.failures).toEqual([]);
  expect(deepgram.closes.at(-1)).toEqual({ code: 1_000, late: 0 });
});

test.each([
  ['de-AT', { model: 'flux-general-multi', language_hint: 'de' }],
  ['', { model: 'flux-general-multi' }],
  ['en-GB', { model: 'flux-general-en' }],
])('language %j', async (lang, query) => {
  const one = listen({ lang, rate: 8_000 });
  one.speak([{ voiceMs: 400 }, { silenceMs: 400 }]);
  await until(() => one.finals().length === 1);
  const { model, language_hint } = deepgram.listens.at(-1)!.query;
  expect({ model, ...(language_hint !== undefined && { language_hint }) }).toEqual(query);
  one.end();
  await allClosed();
});

test('a language that it does not understand, and a key that is none, are told at once', async () => {
  const before = deepgram.urls.length;
  const arabic = listen({ lang: 'ar' });
  const noKey = listen({ key: 'no key\n' });
  await wait(20);
  expect(arabic.failures.map(({ kind }) => kind)).toEqual(['invalid']);
  expect(noKey.failures.map(({ kind }) => kind)).toEqual(['unauthorized']);
  arabic.push(Buffer.alloc(640));
  noKey.push(Buffer.alloc(640));
  arabic.end();
  noKey.end();
  expect(deepgram.urls).toHaveLength(before);
});

const FAULTS: [ListenFault, string][] = [
  ['refused', 'unauthorized'],
  ['tooMany', 'rate_limited'],
  ['hang', 'unreachable'],
  ['error', 'invalid'],
  ['cut', 'unreachable'],
  ['silent', 'unreachable'],
];
test.each(FAULTS)('%s: told once as %s, without the key, and the connection is closed', async (fault, kind) => {
  deepgram.failListen(fault);
  const one = listen();
  one.speak([{ voiceMs: 800 }]);
  await until(() => one.failures.length > 0);
  one.speak([{ voiceMs: 200 }]);
  one.end();
  await allClosed();
  await wait(50);
  expect(one.failures.map((failure) => failure.kind)).toEqual([kind]);
  expect(one.failures[0]?.message).not.toContain(deepgram.key);
  expect(one.finals()).toEqual([]);
});

test('what cannot be read is passed over', async () => {
  deepgram.failListen('garbage');
  const one = listen();
  one.speak([{ voiceMs: 400 }, { silenceMs: 400 }]);
  await until(() => one.finals().length === 1);
  expect(one.failures).toEqual([]);
  one.end();
  await allClosed();
});

test('whoever ends does not wait for a farewell, nor hear of one that fails', async () => {
  deepgram.failListen('lingers');
  const lingering = listen();
  lingering.speak([{ voiceMs: 300 }]);
  await until(() => lingering.heard.length > 0);
  lingering.end();
  lingering.end();
  lingering.push(Buffer.alloc(6_400));
  await allClosed();
  await until(() => deepgram.closes.at(-1)?.code === 1_006);
  expect(deepgram.closes.at(-1)?.late).toBe(0);
  const early = listen();
  early.end();
  await wait(50);
  await allClosed();
  expect([...lingering.failures, ...early.failures]).toEqual([]);
});

test('no key stands in an address', () => {
  expect(deepgram.urls.length).toBeGreaterThan(5);
  expect(deepgram.urls.join(' ')).not.toContain(deepgram.key);
});
