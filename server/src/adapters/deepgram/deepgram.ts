import { Agent, request } from 'undici';
import type { SpeechHosts, SpeechProvider } from '../../domain/speech/speech.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { refusalOf, unreachable, usable } from './deepgram-failures.ts';
import { type ListenLimits, makeDeepgramListener } from './deepgram-listener.ts';
import { makeDeepgramSpeaker, type SpeakLimits } from './deepgram-speaker.ts';
import { isSpoken, isUnderstood, listVoices } from './deepgram-voices.ts';

const CHECK_MS = 8_000;

type Account = {
  /** Of the host, without a path; wherever it is, the whole protocol is Deepgram's. */
  baseUrl: string;
  key: string;
  limits?: { listen: ListenLimits; speak: SpeakLimits };
};

/** Speech by an account of Deepgram. The key goes into headers, never into an address. */
export function makeDeepgram({ baseUrl, key, limits }: Account): SpeechProvider {
  return {
    toText: makeDeepgramListener({ baseUrl, key, ...(limits && { limits: limits.listen }) }),
    toSpeech: makeDeepgramSpeaker({ baseUrl, key, ...(limits && { limits: limits.speak }) }),
    listVoices,
    hasLang,
  };
}

const hasLang = (lang: string) => isUnderstood(lang) && isSpoken(lang);

/** Wherever it is, the whole protocol is Deepgram's. */
export const makeDeepgramHost = (baseUrl: string): SpeechHosts['deepgram'] => ({
  listVoices,
  hasLang,
  open: (key) => makeDeepgram({ baseUrl, key }),
  check: (key, timeoutMs) => checkDeepgramKey({ baseUrl, key }, timeoutMs),
});

/** Asks whose key it is, which costs nothing. Throws a `VendorFailure` where it is nobody's. */
export async function checkDeepgramKey({ baseUrl, key }: Account, timeoutMs = CHECK_MS): Promise<void> {
  const dispatcher = new Agent({ connect: { timeout: 4_000 } });
  try {
    const url = `${baseUrl.replace(/\/+$/, '')}/v1/auth/token`;
    const headers = { authorization: `Token ${usable(key)}` };
    const answer = await request(url, { dispatcher, headers, signal: AbortSignal.timeout(timeoutMs) });
    if (answer.statusCode !== 200) throw refusalOf(answer.statusCode, null, key);
  } catch (error) {
    if (error instanceof VendorFailure) throw error;
    throw unreachable('did not answer');
  } finally {
    // Whatever it goes on to say.
    await dispatcher.destroy();
  }
}
