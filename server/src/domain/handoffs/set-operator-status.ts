import { ADMIN_CLIENT_ID } from '@antiphon/contract/client-sessions';
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

/** A dashboard is open right now: whoever may answer is there. One that was opened in a client's place tells nothing of them. */
export async function noteOpenDashboard(deps: Deps, { scope, userId, permissions, client }: Member): Promise<void> {
  if (client) {
    const isThere = client.openedBy === null && client.clientId !== ADMIN_CLIENT_ID && client.pages.includes('/convos');
    if (isThere) await touchPresence(deps, scope, client.clientId);
    return;
  }
  if (userId && permissions.includes('conversations.reply')) await touchPresence(deps, scope, userId);
}
