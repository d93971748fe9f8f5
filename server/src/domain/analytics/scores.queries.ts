import type { AskedScore, Score, VisitorComment } from '@antiphon/contract/analytics';
import type { Citation, Thumb } from '@antiphon/contract/events';
import type { AgentId, ConversationId, MessageId } from '@antiphon/contract/ids';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { conversationFacts as facts, replyFacts } from '../../db/schema/analytics.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import { inboxItems } from '../../db/schema/inbox.ts';
import { knowledgeDocuments } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';
import { type Agents, type Between, began, countOf, number } from './analytics.queries.ts';

const SCORE = {
  conversations: sql<number>`count(*)::int`,
  ratings: countOf(sql`${facts.rating} is not null`),
  stars: number(sql`sum(${facts.rating})`),
  thumbsUp: number(sql`sum(${facts.thumbsUp})`),
  thumbsDown: number(sql`sum(${facts.thumbsDown})`),
};

/** Of what visitors said nothing about there is no score. */
const isJudged = sql`(${facts.rating} is not null or ${facts.thumbsUp} + ${facts.thumbsDown} > 0)`;

/** Most conversations first. */
export function listAgentScores(
  tx: Tx,
  scope: Scope,
  agentIds: Agents,
  between: Between,
  limit: number,
): Promise<AskedScore[]> {
  return tx
    .select({ id: sql<string>`${facts.agentId}`, name: sql<string>`coalesce(${agents.title}, '')`, ...SCORE })
    .from(facts)
    .innerJoin(agents, and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, facts.agentId)))
    .where(began(scope, agentIds, between))
    .groupBy(facts.agentId, agents.title)
    .orderBy(desc(SCORE.conversations), facts.agentId)
    .limit(limit);
}

const operatorId = sql<string>`${inboxItems.operator} ->> 'id'`;
const operatorName = sql<string>`coalesce(${inboxItems.operator} ->> 'name', '')`;
const ofInbox = (scope: Scope, id: typeof facts.conversationId | typeof conversations.id) =>
  and(eq(inboxItems.workspaceUid, scope.workspaceUid), eq(inboxItems.conversationId, id));

/** By who took a conversation over last, under the name that they had then; the most conversations first. */
export function listOperatorScores(
  tx: Tx,
  scope: Scope,
  agentIds: Agents,
  between: Between,
  limit: number,
): Promise<AskedScore[]> {
  return tx
    .select({ id: operatorId, name: sql<string>`max(${operatorName})`, ...SCORE })
    .from(facts)
    .innerJoin(inboxItems, ofInbox(scope, facts.conversationId))
    .where(
      and(
        began(scope, agentIds, between),
        sql`${facts.claimedAt} is not null`,
        sql`${inboxItems.operator} is not null`,
      ),
    )
    .groupBy(operatorId)
    .orderBy(desc(SCORE.conversations), operatorId)
    .limit(limit);
}

/** A rating counts once for each document that its conversation cites, a thumb for each that its answer cites. */
export async function listDocumentScores(
  tx: Tx,
  scope: Scope,
  agentIds: Agents,
  between: Between,
  limit: number,
): Promise<Score[]> {
  const cited = tx.$with('cited').as(
    tx
      .select({
        documentId: sql<string>`unnest(${replyFacts.documentIds})`.as('document_id'),
        conversationId: replyFacts.conversationId,
        rating: facts.rating,
        value: sql<string | null>`${messages.thumb} ->> 'value'`.as('value'),
      })
      .from(facts)
      .innerJoin(
        replyFacts,
        and(eq(replyFacts.workspaceUid, scope.workspaceUid), eq(replyFacts.conversationId, facts.conversationId)),
      )
      .innerJoin(
        messages,
        and(
          eq(messages.workspaceUid, scope.workspaceUid),
          eq(messages.conversationId, replyFacts.conversationId),
          eq(messages.id, replyFacts.replyId),
        ),
      )
      .where(and(began(scope, agentIds, between), isJudged)),
  );
  const once = tx.$with('once').as(
    tx
      .select({
        documentId: cited.documentId,
        rating: sql<number | null>`max(${cited.rating})`.as('stars_given'),
        up: countOf(sql`${cited.value} = 'up'`).as('up'),
        down: countOf(sql`${cited.value} = 'down'`).as('down'),
      })
      .from(cited)
      .groupBy(cited.documentId, cited.conversationId),
  );
  const ratings = countOf(sql`${once.rating} is not null`);
  const thumbsUp = number(sql`sum(${once.up})`);
  const thumbsDown = number(sql`sum(${once.down})`);
  return tx
    .with(cited, once)
    .select({
      id: once.documentId,
      name: sql<string>`coalesce(max(${knowledgeDocuments.title}), '')`,
      ...{ ratings, stars: number(sql`sum(${once.rating})`), thumbsUp, thumbsDown },
    })
    .from(once)
    .leftJoin(
      knowledgeDocuments,
      and(eq(knowledgeDocuments.workspaceUid, scope.workspaceUid), sql`${knowledgeDocuments.id} = ${once.documentId}`),
    )
    .groupBy(once.documentId)
    .having(sql`${ratings} + ${thumbsUp} + ${thumbsDown} > 0`)
    .orderBy(desc(thumbsDown), desc(sql`${ratings} + ${thumbsUp}`), once.documentId)
    .limit(limit);
}

export type CommentFilters = { operatorId?: string | undefined; documentId?: string | undefined };

const isOfOperator = ({ operatorId: id }: CommentFilters): SQL | undefined =>
  id === undefined ? undefined : sql`${operatorId} = ${id}`;
const cites = (scope: Scope, { documentId }: CommentFilters, ofReply: SQL): SQL | undefined =>
  documentId === undefined
    ? undefined
    : sql`exists (select 1 from reply_facts r where r.workspace_uid = ${scope.workspaceUid}
        and r.conversation_id = ${facts.conversationId} and ${documentId} = any(r.document_ids) and ${ofReply})`;

type CommentRow = {
  conversationId: ConversationId;
  messageId: MessageId | null;
  agentId: AgentId;
  rating: number | null;
  reason: Thumb['reason'];
  text: string;
  operator: string;
  citations: Citation[];
  atMs: number;
};

/** Words to ratings, the newest first. */
async function listRatingComments(
  tx: Tx,
  scope: Scope,
  agentIds: Agents,
  between: Between,
  { limit, ...filters }: CommentFilters & { limit: number },
): Promise<CommentRow[]> {
  const at = sql`coalesce(${conversations.endedAt}, ${conversations.lastMessageAt})`;
  const rows = await tx
    .select({
      conversationId: facts.conversationId,
      agentId: facts.agentId,
      rating: facts.rating,
      text: conversations.ratingComment,
      operator: operatorName,
      atMs: sql<number>`(extract(epoch from ${at}) * 1000)::float8`,
    })
    .from(facts)
    .innerJoin(
      conversations,
      and(eq(conversations.workspaceUid, scope.workspaceUid), eq(conversations.id, facts.conversationId)),
    )
    .leftJoin(inboxItems, ofInbox(scope, facts.conversationId))
    .where(
      and(
        began(scope, agentIds, between),
        sql`${facts.rating} is not null`,
        sql`${conversations.ratingComment} <> ''`,
        isOfOperator(filters),
        cites(scope, filters, sql`true`),
      ),
    )
    .orderBy(desc(at), facts.conversationId)
    .limit(limit);
  return rows.map((row) => ({ ...row, messageId: null, reason: null, citations: [] }));
}

/** Words and reasons to thumbs that are down, the newest first. */
function listThumbComments(
  tx: Tx,
  scope: Scope,
  agentIds: Agents,
  between: Between,
  { limit, ...filters }: CommentFilters & { limit: number },
): Promise<CommentRow[]> {
  const at = sql`(${messages.thumb} ->> 'at')::timestamptz`;
  return tx
    .select({
      conversationId: facts.conversationId,
      messageId: messages.id,
      agentId: facts.agentId,
      rating: sql<number | null>`null::int`,
      reason: sql<Thumb['reason']>`${messages.thumb} ->> 'reason'`,
      text: sql<string>`${messages.thumb} ->> 'comment'`,
      operator: operatorName,
      citations: messages.citations,
      atMs: sql<number>`(extract(epoch from ${at}) * 1000)::float8`,
    })
    .from(facts)
    .innerJoin(
      messages,
      and(
        eq(messages.workspaceUid, scope.workspaceUid),
        eq(messages.conversationId, facts.conversationId),
        sql`${messages.thumb} is not null and ${messages.thumb} ->> 'value' = 'down'`,
      ),
    )
    .leftJoin(inboxItems, ofInbox(scope, facts.conversationId))
    .where(
      and(
        began(scope, agentIds, between),
        sql`${facts.thumbsDown} > 0`,
        sql`(${messages.thumb} ->> 'comment' <> '' or ${messages.thumb} ->> 'reason' is not null)`,
        isOfOperator(filters),
        cites(scope, filters, sql`r.reply_id = ${messages.id}`),
      ),
    )
    .orderBy(desc(at), messages.id)
    .limit(limit);
}

/** Both kinds together, the newest first. */
export async function listCommentRows(
  tx: Tx,
  scope: Scope,
  agentIds: Agents,
  between: Between,
  query: CommentFilters & { limit: number },
): Promise<VisitorComment[]> {
  const ratings = await listRatingComments(tx, scope, agentIds, between, query);
  const thumbs = await listThumbComments(tx, scope, agentIds, between, query);
  const newest = [...ratings, ...thumbs].sort((one, other) => other.atMs - one.atMs).slice(0, query.limit);
  return newest.map(({ atMs, citations, ...row }) => ({
    ...row,
    sources: [...new Set(citations.map(({ title }) => title))],
    at: new Date(atMs).toISOString(),
  }));
}
