import type { AgentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import type { Scope } from '../../db/scope.ts';

const isLive = (scope: Scope) => and(eq(agents.workspaceUid, scope.workspaceUid), isNull(agents.deletedAt));

/** Pauses what is over the plan since before `before`, the newest first, and lets what fits answer again. */
export async function settlePausedAgents(tx: Tx, scope: Scope, before: Date): Promise<void> {
  await tx.execute(sql`select settle_paused_agents(${scope.workspaceUid}, ${before.toISOString()}::timestamptz)`);
}

/** The newest first. */
export const listPaused = (tx: Tx, scope: Scope) =>
  tx
    .select({ ID: agents.id, title: sql<string>`coalesce(${agents.title}, '')` })
    .from(agents)
    .where(and(isLive(scope), isNotNull(agents.pausedAt)))
    .orderBy(desc(agents.createdAt), desc(agents.id))
    .limit(limits.pausedAgentsShown);

/** Until the transaction ends nobody changes them, and no run of the job pauses others in between. */
export async function lockAgents(tx: Tx, scope: Scope, ids: readonly AgentId[]) {
  await tx.execute(sql`select lock_paused_agents(${scope.workspaceUid})`);
  return tx
    .select({ id: agents.id, pausedAt: agents.pausedAt })
    .from(agents)
    .where(and(isLive(scope), inArray(agents.id, [...ids])))
    .orderBy(asc(agents.id))
    .for('no key update');
}

export const setPaused = (tx: Tx, scope: Scope, id: AgentId, pausedAt: Date | null) =>
  tx
    .update(agents)
    .set({ pausedAt })
    .where(and(isLive(scope), eq(agents.id, id)));
