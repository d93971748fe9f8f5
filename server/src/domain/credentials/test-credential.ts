import { fail } from '@antiphon/contract/errors';
import type { CredentialId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { ModelProbe } from './credentials.ports.ts';
import { findCredential } from './credentials.queries.ts';
import { sayProbed } from './credentials.rules.ts';
import { openCredential } from './open-credential.ts';

/** Asks `model` for one word with the stored key, and says in plain words what came of it. A refusal is an answer, not an error. */
export async function testCredential(
  deps: { database: Database; secretKey: string; modelProbe: ModelProbe },
  member: Member,
  input: { credentialId: CredentialId; model: string },
): Promise<{ success: boolean; message: string; ms: number }> {
  demand(member, 'credentials.write');
  const { scope } = member;
  const row = await deps.database.transaction(scope, (tx) => findCredential(tx, scope, input.credentialId));
  if (!row) fail('not_found');
  const startedAt = performance.now();
  const passed = () => Math.round(performance.now() - startedAt);
  try {
    await deps.modelProbe.probe(await openCredential(deps, scope, row.id), input.model);
    return sayProbed(input.model, null, passed());
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    return sayProbed(input.model, error, passed());
  }
}
