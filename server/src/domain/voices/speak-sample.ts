import type { SpeechHost } from '@antiphon/contract/credentials';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, CredentialId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { demandCredential, openSpeechKey } from '../credentials/open-credential.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { speakable } from '../speech/speakable.rules.ts';
import type { SpeechHosts, SpeechProvider } from '../speech/speech.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { toWav } from './wav.rules.ts';

export type SpeakDeps = { database: Database; secretKey: string; speech: SpeechHosts };

const RATE = 24_000;
const SOUND_BYTES_MAX = 60 * RATE * 2;
const WHOLE_MS = 20_000;

type Sample = {
  id: AgentId;
  provider: SpeechHost;
  credentialId: CredentialId;
  text: string;
  voice: string;
  lang: string;
  speed: number;
};

/** For whoever hears them in the voice of their own browser. Fails with `not_found`. */
export async function spellSample(
  deps: Pick<SpeakDeps, 'database'>,
  { scope }: Member,
  { id, text, lang }: Pick<Sample, 'id' | 'text' | 'lang'>,
): Promise<{ text: string }> {
  await deps.database.transaction(scope, (tx) => getAgentSettings(tx, scope, id));
  return { text: speakable(text, lang) };
}

/**
 * Words as the agent would speak them, by a key of the workspace, whose account pays. Fails with `not_found`, `speech_key_refused` or
 * `speech_failed`.
 */
export async function speakSample(deps: SpeakDeps, member: Member, sample: Sample): Promise<{ wav: string }> {
  demand(member, 'agents.write');
  const { scope } = member;
  const { id, provider, credentialId, voice } = sample;
  await deps.database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, id);
    await demandCredential(tx, scope, credentialId);
  });
  const host = deps.speech[provider];
  const lang = sample.lang || (host.listVoices('').find((one) => one.id === voice)?.lang ?? '');
  try {
    const speech = host.open(await openSpeechKey(deps, scope, credentialId, provider));
    const text = speakable(sample.text, lang);
    if (text === '') return { wav: toWav(Buffer.alloc(0), RATE).toString('base64') };
    const spoken = { ...sample, text, lang };
    const sound = await speak(speech, spoken).catch((error: unknown) => {
      // As in a call: what fails at first is asked for again.
      if (error instanceof VendorFailure && error.canRetry) return speak(speech, spoken);
      throw error;
    });
    return { wav: toWav(sound, RATE).toString('base64') };
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    return fail(error.kind === 'unauthorized' ? 'speech_key_refused' : 'speech_failed');
  }
}

async function speak(
  { toSpeech }: SpeechProvider,
  { text, voice, lang, speed }: Pick<Sample, 'text' | 'voice' | 'lang' | 'speed'>,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const signal = AbortSignal.timeout(WHOLE_MS);
  for await (const { sound } of toSpeech.speak({ text, voice, lang, speed, rate: RATE, signal })) {
    parts.push(sound);
    bytes += sound.length;
    if (bytes >= SOUND_BYTES_MAX) break;
  }
  return Buffer.concat(parts).subarray(0, SOUND_BYTES_MAX);
}
