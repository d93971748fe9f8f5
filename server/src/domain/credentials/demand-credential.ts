import type { ModelSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { CredentialId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { PlatformKeys } from './credentials.ports.ts';
import { lockCredentialForUse } from './credentials.queries.ts';

/**
 * For whatever is about to name a credential: fails with `invalid_input` where the workspace has none of this id, and keeps
 * the one that it has from being deleted until the transaction ends. Null, the platform's own key, passes.
 */
export async function demandCredential(tx: Tx, scope: Scope, id: CredentialId | null): Promise<void> {
  if (id === null || (await lockCredentialForUse(tx, scope, id))) return;
  const message = 'This workspace has no such credential. Choose another one.';
  fail('invalid_input', { message, issues: [{ path: 'settings.model.credentialId', message }] });
}

/**
 * For whatever is about to be published: besides, fails with `model_key_missing` where neither the workspace nor the platform has
 * a key for the model, and every visitor would be told that there is no answer.
 */
export async function demandModel(
  tx: Tx,
  scope: Scope,
  { provider, credentialId }: ModelSettings,
  platformKeys: PlatformKeys,
): Promise<void> {
  if (provider !== 'builtin' && credentialId === null && !platformKeys.has(provider)) fail('model_key_missing');
  await demandCredential(tx, scope, credentialId);
}
