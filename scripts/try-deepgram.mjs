// Proves the adapter of Deepgram with a real account (docs/voice.md): a sentence is spoken, and understood again.
import { setTimeout as wait } from 'node:timers/promises';
import { checkDeepgramKey, makeDeepgram } from '../server/src/adapters/deepgram/deepgram.ts';

const SENTENCES = {
  en: 'Hello, what does a bicycle cost?',
  de: 'Guten Tag, was kostet ein Fahrrad?',
  fr: 'Bonjour, combien coûte un vélo ?',
  es: 'Hola, ¿cuánto cuesta una bicicleta?',
};
const RATE = 16_000;
const FRAME_MS = 20;
const FRAME_BYTES = ((RATE * FRAME_MS) / 1_000) * 2;

const lang = process.argv[2] ?? 'en';
const text = SENTENCES[lang] ?? SENTENCES.en;
const account = {
  baseUrl: process.env.DEEPGRAM_BASE_URL || 'https://api.deepgram.com',
  key: process.env.DEEPGRAM_API_KEY ?? '',
};
const speech = makeDeepgram(account);
const since = (from) => `${Math.round(performance.now() - from)} ms`;

await checkDeepgramKey(account);
console.log('The key is known.');

const begun = performance.now();
const parts = [];
const { signal } = new AbortController();
for await (const { sound } of speech.toSpeech.speak({ text, voice: '', lang, speed: 1, rate: RATE, signal })) {
  if (parts.length === 0) console.log(`First sound after ${since(begun)}.`);
  parts.push(sound);
}
const spoken = Buffer.concat([...parts, Buffer.alloc(RATE * 4)]);
console.log(`Spoken: "${text}", ${(Buffer.concat(parts).length / RATE / 2).toFixed(1)} s of sound in ${since(begun)}.`);

const final = Promise.withResolvers();
let endedAt = 0;
const listening = speech.toText.open({
  lang,
  hints: [],
  rate: RATE,
  onHeard(heard) {
    console.log(heard.kind, heard.text ?? '');
    if (heard.kind !== 'final') return;
    console.log(`Understood ${since(endedAt)} after the sound ended.`);
    final.resolve();
  },
  onFailure: final.reject,
});
for (let at = 0; at < spoken.length; at += FRAME_BYTES) {
  if (endedAt === 0 && at >= Buffer.concat(parts).length) endedAt = performance.now();
  listening.push(spoken.subarray(at, at + FRAME_BYTES));
  await wait(FRAME_MS);
}
await Promise.race([final.promise, wait(5_000).then(() => Promise.reject(new Error('Nothing was understood.')))]);
listening.end();
