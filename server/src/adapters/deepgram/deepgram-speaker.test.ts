import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type DeepgramStandIn,
  MS_OF_CHARACTER,
  type SpeakFault,
  startDeepgramStandIn,
} from '../../../test/harness/deepgram-stand-in.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { checkDeepgramKey, makeDeepgram } from './deepgram.ts';
import { makeDeepgramSpeaker } from './deepgram-speaker.ts';

let deepgram: DeepgramStandIn;
beforeAll(async () => {
  deepgram = await startDeepgramStandIn();
});
afterAll(() => deepgram.close());

const limits = { firstMs: 1_000, gapMs: 1_000, wholeMs: 5_000 };
const given = {
  text: 'We open at nine.',
  voice: '',
  lang: 'en',
  speed: 1,
  rate: 24_000,
  signal: new AbortController().signal,
};

async function speak(options: Partial<typeof given> = {}, key = deepgram.key) {
  const speaker = makeDeepgramSpeaker({ baseUrl: deepgram.url, key, limits });
  const parts: Buffer[] = [];
  let firstMs = 0;
  const from = performance.now();
  for await (const { sound } of speaker.speak({ ...given, ...options })) {
    firstMs ||= performance.now() - from;
    parts.push(sound);
  }
  return { parts, sound: Buffer.concat(parts), firstMs, ms: performance.now() - from };
}
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: VendorFailure) => error,
  );

test('a text becomes sound, which comes while it is made', async () => {
  const { sound, parts, firstMs, ms } = await speak();
  expect(sound.length).toBe((given.text.length * MS_OF_CHARACTER * 24_000 * 2) / 1_000);
  expect(parts.every((part) => part.length % 2 === 0)).toBe(true);
  // A tone of 220 Hz at 24 kHz: no sample is far from the one before, which half samples would make.
  let jump = 0;
  for (let at = 2; at < sound.length; at += 2)
    jump = Math.max(jump, Math.abs(sound.readInt16LE(at) - sound.readInt16LE(at - 2)));
  expect(jump).toBeLessThan(600);
  expect(firstMs).toBeLessThan(ms * 0.8);
  expect(deepgram.speaks.at(-1)?.query).toEqual({
    model: 'aura-2-thalia-en',
    encoding: 'linear16',
    container: 'none',
    sample_rate: '24000',
    mip_opt_out: 'true',
  });
});

test.each([
  ['the first of a language', { lang: 'de-CH' }, 'aura-2-viktoria-de', undefined],
  ['by its name', { lang: 'es', voice: 'Nestor', speed: 1.2 }, 'aura-2-nestor-es', '1.2'],
  ['by its id', { lang: 'en', voice: 'aura-2-zeus-en', speed: 9 }, 'aura-2-zeus-en', '1.5'],
  ['not that of another language', { lang: 'fr', voice: 'Zeus', speed: 2 }, 'aura-2-agathe-fr', undefined],
])('a voice: %s', async (_name, options, model, speed) => {
  await speak({ text: 'Hi', ...options });
  const query = deepgram.speaks.at(-1)!.query;
  expect([query.model, query.speed]).toEqual([model, speed]);
});

test('Arabic is not spoken, and what is too long is not asked', async () => {
  const before = deepgram.speaks.length;
  expect((await failureOf(speak({ lang: 'ar' })))?.kind).toBe('invalid');
  expect((await failureOf(speak({ text: 'a'.repeat(2_001) })))?.kind).toBe('invalid');
  expect(deepgram.speaks).toHaveLength(before);
  const provider = makeDeepgram({ baseUrl: deepgram.url, key: deepgram.key });
  expect(['en', 'de-AT', 'ar', 'pt', ''].map((lang) => provider.hasLang(lang))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
  expect(provider.listVoices('fr')[0]).toEqual({ id: 'aura-2-agathe-fr', name: 'Agathe', lang: 'fr' });
});

const FAULTS: [SpeakFault, string][] = [
  ['refused', 'unauthorized'],
  ['tooMany', 'rate_limited'],
  ['broke', 'forbidden'],
  ['down', 'unreachable'],
  ['hang', 'unreachable'],
  ['cut', 'unreachable'],
  ['stalls', 'unreachable'],
  ['endless', 'unreachable'],
  ['nothing', 'unreachable'],
];
test.each(FAULTS)('%s: %s, and without the key', async (fault, kind) => {
  deepgram.failSpeak(fault);
  const failure = await failureOf(speak());
  expect(failure).toBeInstanceOf(VendorFailure);
  expect(failure?.kind).toBe(kind);
  if (fault === 'endless') expect(failure?.message).toBe('Deepgram does not stop to speak.');
  expect(failure?.message).not.toContain(deepgram.key);
});

test('whoever does not want it any more is heard by Deepgram', async () => {
  deepgram.slow({ factor: 2 });
  const abort = new AbortController();
  const from = performance.now();
  setTimeout(() => abort.abort(), 100);
  const { sound } = await speak({
    text: 'A long sentence that nobody wants to hear to its end.',
    signal: abort.signal,
  });
  expect(performance.now() - from).toBeLessThan(400);
  expect(sound.length).toBeGreaterThan(0);
  await wait(100);
  const { isAborted, sentMs } = deepgram.speaks.at(-1)!;
  expect(isAborted).toBe(true);
  await wait(100);
  expect(deepgram.speaks.at(-1)!.sentMs).toBe(sentMs);
  // Before the first byte, too.
  deepgram.slow({ delayMs: 800 });
  const early = await speak({ text: 'Hi', signal: AbortSignal.timeout(100) });
  expect(early.parts).toEqual([]);
  expect(early.ms).toBeLessThan(500);
  deepgram.slow({});
  expect((await speak({ signal: AbortSignal.abort() })).parts).toEqual([]);
});

test('a key is checked by what costs nothing', async () => {
  const before = deepgram.speaks.length + deepgram.listens.length;
  await checkDeepgramKey({ baseUrl: `${deepgram.url}/`, key: deepgram.key });
  const check = (key: string, baseUrl = deepgram.url) => failureOf(checkDeepgramKey({ baseUrl, key }));
  expect((await check('another-key'))?.kind).toBe('unauthorized');
  expect((await check('no key\r\nx: y'))?.kind).toBe('unauthorized');
  expect((await check(deepgram.key, 'http://127.0.0.1:9'))?.kind).toBe('unreachable');
  expect((await failureOf(speak({}, 'another-key')))?.kind).toBe('unauthorized');
  expect(deepgram.speaks.length + deepgram.listens.length).toBe(before);
  expect(deepgram.urls.join(' ')).not.toContain(deepgram.key);
});
