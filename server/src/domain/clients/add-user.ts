import type { ClientActor, NewUser } from '@antiphon/contract/client-sessions';
import type { Client } from '@antiphon/contract/clients';
import { fail } from '@antiphon/contract/errors';
import type { Scope } from '../../db/scope.ts';
import { actorOf } from '../identity/identity.policy.ts';
import { demandOrgAdmin } from '../orgs/orgs.policy.ts';
import { insertClientAgent, lockOrgAgent } from './clients.queries.ts';
import { type ClientDeps, insertNewClient } from './create-client.ts';

/**
 * An org's admin adds a person to it, by the rules of `createClient`: with pages that the org's defaults give and no others,
 * without abilities of their own, on the agents that the admin works with. Fails with `forbidden` ('You are not an admin').
 */
export async function addUser(
  deps: ClientDeps,
  { scope, actor }: { scope: Scope; actor: ClientActor },
  { canAccess, ...user }: NewUser,
): Promise<Client> {
  demandOrgAdmin(actor);
  const { orgId } = actor;
  return insertNewClient(deps, scope, {
    actor: actorOf({ userId: null, client: actor }),
    isClient: true,
    clientOf: (org) => {
      const given = org.defaultClientAccess;
      if (canAccess?.some((page) => !given.includes(page)))
        fail('forbidden', { message: 'People of this org are given other pages.' });
      return { ...user, isOrgAdmin: false, allowCreateAgents: false, ...(canAccess ? { canAccess } : {}) };
    },
    orgId,
    email: user.email,
    dashboardPassword: user.dashboardPassword,
    also: async (tx, row) => {
      for (const agentId of actor.agentIds)
        if (await lockOrgAgent(tx, scope, orgId, agentId)) await insertClientAgent(tx, scope, row, agentId);
    },
  });
}
