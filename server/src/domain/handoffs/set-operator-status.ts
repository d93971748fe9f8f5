import { fail } from '@antiphon/contract/errors';
import type { OperatorStatus } from '@antiphon/contract/handoffs';
import type { Database } from '../../db/database.ts';
import { setClientStatus } from '../clients/set-client-status.ts';
import type { Member } from '../identity/identity.policy.ts';
import { setStatus, touchPresence } from '../operators/operator-presence.ts';
import { demandAnswering } from '../operators/operators.policy.ts';

type Deps = { database: Database };

/** Online or offline, of the person who asks. Nobody but the client in person says where a client is. */
export async function setOperatorStatus(deps: Deps, member: Member, status: OperatorStatus): Promise<void> {
  demandAnswering(member);
  const { scope, userId, client } = member;
  if (client) {
    if (client.openedBy !== null) fail('forbidden');
    await setClientStatus(deps, scope, client.clientId, status);
    await touchPresence(deps, scope, client.clientId);
    return;
  }
  if (userId === null) fail('forbidden');
  await setStatus(deps, scope, userId, status);
}
