import { type AgentId, newOrgId, type OrgId, type WorkspaceUid } from '@antiphon/contract/ids';
import { NEW_ORG } from '@antiphon/contract/new-org';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { connectAccounts } from '../../src/db/schema/connect.ts';
import { orgAgents, orgs } from '../../src/db/schema/orgs.ts';
import type { Scope } from '../../src/db/scope.ts';
import { makeKnowledgeAgent } from './knowledge-factory.ts';

/** A workspace with an agent that `count` orgs see, the first of them longest; none has billing. */
export async function makeOrgsWithAgent(database: Database, count: number) {
  const { scope, agentId } = await makeKnowledgeAgent(database);
  const orgIds = Array.from({ length: count }, newOrgId);
  await database.transaction(scope, async (tx) => {
    for (const [at, id] of orgIds.entries()) {
      await tx.insert(orgs).values({ ...NEW_ORG, id, workspaceUid: scope.workspaceUid });
      const createdAt = new Date(Date.parse('2026-11-01T00:00:00Z') + at);
      await tx.insert(orgAgents).values({ orgId: id, agentId, workspaceUid: scope.workspaceUid, createdAt });
    }
  });
  return { scope, agentId, orgIds };
}

export const setBilling = (database: Database, scope: Scope, orgId: OrgId, allowBilling: boolean) =>
  database.transaction(scope, (tx) =>
    tx.execute(sql`update orgs set allow_billing = ${allowBilling} where id = ${orgId}`),
  );

/** As the payment provider says it of an account that takes cards, where none is asked. */
export const connectByHand = (database: Database, workspaceUid: WorkspaceUid) =>
  database.unscoped
    .insert(connectAccounts)
    .values({ workspaceUid, accountId: `acct_${workspaceUid}`, takesCards: true, paysOut: true });

export type OrgsWithAgent = { scope: Scope; agentId: AgentId; orgIds: OrgId[] };
