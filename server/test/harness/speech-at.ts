import { makeDeepgramHost } from '../../src/adapters/deepgram/deepgram.ts';
import type { SpeechHosts } from '../../src/domain/speech/speech.ports.ts';

/** Providers of speech at an address of loopback; left out, nobody is there. */
export const speechAt = (deepgram = 'http://127.0.0.1:9'): SpeechHosts => ({ deepgram: makeDeepgramHost(deepgram) });
