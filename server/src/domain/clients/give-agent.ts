import type { ClientActor } from '@antiphon/contract/client-sessions';
import type { AgentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { letOrgSee } from '../orgs/assign-org-agent.ts';
import { insertClientAgent } from './clients.queries.ts';

/** An agent that a client made is theirs and their org's, in the transaction that makes it. The agency's own key needs neither. */
export async function giveAgent(tx: Tx, scope: Scope, { clientId, orgId }: ClientActor, agentId: AgentId) {
  if (orgId === '') return;
  await letOrgSee(tx, scope, { orgId, agentId });
  await insertClientAgent(tx, scope, { id: clientId, orgId }, agentId);
}
