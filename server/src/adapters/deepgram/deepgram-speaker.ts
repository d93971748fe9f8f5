import { Agent, request } from 'undici';
import type { TextToSpeech } from '../../domain/speech/speech.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { readJson } from '../shared/channel-http/read-json.ts';
import { refusalOf, unreachable, usable } from './deepgram-failures.ts';
import { baseOf, pickVoice } from './deepgram-voices.ts';

export type SpeakLimits = {
  /** To the first byte. */
  firstMs: number;
  /** Between two bytes. */
  gapMs: number;
  wholeMs: number;
};
/** A caller waits in silence: two tries, and what comes after them, are to fit into three seconds. */
export const speakLimits: SpeakLimits = { firstMs: 1_000, gapMs: 1_000, wholeMs: 30_000 };

/** Of one request, by https://developers.deepgram.com/docs/text-to-speech#limits. */
const TEXT_CHARS_MAX = 2_000;
/** Nobody takes longer for a character than this, at half the speed. */
const MS_OF_CHARACTER_MAX = 400;
const MS_LEAST = 10_000;
const REFUSAL_BYTES_MAX = 16 * 1024;
/** In other languages it is refused. */
const SPEED_LANGS = new Set(['en', 'es']);
const SPEEDS = { least: 0.7, most: 1.5 };

type Host = { baseUrl: string; key: string; limits?: SpeakLimits };

/** https://developers.deepgram.com/reference/text-to-speech/speak-request: the sound comes while it is made. */
export function makeDeepgramSpeaker({ baseUrl, key, limits = speakLimits }: Host): TextToSpeech {
  // Kept open between sentences: a new connection takes as long as the sound itself.
  const dispatcher = new Agent({
    connect: { timeout: 4_000 },
    keepAliveTimeout: 30_000,
    headersTimeout: limits.firstMs,
    bodyTimeout: limits.gapMs,
  });
  return {
    async *speak({ text, voice, lang, speed, rate, signal }) {
      if (signal.aborted) return;
      const picked = pickVoice(voice, lang);
      if (!picked) throw new VendorFailure('invalid', 'Deepgram does not speak this language yet.');
      if (text.length > TEXT_CHARS_MAX) throw new VendorFailure('invalid', 'This is too long to be spoken at once.');
      const url = new URL(`${baseUrl.replace(/\/+$/, '')}/v1/speak`);
      const query = { model: picked.id, encoding: 'linear16', container: 'none', sample_rate: String(rate) };
      for (const [name, value] of Object.entries({ ...query, mip_opt_out: 'true' })) url.searchParams.set(name, value);
      if (speed !== 1 && SPEED_LANGS.has(baseOf(picked.lang)))
        url.searchParams.set('speed', String(Math.min(Math.max(speed, SPEEDS.least), SPEEDS.most)));
      const bytesMax = Math.ceil(((MS_LEAST + text.length * MS_OF_CHARACTER_MAX) / 1_000) * rate * 2);
      const headers = { authorization: `Token ${usable(key)}`, 'content-type': 'application/json' };
      const call = { dispatcher, method: 'POST' as const, headers, body: JSON.stringify({ text }) };
      const time = AbortSignal.timeout(limits.wholeMs);
      // undici counts whole seconds, or more.
      const late = new AbortController();
      const first = setTimeout(() => late.abort(), limits.firstMs);
      try {
        const answer = await request(url, { ...call, signal: AbortSignal.any([signal, time, late.signal]) });
        if (answer.statusCode !== 200) throw await refused(answer.statusCode, answer.body, key);
        for await (const sound of samples(answer.body, bytesMax)) {
          clearTimeout(first);
          if (signal.aborted) return;
          yield { sound };
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof VendorFailure) throw error;
        throw unreachable(time.aborted ? 'did not end what it said' : 'did not answer');
      } finally {
        clearTimeout(first);
      }
    },
  };
}

/** Whole samples, as they come. A loop that is left ends the request. */
async function* samples(body: AsyncIterable<Uint8Array>, bytesMax: number): AsyncIterable<Buffer> {
  let half: Buffer = Buffer.alloc(0);
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > bytesMax) throw unreachable('does not stop to speak');
    const all = half.length > 0 ? Buffer.concat([half, part]) : Buffer.from(part);
    const whole = all.length - (all.length % 2);
    half = all.subarray(whole);
    if (whole > 0) yield all.subarray(0, whole);
  }
  if (bytes === 0) throw unreachable('said nothing');
}

async function refused(status: number, body: AsyncIterable<Uint8Array>, key: string): Promise<VendorFailure> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > REFUSAL_BYTES_MAX) break;
    parts.push(part);
  }
  return refusalOf(status, readJson(Buffer.concat(parts), REFUSAL_BYTES_MAX), key);
}
