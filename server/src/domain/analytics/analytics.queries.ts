import type { AskedQuestion, CitedSource, Counts, Totals } from '@antiphon/contract/analytics';
import type { AgentId } from '@antiphon/contract/ids';
import { and, count, desc, eq, gte, inArray, between as isBetween, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { conversationFacts, replyFacts } from '../../db/schema/analytics.ts';
import { agentDailyCounts, conversations } from '../../db/schema/conversations.ts';
import { knowledgeDocuments } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';
import type { Bin, Times } from './report.rules.ts';

/** Whose figures: `null` is every agent of the workspace that is not in the trash. */
export type Agents = readonly AgentId[] | null;
export type Between = { start: Date; end: Date };

const facts = conversationFacts;

const isOf = (
  scope: Scope,
  column: typeof facts.agentId | typeof replyFacts.agentId | typeof agentDailyCounts.agentId,
  agentIds: Agents,
): SQL =>
  agentIds === null
    ? sql`${column} in (select id from agents where workspace_uid = ${scope.workspaceUid} and deleted_at is null)`
    : inArray(column, [...agentIds]);

export const began = (scope: Scope, agentIds: Agents, { start, end }: Between) =>
  and(
    eq(facts.workspaceUid, scope.workspaceUid),
    isOf(scope, facts.agentId, agentIds),
    gte(facts.startedAt, start),
    lt(facts.startedAt, end),
  );

export const number = (what: SQL) => sql<number>`coalesce(${what}, 0)::int`;
export const countOf = (what: SQL) => sql<number>`(count(*) filter (where ${what}))::int`;
const isHandedOver = sql`(${facts.requestedAt} is not null or ${facts.claimedAt} is not null)`;

const COUNTS: { [name in keyof Counts]: SQL<number> } = {
  conversations: sql<number>`count(*)::int`,
  messages: number(sql`sum(${facts.visitorMessages})`),
  ended: countOf(sql`${facts.isEnded}`),
  resolved: countOf(sql`${facts.isEnded} and not ${isHandedOver}`),
  handoffs: countOf(isHandedOver),
  claimed: countOf(sql`${facts.claimedAt} is not null`),
  ratingsUp: countOf(sql`${facts.rating} >= 4`),
  ratingsDown: countOf(sql`${facts.rating} <= 2`),
  ratings: countOf(sql`${facts.rating} is not null`),
  stars: number(sql`sum(${facts.rating})`),
  thumbsUp: number(sql`sum(${facts.thumbsUp})`),
  thumbsDown: number(sql`sum(${facts.thumbsDown})`),
  leads: countOf(sql`${facts.hasContact}`),
  unknown: number(sql`sum(${facts.unknownReplies})`),
  replies: number(sql`sum(${facts.replies})`),
  operatorMessages: number(sql`sum(${facts.operatorMessages})`),
};

const percentile = (share: '0.5' | '0.9', ms: SQL, where: SQL) =>
  sql<number | null>`(percentile_disc(${sql.raw(share)}) within group (order by ${ms}) filter (where ${where}))::int`;
const response = sql`${facts.firstResponseMs}`;
const isResponded = sql`${facts.firstResponseMs} is not null`;
const claim = sql`epoch_ms(${facts.requestedAt}, ${facts.claimedAt})`;
const isClaimed = sql`${facts.claimedAt} >= ${facts.requestedAt}`;

/** Null where the workspace has no such agent. */
export async function findLiveAgent(tx: Tx, scope: Scope, id: AgentId) {
  const [row] = await tx
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, id), isNull(agents.deletedAt)));
  return row ?? null;
}

/** By bins of `minutes` from the start on. */
export async function listBins(
  tx: Tx,
  scope: Scope,
  agentIds: Agents,
  between: Between,
  minutes: number,
): Promise<Bin[]> {
  const start = between.start.toISOString();
  const bin = sql`date_bin(make_interval(mins => ${minutes}::int), ${facts.startedAt}, ${start}::timestamptz)`;
  return tx
    .select({ binMs: sql<number>`(extract(epoch from ${bin}) * 1000)::float8`, channel: facts.channel, ...COUNTS })
    .from(facts)
    .where(began(scope, agentIds, between))
    .groupBy(sql`1`, facts.channel);
}

const TIMES = {
  firstResponseP50Ms: percentile('0.5', response, isResponded),
  firstResponseP90Ms: percentile('0.9', response, isResponded),
  claimP50Ms: percentile('0.5', claim, isClaimed),
  claimP90Ms: percentile('0.9', claim, isClaimed),
};

export async function getTimes(tx: Tx, scope: Scope, agentIds: Agents, between: Between): Promise<Times> {
  const [row] = await tx
    .select(TIMES)
    .from(facts)
    .where(began(scope, agentIds, between));
  if (!row) throw new Error('an aggregate is one row');
  return row;
}

export async function getTotals(tx: Tx, scope: Scope, agentIds: Agents, between: Between): Promise<Totals> {
  const [row] = await tx
    .select({ ...COUNTS, ...TIMES })
    .from(facts)
    .where(began(scope, agentIds, between));
  if (!row) throw new Error('an aggregate is one row');
  return row;
}

export async function countWaiting(tx: Tx, scope: Scope, agentIds: Agents): Promise<number> {
  const { workspaceUid, agentId, handoff } = conversations;
  const [row] = await tx
    .select({ n: count() })
    .from(conversations)
    .where(
      and(
        eq(workspaceUid, scope.workspaceUid),
        sql`${handoff} <> 'bot'`,
        eq(handoff, 'waiting'),
        agentIds === null
          ? sql`${agentId} in (select id from agents where workspace_uid = ${scope.workspaceUid} and deleted_at is null)`
          : inArray(agentId, [...agentIds]),
      ),
    );
  return row?.n ?? 0;
}

/** They are counted by days of UTC, whose names here are those of the viewer's days. */
export async function sumLoads(tx: Tx, scope: Scope, agentIds: Agents, days: { from: string; to: string }) {
  const { workspaceUid, agentId, day, loads } = agentDailyCounts;
  const isIn = and(
    eq(workspaceUid, scope.workspaceUid),
    isOf(scope, agentId, agentIds),
    isBetween(day, days.from, days.to),
  );
  const [row] = await tx
    .select({ loads: number(sql`sum(${loads})`) })
    .from(agentDailyCounts)
    .where(isIn);
  return row?.loads ?? 0;
}

const answered = (scope: Scope, agentIds: Agents, { start, end }: Between) =>
  and(
    eq(replyFacts.workspaceUid, scope.workspaceUid),
    isOf(scope, replyFacts.agentId, agentIds),
    gte(replyFacts.askedAt, start),
    lt(replyFacts.askedAt, end),
  );

/** The most frequent first; the words are those of the last time. */
export async function listQuestionRows(
  tx: Tx,
  scope: Scope,
  agentIds: Agents,
  between: Between,
  query: { isUnknown: boolean; limit: number },
): Promise<AskedQuestion[]> {
  const { isUnknown, limit } = query;
  const asked = sql<number>`count(*)::int`;
  const found = tx.$with('found').as(
    tx
      .select({
        key: sql`${replyFacts.questionKey}`.as('key'),
        asked: asked.as('asked'),
        unknown: countOf(sql`${replyFacts.isUnknown}`).as('unknown'),
        last: sql`max(${replyFacts.askedAt})`.as('last'),
      })
      .from(replyFacts)
      .where(and(answered(scope, agentIds, between), isUnknown ? sql`${replyFacts.isUnknown}` : undefined))
      .groupBy(replyFacts.questionKey)
      .orderBy(desc(asked), desc(sql`max(${replyFacts.askedAt})`))
      .limit(limit),
  );
  const rows = await tx
    .with(found)
    .selectDistinctOn([found.key], {
      asked: found.asked,
      unknown: found.unknown,
      lastMs: sql<number>`(extract(epoch from ${found.last}) * 1000)::float8`,
      agentId: replyFacts.agentId,
      conversationId: replyFacts.conversationId,
      question: sql<string>`coalesce((select string_agg(m.text, ' ' order by m.position) from messages m
        where m.workspace_uid = ${replyFacts.workspaceUid} and m.conversation_id = ${replyFacts.conversationId}
          and m.reply_id = ${replyFacts.replyId} and m.role = 'visitor'), '')`,
    })
    .from(found)
    .innerJoin(
      replyFacts,
      and(
        eq(replyFacts.workspaceUid, scope.workspaceUid),
        eq(replyFacts.questionKey, sql`${found.key}`),
        eq(replyFacts.askedAt, sql`${found.last}`),
        isOf(scope, replyFacts.agentId, agentIds),
      ),
    );
  // Of a message that is gone no words are left.
  const worded = rows.filter(({ question }) => question !== '');
  return worded.map(({ lastMs, ...row }) => ({ ...row, lastAskedAt: new Date(lastMs).toISOString() }));
}

/** The most cited first. */
export async function listSourceRows(
  tx: Tx,
  scope: Scope,
  agentIds: Agents,
  between: Between,
  limit: number,
): Promise<CitedSource[]> {
  const cited = tx.$with('cited').as(
    tx
      .select({
        documentId: sql<string>`unnest(${replyFacts.documentIds})`.as('document_id'),
        agentId: replyFacts.agentId,
      })
      .from(replyFacts)
      .where(answered(scope, agentIds, between)),
  );
  const most = tx.$with('most').as(
    tx
      .select({ documentId: cited.documentId, agentId: cited.agentId, cited: sql<number>`count(*)::int`.as('n') })
      .from(cited)
      .groupBy(cited.documentId, cited.agentId)
      .orderBy(desc(sql`count(*)`), cited.documentId)
      .limit(limit),
  );
  return tx
    .with(cited, most)
    .select({
      documentId: most.documentId,
      agentId: most.agentId,
      title: sql<string>`coalesce(${knowledgeDocuments.title}, '')`,
      url: knowledgeDocuments.url,
      cited: most.cited,
    })
    .from(most)
    .leftJoin(
      knowledgeDocuments,
      and(eq(knowledgeDocuments.workspaceUid, scope.workspaceUid), sql`${knowledgeDocuments.id} = ${most.documentId}`),
    )
    .orderBy(desc(most.cited), most.documentId);
}

export function listCountryRows(tx: Tx, scope: Scope, agentIds: Agents, between: Between) {
  const conversationsOf = sql<number>`count(*)::int`;
  return tx
    .select({ country: facts.country, conversations: conversationsOf })
    .from(facts)
    .where(and(began(scope, agentIds, between), sql`${facts.country} <> ''`))
    .groupBy(facts.country)
    .orderBy(desc(conversationsOf), facts.country);
}
