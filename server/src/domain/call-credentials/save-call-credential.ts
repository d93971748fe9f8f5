import type { CallCredential, NewCallCredential } from '@antiphon/contract/call-credentials';
import { fail } from '@antiphon/contract/errors';
import { type CallCredentialId, newCallCredentialId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { last4Of } from '../credentials/credentials.rules.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { listMemberNames } from '../workspaces/list-member-names.ts';
import {
  countCallCredentials,
  insertCallCredential,
  listFunctionsUsing,
  updateCallCredential,
} from './call-credentials.queries.ts';
import { toCallCredential } from './list-call-credentials.ts';
import { sealCallSecret } from './seal-call-secret.ts';

type Deps = { database: Database; systemScope: SystemScope; secretKey: string };

/** Stores a secret sealed, with where it may be sent. It can be used and replaced from now on, never read. */
export async function createCallCredential(
  deps: Deps,
  member: Member,
  given: NewCallCredential,
): Promise<CallCredential> {
  demand(member, 'credentials.write');
  const { scope } = member;
  const id = newCallCredentialId();
  const made = await deps.database.transaction(scope, async (tx) => {
    await recordAudit(tx, scope, {
      actor: actorOf(member),
      action: 'call_credential.create',
      target: id,
      details: told(given),
    });
    if ((await countCallCredentials(tx, scope)) >= limits.callCredentialsMax) fail('credential_limit_reached');
    return insertCallCredential(tx, scope, rowOf(deps, member, id, given));
  });
  return toCallCredential(made, await listMemberNames(deps, scope), []);
}

/** All of it at once: who may say where a secret goes has to know it. Functions go on with it from their next call. */
export async function replaceCallCredential(
  deps: Deps,
  member: Member,
  id: CallCredentialId,
  given: NewCallCredential,
): Promise<CallCredential> {
  demand(member, 'credentials.write');
  const { scope } = member;
  const { row, users } = await deps.database.transaction(scope, async (tx) => {
    const changed = await updateCallCredential(tx, scope, rowOf(deps, member, id, given));
    if (!changed) fail('not_found');
    await recordAudit(tx, scope, {
      actor: actorOf(member),
      action: 'call_credential.replace',
      target: id,
      details: told(given),
    });
    return { row: changed, users: await listFunctionsUsing(tx, scope, id) };
  });
  return toCallCredential(row, await listMemberNames(deps, scope), users);
}

const told = ({ label, kind, origins }: NewCallCredential) => ({ label, kind, origins });

function rowOf({ secretKey }: Deps, { scope, userId }: Member, id: CallCredentialId, given: NewCallCredential) {
  const { secret, label, kind, origins } = given;
  const carried = {
    kind,
    headerName: kind === 'header' ? given.headerName : '',
    username: kind === 'basic' ? given.username : '',
    origins: [...new Set(origins)],
  };
  const sealed = sealCallSecret(secretKey, { workspaceUid: scope.workspaceUid, id, ...carried }, secret);
  return { id, label, ...carried, sealed, last4: last4Of(secret), addedByUserId: userId };
}
