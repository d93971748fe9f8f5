import { fail } from '@antiphon/contract/errors';
import type { CredentialId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import type { SpeechHosts } from '../speech/speech.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { ModelProbe } from './credentials.ports.ts';
import { findCredential } from './credentials.queries.ts';
import { isSpeechHost, sayChecked, sayProbed } from './credentials.rules.ts';
import { openCredential, openSpeechKey } from './open-credential.ts';

const NO_MODEL = { issues: [{ path: 'model', message: 'Please enter the name of a model.' }] };

/** Asks `model` for one word with the stored key, or who speaks whether it knows the key, and says in plain words what came of it. A refusal is an answer, not an error. */
export async function testCredential(
  deps: { database: Database; secretKey: string; modelProbe: ModelProbe; speech: SpeechHosts },
  member: Member,
  input: { credentialId: CredentialId; model: string },
): Promise<{ success: boolean; message: string; ms: number }> {
  demand(member, 'credentials.write');
  const { scope } = member;
  const row = await deps.database.transaction(scope, (tx) => findCredential(tx, scope, input.credentialId));
  if (!row) fail('not_found');
  const startedAt = performance.now();
  const passed = () => Math.round(performance.now() - startedAt);
  const { provider } = row;
  if (!isSpeechHost(provider) && input.model === '') fail('invalid_input', NO_MODEL);
  const say = (failure: VendorFailure | null) =>
    isSpeechHost(provider) ? sayChecked(failure, passed()) : sayProbed(input.model, failure, passed());
  try {
    if (isSpeechHost(provider)) {
      await deps.speech[provider].check(await openSpeechKey(deps, scope, row.id, provider));
      return say(null);
    }
    await deps.modelProbe.probe(await openCredential(deps, scope, row.id), input.model);
    return say(null);
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    return say(error);
  }
}
