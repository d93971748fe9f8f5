import type { CredentialProvider } from '@antiphon/contract/credentials';
import { fail } from '@antiphon/contract/errors';
import type { SpeechHosts } from '../speech/speech.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { isSpeechHost } from './credentials.rules.ts';

/**
 * Before a key is stored: whoever speaks in calls is asked whether it knows it, for nobody would notice until a visitor calls. Fails with
 * `speech_key_refused`. One that does not answer is no reason: the key may be right.
 */
export async function checkSpeechKey(
  { speech }: { speech: SpeechHosts },
  provider: CredentialProvider,
  secret: string,
): Promise<void> {
  if (!isSpeechHost(provider)) return;
  try {
    await speech[provider].check(secret);
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    if (error.kind === 'unauthorized') fail('speech_key_refused');
  }
}
