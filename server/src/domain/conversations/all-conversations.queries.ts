import type { ConversationFilters } from '@antiphon/contract/conversations';
import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';
import { type FoundPage, isSaidAnywhere, type Page, searchPage } from '../transcripts/search-transcripts.ts';
import { ofConversation, summaryColumns } from './conversation-list.queries.ts';

/** As `ConversationActivity` in the contract says. */
const RECENT = sql`now() - interval '30 minutes'`;

const has = (what: SQL) => sql`exists (select 1 from messages m where ${ofConversation} and ${what})`;
const isOwed = sql`${conversations.id} in (select m.conversation_id from messages m
  where m.state in ('queued', 'streaming') and m.role = 'agent' and m.workspace_uid = ${conversations.workspaceUid})`;

const columns = {
  ...summaryColumns,
  agentTitle: sql<string>`coalesce(${agents.title}, '')`,
  isWriting: sql<boolean>`${has(sql`m.role = 'agent' and m.state in ('queued', 'streaming')`)}`,
  isRecent: sql<boolean>`${conversations.lastMessageAt} > ${RECENT}`,
};

export type ListedConversation = NonNullable<Awaited<ReturnType<typeof findListed>>>;

/** Of agents that are not in the trash. Conversations in which nobody asked anything are none. */
const isListed = (scope: Scope) =>
  and(eq(conversations.workspaceUid, scope.workspaceUid), isNull(agents.deletedAt), has(sql`m.role = 'visitor'`));

const ACTIVITIES = {
  writing: isOwed,
  recent: and(sql`${conversations.lastMessageAt} > ${RECENT}`, sql`not (${isOwed})`),
  quiet: and(sql`${conversations.lastMessageAt} <= ${RECENT}`, sql`not (${isOwed})`),
};

/** `agentIds`: of these agents alone; without them all of the workspace's. */
export type ListedFilters = ConversationFilters & { agentIds?: readonly AgentId[] };

const ofAgents = ({ agentIds, agentId }: ListedFilters): SQL | undefined =>
  and(
    agentIds ? inArray(conversations.agentId, [...agentIds]) : undefined,
    agentId && eq(conversations.agentId, agentId),
  );

function matches(scope: Scope, filters: ListedFilters): SQL | undefined {
  const { activity, channel, unanswered, rating, thumbs, contact, from, to } = filters;
  const isUnanswered = has(sql`m.is_unknown`);
  return and(
    isListed(scope),
    ofAgents(filters),
    activity && ACTIVITIES[activity],
    channel && eq(conversations.isTest, channel === 'test'),
    unanswered && (unanswered === 'yes' ? isUnanswered : sql`not ${isUnanswered}`),
    rating && (rating === 'none' ? isNull(conversations.rating) : eq(conversations.rating, Number(rating))),
    thumbs && has(sql`m.thumb is not null and m.thumb ->> 'value' = ${thumbs}`),
    contact && (contact === 'yes' ? isNotNull(conversations.contactEmail) : isNull(conversations.contactEmail)),
    from ? gte(conversations.lastMessageAt, new Date(from)) : undefined,
    to ? lt(conversations.lastMessageAt, new Date(to)) : undefined,
  );
}

const inOrder = [desc(conversations.lastMessageAt), desc(conversations.id)];
const isAfter = ({ after }: Page) =>
  after ? isBehind(conversations.lastMessageAt, conversations.id, after) : undefined;

/** The last message first; `after` is the last row of the page before. */
export async function listAllConversations(
  tx: Tx,
  scope: Scope,
  filters: ListedFilters,
  page: Page,
): Promise<FoundPage<ListedConversation>> {
  const list = (asked: Page, only: SQL | undefined) =>
    tx
      .select(columns)
      .from(conversations)
      .innerJoin(agents, eq(agents.id, conversations.agentId))
      .where(and(matches(scope, filters), isAfter(asked), only))
      .orderBy(...inOrder)
      .limit(asked.limit);
  const search = filters.search?.trim();
  if (!search) return { rows: await list(page, undefined), goesOnAt: null };
  return searchPage(tx, scope, search, page, { list, walked: ofAgents(filters) });
}

export async function countListed(tx: Tx, scope: Scope, filters: ListedFilters): Promise<number> {
  const search = filters.search?.trim();
  const isFound = search ? await isSaidAnywhere(tx, scope, search) : undefined;
  const [row] = await tx
    .select({ n: count() })
    .from(conversations)
    .innerJoin(agents, eq(agents.id, conversations.agentId))
    .where(and(matches(scope, filters), isFound));
  return row?.n ?? 0;
}

export async function findListed(tx: Tx, scope: Scope, id: ConversationId) {
  const [row] = await tx
    .select(columns)
    .from(conversations)
    .innerJoin(agents, eq(agents.id, conversations.agentId))
    .where(and(eq(conversations.workspaceUid, scope.workspaceUid), eq(conversations.id, id)));
  return row ?? null;
}

/** The messages of several conversations, each one's in its order. */
export function listMessagesOf(tx: Tx, scope: Scope, ids: ConversationId[]) {
  return tx
    .select()
    .from(messages)
    .where(and(eq(messages.workspaceUid, scope.workspaceUid), inArray(messages.conversationId, ids)))
    .orderBy(asc(messages.conversationId), asc(messages.position));
}

export async function deleteConversation(tx: Tx, scope: Scope, id: ConversationId): Promise<void> {
  await tx
    .delete(conversations)
    .where(and(eq(conversations.workspaceUid, scope.workspaceUid), eq(conversations.id, id)));
}
