import type { Credential } from '@antiphon/contract/credentials';
import { fail } from '@antiphon/contract/errors';
import type { CredentialId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import type { SpeechHosts } from '../speech/speech.ports.ts';
import { checkSpeechKey } from './check-speech-key.ts';
import { findCredential, updateSecret } from './credentials.queries.ts';
import { checkSecret, last4Of } from './credentials.rules.ts';
import { listCredentials } from './list-credentials.ts';
import { sealSecret } from './seal-secret.ts';

/** Puts another key in the place of the stored one. Agents go on with it from their next reply; the old key is gone. */
export async function rotateCredential(
  deps: { database: Database; systemScope: SystemScope; secretKey: string; speech: SpeechHosts },
  member: Member,
  input: { credentialId: CredentialId; secret: string },
): Promise<Credential> {
  demand(member, 'credentials.write');
  const { scope } = member;
  const id = input.credentialId;
  const secret = checkSecret(input.secret);
  const known = await deps.database.transaction(scope, (tx) => findCredential(tx, scope, id));
  if (!known) fail('not_found');
  await checkSpeechKey(deps, known.provider, secret);
  await deps.database.transaction(scope, async (tx) => {
    const row = await findCredential(tx, scope, id);
    if (!row) fail('not_found');
    const { provider, baseURL, label } = row;
    const sealed = sealSecret(deps.secretKey, { workspaceUid: scope.workspaceUid, id, provider, baseURL }, secret);
    await updateSecret(tx, scope, id, { sealed, last4: last4Of(secret), addedByUserId: member.userId });
    const details = { provider, label };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'credential.rotate', target: id, details });
  });
  const listed = await listCredentials(deps, scope);
  return listed.find((credential) => credential.id === id) ?? fail('not_found');
}
