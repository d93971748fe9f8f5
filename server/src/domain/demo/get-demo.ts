import type { Demo } from '@antiphon/contract/demo';
import type { Region } from '@antiphon/contract/regions';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listAgents } from '../agents/list-agents.ts';
import type { Member } from '../identity/identity.policy.ts';
import { listOrgs } from '../orgs/list-orgs.ts';
import { mayDoDemo } from './demo.policy.ts';
import { findDemo } from './demo.queries.ts';

export type LookDeps = { database: Database; publicUrl: string | null; region: Region };

/** What there is to look at, and what the one who asks may do about it. `origin` is where they asked. */
export async function getDemo(deps: LookDeps, member: Member, origin: string): Promise<Demo> {
  const { scope } = member;
  const demo = await deps.database.transaction(scope, (tx) => findDemo(tx, scope));
  const may = mayDoDemo(member);
  if (!demo) {
    const canStart = may && (await isEmptyWorkspace(deps, scope));
    return { canStart, canRemove: false, agentId: null, orgId: null, agencyId: null, pageUrl: '' };
  }
  const { agentId, orgId, agencyId } = demo;
  const pageUrl = agentId ? `${deps.publicUrl ?? origin}/demo/${deps.region}/${agentId}` : '';
  return { canStart: false, canRemove: may, agentId, orgId, agencyId, pageUrl };
}

/** Neither an agent nor an org. */
export async function isEmptyWorkspace(deps: { database: Database }, scope: Scope): Promise<boolean> {
  const agents = await listAgents(deps, scope, { limit: 1, sort: 'created' });
  return agents.total === 0 && (await listOrgs(deps, scope, { limit: 1 })).total === 0;
}
