import type { Credential, CredentialProvider } from '@antiphon/contract/credentials';
import { newCredentialId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import type { SpeechHosts } from '../speech/speech.ports.ts';
import { listMemberNames } from '../workspaces/list-member-names.ts';
import { checkSpeechKey } from './check-speech-key.ts';
import { insertCredential } from './credentials.queries.ts';
import { checkBaseURL, checkSecret, last4Of } from './credentials.rules.ts';
import { toCredential } from './list-credentials.ts';
import { sealSecret } from './seal-secret.ts';

type NewCredential = { provider: CredentialProvider; label: string; secret: string; baseURL: string };

/** Stores a key sealed. It can be used and replaced from now on, never read. Whether a model's works is `testCredential`'s to say. */
export async function createCredential(
  deps: {
    database: Database;
    systemScope: SystemScope;
    secretKey: string;
    outboundAllow: readonly string[];
    speech: SpeechHosts;
  },
  member: Member,
  input: NewCredential,
): Promise<Credential> {
  demand(member, 'credentials.write');
  const { scope } = member;
  const { provider, label } = input;
  const secret = checkSecret(input.secret);
  const baseURL = checkBaseURL(provider, input.baseURL, deps.outboundAllow);
  await checkSpeechKey(deps, provider, secret);
  const id = newCredentialId();
  const sealed = sealSecret(deps.secretKey, { workspaceUid: scope.workspaceUid, id, provider, baseURL }, secret);
  const row = await deps.database.transaction(scope, async (tx) => {
    const made = await insertCredential(tx, scope, {
      id,
      provider,
      label,
      baseURL,
      sealed,
      last4: last4Of(secret),
      addedByUserId: member.userId,
    });
    const details = { provider, label, baseURL };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'credential.create', target: id, details });
    return made;
  });
  return toCredential(row, await listMemberNames(deps, scope), []);
}
