import type { AgentSettings } from '@antiphon/contract/agents';
import type { AgentId, UserId } from '@antiphon/contract/ids';
import { and, count, desc, eq, getColumns, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents, agentVersions } from '../../db/schema/agents.ts';
import { conversations } from '../../db/schema/conversations.ts';
import { knowledgeDocuments } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';

export type AgentRow = typeof agents.$inferSelect;

const isLive = (scope: Scope) => and(eq(agents.workspaceUid, scope.workspaceUid), isNull(agents.deletedAt));

const withCounts = (tx: Tx) =>
  tx
    .select({
      ...getColumns(agents),
      published: agentVersions.settings,
      documents: sql<number>`(${tx
        .select({ n: count() })
        .from(knowledgeDocuments)
        .where(and(eq(knowledgeDocuments.agentId, agents.id), isNull(knowledgeDocuments.parentId)))})::int`,
      conversations: sql<number>`(${tx
        .select({ n: count() })
        .from(conversations)
        .where(and(eq(conversations.agentId, agents.id), eq(conversations.isTest, false)))})::int`,
    })
    .from(agents)
    .leftJoin(
      agentVersions,
      and(eq(agentVersions.agentId, agents.id), eq(agentVersions.number, agents.publishedVersion)),
    );

export async function findAgent(tx: Tx, scope: Scope, id: AgentId) {
  const [row] = await withCounts(tx).where(and(isLive(scope), eq(agents.id, id)));
  return row ?? null;
}

/** Only the two documents: what every turn of a conversation reads. */
export async function findSettings(tx: Tx, scope: Scope, id: AgentId) {
  const [row] = await tx
    .select({ draft: agents.draft, published: agentVersions.settings })
    .from(agents)
    .leftJoin(
      agentVersions,
      and(eq(agentVersions.agentId, agents.id), eq(agentVersions.number, agents.publishedVersion)),
    )
    .where(and(isLive(scope), eq(agents.id, id)));
  return row ?? null;
}

/** Newest first; `after` is the last row of the page before. */
export function listAgents(
  tx: Tx,
  scope: Scope,
  page: { limit: number; after: { createdAt: Date; id: string } | null; search: string | null },
) {
  const { after, search } = page;
  const from = after
    ? or(
        lt(agents.createdAt, after.createdAt),
        and(eq(agents.createdAt, after.createdAt), lt(agents.id, after.id as AgentId)),
      )
    : undefined;
  const matches = search ? sql`strpos(lower(${agents.draft} ->> 'title'), lower(${search})) > 0` : undefined;
  return withCounts(tx)
    .where(and(isLive(scope), from, matches))
    .orderBy(desc(agents.createdAt), desc(agents.id))
    .limit(page.limit);
}

export async function insertAgent(tx: Tx, row: typeof agents.$inferInsert) {
  await tx.insert(agents).values(row);
}

/** False when the revision has moved on: somebody saved in between. */
export async function updateDraft(tx: Tx, scope: Scope, id: AgentId, draft: AgentSettings, revision: number) {
  const rows = await tx
    .update(agents)
    .set({ draft, draftRevision: revision + 1, updatedAt: new Date() })
    .where(and(isLive(scope), eq(agents.id, id), eq(agents.draftRevision, revision)))
    .returning({ id: agents.id });
  return rows.length > 0;
}

export async function markDeleted(tx: Tx, scope: Scope, id: AgentId) {
  const rows = await tx
    .update(agents)
    .set({ deletedAt: new Date() })
    .where(and(isLive(scope), eq(agents.id, id)))
    .returning({ id: agents.id });
  return rows.length > 0;
}

/** Locks the agent, so that two publishings get two numbers. */
export async function lockAgent(tx: Tx, scope: Scope, id: AgentId): Promise<AgentRow | null> {
  const [row] = await tx
    .select()
    .from(agents)
    .where(and(isLive(scope), eq(agents.id, id)))
    .for('update');
  return row ?? null;
}

export async function insertVersion(
  tx: Tx,
  scope: Scope,
  version: { agentId: AgentId; settings: AgentSettings; note: string; authorUserId: UserId | null },
): Promise<number> {
  const ofAgent = and(eq(agentVersions.workspaceUid, scope.workspaceUid), eq(agentVersions.agentId, version.agentId));
  const [last] = await tx
    .select({ number: agentVersions.number })
    .from(agentVersions)
    .where(ofAgent)
    .orderBy(desc(agentVersions.number))
    .limit(1);
  const number = (last?.number ?? 0) + 1;
  await tx.insert(agentVersions).values({ ...version, number, workspaceUid: scope.workspaceUid });
  await tx
    .update(agents)
    .set({ publishedVersion: number, updatedAt: new Date() })
    .where(and(isLive(scope), eq(agents.id, version.agentId)));
  return number;
}

/** Keeps the newest `kept` versions. The published one is always the newest. */
export async function deleteOldVersions(tx: Tx, scope: Scope, agentId: AgentId, kept: number) {
  const ofAgent = and(eq(agentVersions.workspaceUid, scope.workspaceUid), eq(agentVersions.agentId, agentId));
  const newest = tx
    .select({ number: agentVersions.number })
    .from(agentVersions)
    .where(ofAgent)
    .orderBy(desc(agentVersions.number))
    .limit(kept);
  await tx.delete(agentVersions).where(and(ofAgent, notInArray(agentVersions.number, newest)));
}

export function listVersions(tx: Tx, scope: Scope, agentId: AgentId) {
  return tx
    .select()
    .from(agentVersions)
    .where(and(eq(agentVersions.workspaceUid, scope.workspaceUid), eq(agentVersions.agentId, agentId)))
    .orderBy(desc(agentVersions.number));
}

export async function findVersion(tx: Tx, scope: Scope, agentId: AgentId, number: number) {
  const [row] = await tx
    .select()
    .from(agentVersions)
    .where(
      and(
        eq(agentVersions.workspaceUid, scope.workspaceUid),
        eq(agentVersions.agentId, agentId),
        eq(agentVersions.number, number),
      ),
    );
  return row ?? null;
}
