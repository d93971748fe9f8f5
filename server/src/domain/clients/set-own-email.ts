import type { ClientActor } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf } from '../identity/identity.policy.ts';
import { lockClientRow, lockEmail, updateClientRow } from './clients.queries.ts';
import { failUsed } from './clients.rules.ts';
import { type NoticeDeps, tellOfNewEmail } from './tell-of-change.ts';

export type { NoticeDeps } from './tell-of-change.ts';

/** In the transaction that saw that the client reads what is mailed there. The old address is told. */
export async function setOwnEmail(deps: NoticeDeps, tx: Tx, scope: Scope, actor: ClientActor, email: string) {
  const id = actor.clientId;
  const before = (await lockClientRow(tx, scope, id)) ?? fail('not_found');
  const taken = await lockEmail(tx, scope, email);
  if (taken && taken.id !== id) failUsed();
  await updateClientRow(tx, scope, id, { email, isNewPassword: false });
  if (email !== before.email) await tellOfNewEmail(deps, tx, scope, before, { byAgency: false });
  const act = { actor: actorOf({ userId: null, client: actor }), action: 'client.update_own', target: id };
  await recordAudit(tx, scope, { ...act, details: { changed: ['email'] } });
}
