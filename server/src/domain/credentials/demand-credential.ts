import type { FallbackModel, ModelSettings, VoiceSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { PlatformKeys } from './credentials.ports.ts';
import { lockCredentialForUse } from './credentials.queries.ts';
import { isSpeechHost } from './credentials.rules.ts';

/**
 * For whatever is about to name credentials, of a model and its fallbacks: fails with `invalid_input` where the workspace has none
 * of such an id, and keeps those that it has from being deleted until the transaction ends. Null, the platform's own key, passes.
 */
export async function demandCredentials(tx: Tx, scope: Scope, model: ModelSettings): Promise<void> {
  for (const [place, { credentialId }] of placesOf(model)) {
    const provider = credentialId && (await lockCredentialForUse(tx, scope, credentialId));
    if (credentialId !== null && (!provider || isSpeechHost(provider))) refuse(place);
  }
}

/** The same of the voice: a credential of somebody who listens and speaks. It may stay where the browser does so for now. */
export async function demandSpeech(tx: Tx, scope: Scope, { credentialId }: VoiceSettings): Promise<void> {
  if (credentialId === null) return;
  const provider = await lockCredentialForUse(tx, scope, credentialId);
  if (!provider || !isSpeechHost(provider)) refuse('settings.voice');
}

function refuse(place: string): never {
  const message = 'This workspace has no such credential. Choose another one.';
  return fail('invalid_input', { message, issues: [{ path: `${place}.credentialId`, message }] });
}

const placesOf = ({ fallbacks, ...first }: ModelSettings): [string, FallbackModel][] => [
  ['settings.model', first],
  ...fallbacks.map((fallback, at): [string, FallbackModel] => [`settings.model.fallbacks.${at}`, fallback]),
];

/**
 * For whatever is about to be published: besides, fails with `model_key_missing` where neither the workspace nor the platform has
 * a key for one of the models, and every visitor would be told that there is no answer.
 */
export async function demandKeys(
  tx: Tx,
  scope: Scope,
  model: ModelSettings,
  platformKeys: PlatformKeys,
): Promise<void> {
  for (const [place, { provider, credentialId, model: name }] of placesOf(model))
    if (provider !== 'builtin' && credentialId === null && !platformKeys.has(provider)) {
      if (place === 'settings.model') fail('model_key_missing');
      const message = `There is no API key for the fallback model ${name}. Choose a credential for it, or remove it.`;
      fail('model_key_missing', { message, issues: [{ path: `${place}.credentialId`, message }] });
    }
  await demandCredentials(tx, scope, model);
}
