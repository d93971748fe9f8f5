import type { Client, NewClient } from '@antiphon/contract/clients';
import { newClientId, type OrgId } from '@antiphon/contract/ids';
import type { Org } from '@antiphon/contract/orgs';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { holdPaths } from '../agency-tabs/list-tabs.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { toAddress } from '../email/email.rules.ts';
import { demandWithin } from '../entitlements/demand-within.ts';
import { emit } from '../events/emit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { readOrg } from '../orgs/list-orgs.ts';
import type { Passwords } from './clients.ports.ts';
import { insertClient, insertClientAgent, lockEmail, lockOrgAgent } from './clients.queries.ts';
import { failAgent, failEmail, failTaken, withDefaults } from './clients.rules.ts';
import { readClient } from './list-clients.ts';

export type ClientDeps = { database: Database; passwords: Passwords };

/**
 * Adds a person to an org, with the org's defaults where nothing was said. The password is hashed before the transaction
 * begins. Fails with `conflict` where the address belongs to a client of the workspace already, and with `invalid_input` where
 * an agent is not the org's.
 */
export async function createClient(
  deps: ClientDeps,
  member: Member,
  { orgId, ...client }: NewClient & { orgId: OrgId },
): Promise<Client> {
  demand(member, 'clients.write');
  const { scope } = member;
  return insertNewClient(deps, scope, {
    actor: actorOf(member),
    orgId,
    clientOf: () => client,
    also: async (tx, row) => {
      for (const agentId of client.widgetIDs ?? []) {
        if (!(await lockOrgAgent(tx, scope, orgId, agentId))) failAgent();
        await insertClientAgent(tx, scope, row, agentId);
      }
    },
    ...client,
  });
}

type New = {
  actor: string;
  /** Whoever adds them is a client. */
  isClient?: boolean;
  orgId: OrgId;
  email: string;
  dashboardPassword: string;
  /** What is asked for, by what the org gives. */
  clientOf(org: Org): NewClient;
  /** In the same transaction. */
  also?(tx: Tx, client: { id: Client['ID']; orgId: OrgId }): Promise<void>;
};

/** As `createClient`, for whoever was allowed to by other rules. */
export async function insertNewClient(deps: ClientDeps, scope: Scope, given: New): Promise<Client> {
  const { actor, orgId, clientOf, also } = given;
  const email = toAddress(given.email) ?? failEmail();
  // Nobody waits for a hash that no row will hold.
  await deps.database.transaction(scope, async (tx) => clientOf(await readOrg(tx, scope, orgId)));
  const passwordHash = await deps.passwords.hash(given.dashboardPassword);
  return deps.database.transaction(scope, async (tx) => {
    const known = await holdPaths(tx, scope);
    const org = await readOrg(tx, scope, orgId);
    const taken = await lockEmail(tx, scope, email);
    if (taken) failTaken(taken.orgId);
    const id = newClientId();
    const client = withDefaults(org, clientOf(org));
    const lists = { canAccess: known(client.canAccess), clientTabOrder: known(client.clientTabOrder) };
    await insertClient(tx, scope, { id, orgId, email, passwordHash, ...client, ...lists });
    await demandWithin(tx, scope, 'clientSeats', { isClient: given.isClient ?? false });
    await also?.(tx, { id, orgId });
    await emit(tx, scope, { type: 'client_created', payload: { clientId: id, orgId } });
    await recordAudit(tx, scope, { actor, action: 'client.create', target: id, details: { orgId, email } });
    return readClient(tx, scope, id);
  });
}
