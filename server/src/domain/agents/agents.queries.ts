import type { AgentEnvironment, AgentSettings } from '@antiphon/contract/agents';
import type { AgentId } from '@antiphon/contract/ids';
import {
  and,
  count,
  desc,
  eq,
  exists,
  getColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  notInArray,
  sql,
} from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents, agentVersions, tipVersion } from '../../db/schema/agents.ts';
import { conversations } from '../../db/schema/conversations.ts';
import { conversationFlows } from '../../db/schema/flows.ts';
import { knowledgeDocuments } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';
import type { HandoffWish } from '../orgs/handoff-wishes.rules.ts';
import type { Hand } from './agent-people.ts';

export type AgentRow = typeof agents.$inferSelect;

export const isLive = (scope: Scope) => and(eq(agents.workspaceUid, scope.workspaceUid), isNull(agents.deletedAt));

/** With what publishing would replace of each. */
export const withPublished = (tx: Tx) =>
  tx
    .select({ ...getColumns(agents), tip: agentVersions.settings })
    .from(agents)
    .leftJoin(agentVersions, and(eq(agentVersions.agentId, agents.id), eq(agentVersions.number, tipVersion)));

type Counted = { documents: number; conversations: number; recentConversations: number };
const NOTHING: Counted = { documents: 0, conversations: 0, recentConversations: 0 };

/**
 * The same agents with their counts, in one pass over each table: a look for every agent reads all conversations each time where
 * one agent has most of them.
 */
export async function addCounts<Agent extends { id: AgentId }>(
  tx: Tx,
  scope: Scope,
  found: readonly Agent[],
): Promise<(Agent & Counted)[]> {
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  const isRecent = sql`${conversations.lastMessageAt} > now() - interval '30 days'`;
  const spoken = await tx
    .select({
      id: conversations.agentId,
      conversations: count(),
      recent: sql<number>`count(*) filter (where ${isRecent})`,
    })
    .from(conversations)
    .where(
      and(
        eq(conversations.workspaceUid, scope.workspaceUid),
        inArray(conversations.agentId, ids),
        sql`not ${conversations.isTest} and not ${conversations.isSimulated}`,
      ),
    )
    .groupBy(conversations.agentId);
  const known = await tx
    .select({ id: knowledgeDocuments.agentId, documents: count() })
    .from(knowledgeDocuments)
    .where(
      and(
        eq(knowledgeDocuments.workspaceUid, scope.workspaceUid),
        inArray(knowledgeDocuments.agentId, ids),
        isNull(knowledgeDocuments.parentId),
      ),
    )
    .groupBy(knowledgeDocuments.agentId);
  const counts = new Map<AgentId, Counted>();
  for (const { id, conversations: all, recent } of spoken)
    counts.set(id, { ...NOTHING, conversations: all, recentConversations: Number(recent) });
  for (const { id, documents } of known) counts.set(id, { ...(counts.get(id) ?? NOTHING), documents });
  return found.map((agent) => ({ ...agent, ...(counts.get(agent.id) ?? NOTHING) }));
}

export async function findAgent(tx: Tx, scope: Scope, id: AgentId) {
  const [row] = await withPublished(tx).where(and(isLive(scope), eq(agents.id, id)));
  return row ?? null;
}

/** Of the orgs that see the agent. */
const handoffWishes = sql<HandoffWish[]>`coalesce((
  select json_agg(json_build_object('disableHandoff', o.disable_handoff, 'settings', o.settings))
  from org_agents oa join orgs o on o.id = oa.org_id
  where oa.agent_id = ${agents.id} and oa.workspace_uid = ${agents.workspaceUid}
), '[]')`;

/** Without `staging` of its own an agent answers there as it does live. */
const versionOf = (environment: AgentEnvironment) => (environment === 'staging' ? tipVersion : agents.publishedVersion);

/** Only the two documents, and what orgs want of it: what every turn of a conversation reads. */
export async function findSettings(tx: Tx, scope: Scope, id: AgentId, environment: AgentEnvironment) {
  const [row] = await tx
    .select({ draft: agents.draft, published: agentVersions.settings, orgs: handoffWishes })
    .from(agents)
    .leftJoin(
      agentVersions,
      and(eq(agentVersions.agentId, agents.id), eq(agentVersions.number, versionOf(environment))),
    )
    .where(and(isLive(scope), eq(agents.id, id)));
  return row ?? null;
}

/** Of the version that an environment has; null where there is none. */
export async function findCustomCss(tx: Tx, scope: Scope, id: AgentId, environment: AgentEnvironment) {
  const [row] = await tx
    .select({
      number: agentVersions.number,
      written: sql<string>`coalesce(${agentVersions.settings} #>> '{theme,ADVANCED_customCSS}', '')`,
      cleaned: agentVersions.customCss,
    })
    .from(agents)
    .innerJoin(
      agentVersions,
      and(eq(agentVersions.agentId, agents.id), eq(agentVersions.number, versionOf(environment))),
    )
    .where(and(isLive(scope), eq(agents.id, id)));
  return row ?? null;
}

export async function saveCleanCss(
  tx: Tx,
  scope: Scope,
  { agentId, number, cleaned }: { agentId: AgentId; number: number; cleaned: string },
) {
  const isVersion = and(eq(agentVersions.agentId, agentId), eq(agentVersions.number, number));
  await tx
    .update(agentVersions)
    .set({ customCss: cleaned })
    .where(and(eq(agentVersions.workspaceUid, scope.workspaceUid), isVersion));
}

export async function insertAgent(tx: Tx, row: typeof agents.$inferInsert) {
  await tx.insert(agents).values(row);
}

/** False when the revision has moved on: somebody saved in between. */
export async function updateDraft(
  tx: Tx,
  scope: Scope,
  id: AgentId,
  change: { draft: AgentSettings; revision: number; by: Hand },
) {
  const { draft, revision, by } = change;
  const rows = await tx
    .update(agents)
    .set({ draft, draftRevision: revision + 1, updatedAt: new Date(), updatedByUserId: by })
    .where(and(isLive(scope), eq(agents.id, id), eq(agents.draftRevision, revision)))
    .returning({ id: agents.id });
  return rows.length > 0;
}

/** The same, as it is read by this release: lists compare it with what is published by its sum. */
export async function rewriteDraft(tx: Tx, scope: Scope, id: AgentId, draft: AgentSettings) {
  await tx
    .update(agents)
    .set({ draft })
    .where(and(isLive(scope), eq(agents.id, id)));
}

export async function markDeleted(tx: Tx, scope: Scope, id: AgentId) {
  const rows = await tx
    .update(agents)
    .set({ deletedAt: new Date() })
    .where(and(isLive(scope), eq(agents.id, id)))
    .returning({ id: agents.id });
  return rows.length > 0;
}

/** False where it is not in the trash. */
export async function unmarkDeleted(tx: Tx, scope: Scope, id: AgentId) {
  const rows = await tx
    .update(agents)
    .set({ deletedAt: null })
    .where(and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, id), isNotNull(agents.deletedAt)))
    .returning({ id: agents.id });
  return rows.length > 0;
}

/** Only what lies in the trash since before `before`; all that hangs on the agent goes with it. */
export async function deleteAgentRow(tx: Tx, scope: Scope, id: AgentId, before: Date) {
  await tx
    .delete(agents)
    .where(and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, id), lt(agents.deletedAt, before)));
}

export async function updateTags(tx: Tx, scope: Scope, id: AgentId, tags: string[]) {
  const rows = await tx
    .update(agents)
    .set({ tags })
    .where(and(isLive(scope), eq(agents.id, id)))
    .returning({ tags: agents.tags });
  return rows[0]?.tags ?? null;
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
  version: { agentId: AgentId; settings: AgentSettings; note: string; authorUserId: Hand },
  environment: AgentEnvironment,
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
  await setVersions(tx, scope, version.agentId, { [COLUMNS[environment]]: number });
  return number;
}

const COLUMNS = { live: 'publishedVersion', staging: 'stagingVersion' } as const;

/** Which version an environment has. */
export async function setVersions(
  tx: Tx,
  scope: Scope,
  id: AgentId,
  change: { publishedVersion?: number; stagingVersion?: number | null },
) {
  await tx
    .update(agents)
    .set(change)
    .where(and(isLive(scope), eq(agents.id, id)));
}

/** But for the newest `kept`, those that visitors get, and those in which a conversation of the last day is in the middle of something. */
export async function deleteOldVersions(tx: Tx, scope: Scope, agentId: AgentId, kept: number) {
  const ofAgent = and(eq(agentVersions.workspaceUid, scope.workspaceUid), eq(agentVersions.agentId, agentId));
  const newest = tx
    .select({ number: agentVersions.number })
    .from(agentVersions)
    .where(ofAgent)
    .orderBy(desc(agentVersions.number))
    .limit(kept);
  const isHad = exists(
    tx
      .select({ id: agents.id })
      .from(agents)
      .where(
        and(
          eq(agents.workspaceUid, scope.workspaceUid),
          eq(agents.id, agentId),
          sql`agent_versions.number in (published_version, staging_version)`,
        ),
      ),
  );
  const isUsed = exists(
    tx
      .select({ id: conversationFlows.conversationId })
      .from(conversationFlows)
      .where(
        and(
          eq(conversationFlows.workspaceUid, scope.workspaceUid),
          eq(conversationFlows.agentId, agentId),
          eq(conversationFlows.version, agentVersions.number),
          sql`${conversationFlows.changedAt} > now() - interval '24 hours'`,
        ),
      ),
  );
  await tx.delete(agentVersions).where(and(ofAgent, notInArray(agentVersions.number, newest), not(isHad), not(isUsed)));
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
