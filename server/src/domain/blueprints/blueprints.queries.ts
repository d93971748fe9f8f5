import type { AgentSettings } from '@antiphon/contract/agents';
import type { AgentId } from '@antiphon/contract/ids';
import { and, count, desc, eq, inArray, isNull, min, sql } from 'drizzle-orm';
import { type Cursor, isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { blueprintLinks, blueprints, blueprintTargets } from '../../db/schema/blueprints.ts';
import type { Scope } from '../../db/scope.ts';

export type LinkRow = typeof blueprintLinks.$inferSelect;
type TargetRow = typeof blueprintTargets.$inferSelect;

const isLink = (scope: Scope, agentId: AgentId) =>
  and(eq(blueprintLinks.workspaceUid, scope.workspaceUid), eq(blueprintLinks.agentId, agentId));
const areLinksOf = (scope: Scope, blueprintId: AgentId) =>
  and(eq(blueprintLinks.workspaceUid, scope.workspaceUid), eq(blueprintLinks.blueprintId, blueprintId));
/** Agents in the trash follow on, and nothing is pushed to them. */
const isThere = (scope: Scope) =>
  and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, blueprintLinks.agentId), isNull(agents.deletedAt));

export async function findLocked(tx: Tx, scope: Scope, agentId: AgentId): Promise<string[]> {
  const [row] = await tx
    .select({ locked: blueprints.locked })
    .from(blueprints)
    .where(and(eq(blueprints.workspaceUid, scope.workspaceUid), eq(blueprints.agentId, agentId)));
  return row?.locked ?? [];
}

export async function saveLocked(tx: Tx, scope: Scope, agentId: AgentId, locked: string[]) {
  await tx
    .insert(blueprints)
    .values({ agentId, workspaceUid: scope.workspaceUid, locked })
    .onConflictDoUpdate({ target: blueprints.agentId, set: { locked } });
}

/** What an agent follows; for whoever changes it, under a lock. */
export async function findLink(tx: Tx, scope: Scope, agentId: AgentId): Promise<LinkRow | null> {
  const [row] = await tx.select().from(blueprintLinks).where(isLink(scope, agentId));
  return row ?? null;
}
export async function lockLink(tx: Tx, scope: Scope, agentId: AgentId): Promise<LinkRow | null> {
  const [row] = await tx.select().from(blueprintLinks).where(isLink(scope, agentId)).for('update');
  return row ?? null;
}

export async function insertLink(
  tx: Tx,
  scope: Scope,
  link: Pick<LinkRow, 'agentId' | 'blueprintId' | 'appliedVersion' | 'base' | 'slots' | 'cleanRevision'>,
) {
  await tx.insert(blueprintLinks).values({ ...link, workspaceUid: scope.workspaceUid });
}

export async function deleteLink(tx: Tx, scope: Scope, agentId: AgentId) {
  await tx.delete(blueprintLinks).where(isLink(scope, agentId));
}

export async function saveSlots(tx: Tx, scope: Scope, agentId: AgentId, slots: Record<string, string>) {
  await tx.update(blueprintLinks).set({ slots }).where(isLink(scope, agentId));
}

export async function noteApplied(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  applied: { base: AgentSettings; appliedVersion: number; cleanRevision: number | null },
) {
  await tx
    .update(blueprintLinks)
    .set({ ...applied, appliedAt: sql`now()` })
    .where(isLink(scope, agentId));
}

export async function countLinks(tx: Tx, scope: Scope, blueprintId: AgentId): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(blueprintLinks)
    .innerJoin(agents, isThere(scope))
    .where(areLinksOf(scope, blueprintId));
  return row?.total ?? 0;
}

export async function findOldestApplied(tx: Tx, scope: Scope, blueprintId: AgentId): Promise<number | null> {
  const [row] = await tx
    .select({ version: min(blueprintLinks.appliedVersion) })
    .from(blueprintLinks)
    .where(areLinksOf(scope, blueprintId));
  return row?.version ?? null;
}

/** The last linked first, each with its working copy and its place in the newest push that it had. */
export async function listLinks(
  tx: Tx,
  scope: Scope,
  blueprintId: AgentId,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  const rows = await tx
    .select({
      link: blueprintLinks,
      title: sql<string>`coalesce(${agents.title}, '')`,
      image: sql<string>`coalesce(${agents.image}, '')`,
      draft: agents.draft,
      publishedVersion: agents.publishedVersion,
    })
    .from(blueprintLinks)
    .innerJoin(agents, isThere(scope))
    .where(
      and(
        areLinksOf(scope, blueprintId),
        after ? isBehind(blueprintLinks.createdAt, blueprintLinks.agentId, after) : undefined,
      ),
    )
    .orderBy(desc(blueprintLinks.createdAt), desc(blueprintLinks.agentId))
    .limit(limit);
  const pushed = await listLastTargets(
    tx,
    scope,
    rows.map(({ link }) => link.agentId),
  );
  return rows.map((row) => ({ ...row, last: pushed.get(row.link.agentId) ?? null }));
}

async function listLastTargets(tx: Tx, scope: Scope, ids: readonly AgentId[]) {
  const last = new Map<AgentId, Pick<TargetRow, 'state' | 'reason' | 'settledAt'>>();
  if (ids.length === 0) return last;
  const { workspaceUid, agentId, state, reason, settledAt, createdAt } = blueprintTargets;
  const rows = await tx
    .select({ agentId, state, reason, settledAt })
    .from(blueprintTargets)
    .where(and(eq(workspaceUid, scope.workspaceUid), inArray(agentId, [...ids])))
    .orderBy(createdAt);
  for (const { agentId: id, ...row } of rows) last.set(id, row);
  return last;
}

/** All of a blueprint that are there, for a push; or those among them. */
export const listFollowers = (tx: Tx, scope: Scope, blueprintId: AgentId, among: readonly AgentId[] | null) =>
  tx
    .select({ agentId: blueprintLinks.agentId, slots: blueprintLinks.slots, title: agents.title })
    .from(blueprintLinks)
    .innerJoin(agents, isThere(scope))
    .where(and(areLinksOf(scope, blueprintId), among ? inArray(blueprintLinks.agentId, [...among]) : undefined))
    .orderBy(blueprintLinks.createdAt, blueprintLinks.agentId);
