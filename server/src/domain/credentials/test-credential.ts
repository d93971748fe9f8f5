import { fail } from '@antiphon/contract/errors';
import type { CredentialId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure, type VendorFailureKind } from '../vendors/vendors.ports.ts';
import type { ModelProbe } from './credentials.ports.ts';
import { findCredential } from './credentials.queries.ts';
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
    const ms = passed();
    return { success: true, message: `${input.model} answered in ${(ms / 1_000).toFixed(1)} s.`, ms };
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    return { success: false, message: `${SENTENCES[error.kind]} ${error.message}`, ms: passed() };
  }
}

const SENTENCES: Record<VendorFailureKind, string> = {
  unauthorized: 'The key cannot be used.',
  forbidden: 'The key may not use this model.',
  not_found: 'There is no such model or address.',
  invalid: 'The request was refused.',
  rate_limited: 'The key works, but its limit is reached for now.',
  unreachable: 'No answer came.',
};
