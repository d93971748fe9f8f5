import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { InboxCounts, InboxFolder, Operator } from '@antiphon/contract/handoffs';
import type { AgentId, ConversationId, MessageId } from '@antiphon/contract/ids';
import { and, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Cursor } from '../../db/cursor.ts';
import { isAhead, isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import { inboxItems } from '../../db/schema/inbox.ts';
import type { Scope } from '../../db/scope.ts';

const LAST_CHARS = 200;
/** Operators that a list offers to filter by. */
const OPERATORS_MAX = 50;

const lastSaid = sql<string | null>`(
  select left(last.text, ${sql.raw(String(LAST_CHARS))}) from messages last
  where last.workspace_uid = ${conversations.workspaceUid} and last.conversation_id = ${conversations.id}
    and last.role = 'visitor' and last.text <> '' order by last.position desc limit 1
)`;

const NAME_CHARS = 100;
const nameOnPage = sql<string>`left(coalesce(${conversations.variables} ->> 'name', ''), ${sql.raw(String(NAME_CHARS))})`;

const channel = sql<ChannelProvider | null>`(
  select k.provider from channel_conversations h
  join channel_threads t on t.id = h.thread_id join channel_connections k on k.id = t.connection_id
  where h.workspace_uid = ${conversations.workspaceUid} and h.conversation_id = ${conversations.id}
)`;

/** Of what an operator said last on a channel a part did not arrive. */
const isUndelivered = sql<boolean>`exists (
  select from channel_sends s
  where s.workspace_uid = ${conversations.workspaceUid} and s.conversation_id = ${conversations.id} and s.state = 'failed'
    and s.message_id = (select m.id from messages m
      where m.workspace_uid = ${conversations.workspaceUid} and m.conversation_id = ${conversations.id} and m.role = 'operator'
      order by m.position desc limit 1)
)`;

const FIELDS = {
  id: conversations.id,
  agentId: conversations.agentId,
  agentTitle: sql<string>`${agents.draft} ->> 'title'`,
  state: conversations.handoff,
  handoffSince: conversations.handoffSince,
  holder: conversations.operator,
  lang: conversations.lang,
  lastMessage: lastSaid,
  lastMessageAt: conversations.lastMessageAt,
  contactName: conversations.contactName,
  contactEmail: conversations.contactEmail,
  contactMessage: conversations.contactMessage,
  nameOnPage,
  leftAt: conversations.contactLeftAt,
  tags: conversations.tags,
  channel,
  environment: conversations.environment,
  giveBackMinutes: conversations.giveBackMinutes,
  inboxState: inboxItems.state,
  openedAt: inboxItems.openedAt,
  isMissed: inboxItems.isMissed,
  operator: inboxItems.operator,
  visitorAt: inboxItems.visitorAt,
  seenAt: inboxItems.seenAt,
  presentAt: inboxItems.presentAt,
  readAt: inboxItems.readAt,
  repliedAt: inboxItems.repliedAt,
  isUndelivered,
  emailedAt: inboxItems.emailedAt,
  snoozedUntil: inboxItems.snoozedUntil,
  closedAt: inboxItems.closedAt,
  closedBy: inboxItems.closedBy,
};

/** `agentIds`: of these agents alone; null: of all. `me`: who asks; null where that is nobody who could take over. */
export type InboxReader = { agentIds: readonly AgentId[] | null; me: Pick<Operator, 'kind' | 'id'> | null };
export type InboxFilters = {
  folder: InboxFolder;
  agentId?: AgentId | undefined;
  tag?: string | undefined;
  operatorId?: string | undefined;
  lang?: string | undefined;
  search?: string | undefined;
};
export type InboxRow = Awaited<ReturnType<typeof listInboxRows>>[number];

const isSeenBy = (scope: Scope, { agentIds }: InboxReader) =>
  and(
    eq(inboxItems.workspaceUid, scope.workspaceUid),
    agentIds ? inArray(inboxItems.agentId, [...agentIds]) : undefined,
  );

const isMine = ({ me }: InboxReader): SQL =>
  me ? sql`${inboxItems.operator} @> ${JSON.stringify({ kind: me.kind, id: me.id })}::jsonb` : sql`false`;

/** Each as its own part of the index of states. */
const FOLDERS: Record<InboxFolder, (reader: InboxReader) => SQL | undefined> = {
  open: () => eq(inboxItems.state, 'open'),
  mine: (reader) => and(eq(inboxItems.state, 'open'), isMine(reader)),
  unassigned: () => and(eq(inboxItems.state, 'open'), isNull(inboxItems.operator)),
  missed: () => and(eq(inboxItems.state, 'open'), inboxItems.isMissed),
  snoozed: () => eq(inboxItems.state, 'snoozed'),
  closed: () => eq(inboxItems.state, 'closed'),
};

/** The end of a page, for the next: whether it is among those who wait for a person right now. */
export type Place = Cursor & { isWaiting: boolean };

export function placeOf({ folder }: InboxFilters, row: InboxRow): Place {
  const at = (time: Date | null, isWaiting = false) => ({ createdAt: time as Date, id: row.id, isWaiting });
  if (folder === 'snoozed') return at(row.snoozedUntil);
  if (folder === 'closed') return at(row.closedAt);
  return row.state === 'waiting' ? at(row.handoffSince, true) : at(row.visitorAt);
}

const matches = (filters: InboxFilters, isSaid: SQL | undefined) => {
  const { agentId, tag, operatorId, lang, search } = filters;
  const holds = (column: typeof conversations.contactName | typeof conversations.contactEmail | SQL) =>
    sql`strpos(lower(coalesce(${column}, '')), ${search?.toLowerCase()}) > 0`;
  return and(
    agentId && eq(inboxItems.agentId, agentId),
    tag ? sql`${conversations.tags} ? ${tag}` : undefined,
    operatorId ? sql`${inboxItems.operator} ->> 'id' = ${operatorId}` : undefined,
    lang ? or(eq(conversations.lang, lang), sql`starts_with(${conversations.lang}, ${`${lang}-`})`) : undefined,
    search
      ? or(
          holds(conversations.contactName),
          holds(conversations.contactEmail),
          holds(conversations.contactMessage),
          holds(nameOnPage),
          isSaid,
        )
      : undefined,
  );
};

type Order = { by: AnyPgColumn; isNewestFirst: boolean; only?: SQL };

const WAITING: Order = {
  by: conversations.handoffSince,
  isNewestFirst: false,
  only: sql`${conversations.handoff} = 'waiting'`,
};
const OTHERS: Order = {
  by: inboxItems.visitorAt,
  isNewestFirst: true,
  only: sql`${conversations.handoff} <> 'waiting'`,
};
const ORDERS: Partial<Record<InboxFolder, Order>> = {
  snoozed: { by: inboxItems.snoozedUntil, isNewestFirst: false },
  closed: { by: inboxItems.closedAt, isNewestFirst: true },
};

/**
 * A page of a folder. Of what is open, those who wait for a person right now come first: they are few, as a wait lasts three minutes.
 * `isSaid`: what is true of conversations in which the words of the search were said.
 */
export async function listInboxRows(
  tx: Tx,
  scope: Scope,
  reader: InboxReader,
  filters: InboxFilters,
  { limit, after, isSaid }: { limit: number; after: Place | null; isSaid: SQL | undefined },
) {
  const id = inboxItems.conversationId;
  const list = ({ by, isNewestFirst, only }: Order, behind: Place | null, most: number) =>
    tx
      .select(FIELDS)
      .from(inboxItems)
      .innerJoin(conversations, eq(conversations.id, id))
      .innerJoin(agents, eq(agents.id, inboxItems.agentId))
      .where(
        and(
          isSeenBy(scope, reader),
          FOLDERS[filters.folder](reader),
          only,
          behind ? (isNewestFirst ? isBehind : isAhead)(by, id, behind) : undefined,
          matches(filters, isSaid),
          isNull(agents.deletedAt),
        ),
      )
      .orderBy(isNewestFirst ? sql`${by} desc, ${id} desc` : sql`${by}, ${id}`)
      .limit(most);
  const order = ORDERS[filters.folder];
  if (order) return list(order, after, limit);
  const waiting = after && !after.isWaiting ? [] : await list(WAITING, after, limit);
  if (waiting.length === limit) return waiting;
  return [...waiting, ...(await list(OTHERS, after?.isWaiting ? null : after, limit - waiting.length))];
}

/** What is closed is counted by nobody. */
export async function countInboxRows(tx: Tx, scope: Scope, reader: InboxReader): Promise<InboxCounts> {
  const count = (folder: Exclude<InboxFolder, 'closed'>) =>
    sql<number>`(count(*) filter (where ${FOLDERS[folder](reader)}))::int`;
  const [row] = await tx
    .select({
      open: count('open'),
      mine: count('mine'),
      unassigned: count('unassigned'),
      missed: count('missed'),
      snoozed: count('snoozed'),
    })
    .from(inboxItems)
    .innerJoin(agents, eq(agents.id, inboxItems.agentId))
    .where(and(isSeenBy(scope, reader), inArray(inboxItems.state, ['open', 'snoozed']), isNull(agents.deletedAt)));
  if (!row) throw new Error('an aggregate is one row');
  return row;
}

/** Who took over what is not closed. */
export async function listInboxOperators(tx: Tx, scope: Scope, reader: InboxReader): Promise<Operator[]> {
  const { operator } = inboxItems;
  const rows = await tx
    .selectDistinct({ operator })
    .from(inboxItems)
    .where(and(isSeenBy(scope, reader), ne(inboxItems.state, 'closed'), sql`${operator} is not null`))
    .limit(OPERATORS_MAX);
  return rows.flatMap((row) => (row.operator ? [row.operator] : []));
}

/** Any conversation but a test, in the inbox or not. */
export async function findInboxRow(tx: Tx, scope: Scope, id: ConversationId) {
  const [row] = await tx
    .select(FIELDS)
    .from(conversations)
    .innerJoin(agents, eq(agents.id, conversations.agentId))
    .leftJoin(inboxItems, eq(inboxItems.conversationId, conversations.id))
    .where(
      and(
        eq(conversations.workspaceUid, scope.workspaceUid),
        eq(conversations.id, id),
        eq(conversations.isTest, false),
      ),
    );
  return row ?? null;
}

const isItem = (scope: Scope, id: ConversationId) =>
  and(eq(inboxItems.workspaceUid, scope.workspaceUid), eq(inboxItems.conversationId, id));

/** True where it was not open before (`open_inbox_item`). The caller holds the conversation's lock. */
export async function openItemRow(
  tx: Tx,
  scope: Scope,
  item: { id: ConversationId; agentId: AgentId; isMissed: boolean; operator: Operator | null; now: Date },
): Promise<boolean> {
  const { id, agentId, isMissed, operator, now } = item;
  const { rows } = (await tx.execute(sql`
    select open_inbox_item(${scope.workspaceUid}, ${id}, ${agentId}, ${isMissed}, ${operator && JSON.stringify(operator)}::jsonb, ${now.toISOString()}) as new
  `)) as unknown as { rows: { new: boolean }[] };
  return rows[0]?.new ?? false;
}

/** False where it is not in the inbox. */
export async function updateItem(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
  change: Partial<typeof inboxItems.$inferInsert>,
): Promise<boolean> {
  const changed = await tx
    .update(inboxItems)
    .set(change)
    .where(isItem(scope, id))
    .returning({ id: inboxItems.conversationId });
  return changed.length > 0;
}

/** True where there was something unread. */
export async function markItemSeen(tx: Tx, scope: Scope, id: ConversationId, now: Date): Promise<boolean> {
  const { seenAt, visitorAt } = inboxItems;
  const seen = await tx
    .update(inboxItems)
    .set({ seenAt: now })
    .where(and(isItem(scope, id), or(isNull(seenAt), gt(visitorAt, seenAt))))
    .returning({ id: inboxItems.conversationId });
  return seen.length > 0;
}

/** The visitor has read what operators said up to this message of theirs. True where that is news. */
export async function markItemRead(tx: Tx, scope: Scope, id: ConversationId, messageId: MessageId): Promise<boolean> {
  const { readAt } = inboxItems;
  const read = await tx
    .update(inboxItems)
    .set({ readAt: messages.createdAt })
    .from(messages)
    .where(
      and(
        isItem(scope, id),
        eq(messages.workspaceUid, scope.workspaceUid),
        eq(messages.conversationId, id),
        eq(messages.id, messageId),
        eq(messages.role, 'operator'),
        or(isNull(readAt), gt(messages.createdAt, readAt)),
      ),
    )
    .returning({ id: inboxItems.conversationId });
  return read.length > 0;
}

/** What a mail to the visitor is made of; until the transaction ends nobody else writes one. Null where none is owed any more. */
/** They write on a channel, and nothing that a person said since their last word failed there. */
const isDelivered = sql<boolean>`(exists (
  select from channel_conversations h
  where h.workspace_uid = ${conversations.workspaceUid} and h.conversation_id = ${conversations.id}
) and not exists (
  select from channel_sends s
  where s.conversation_id = ${conversations.id} and s.state = 'failed' and not s.is_of_agent
    and s.created_at >= coalesce(${inboxItems.visitorAt}, '-infinity')
))`;

export async function lockOwedEmail(tx: Tx, scope: Scope, id: ConversationId) {
  const { owesEmail, repliedAt, emailedAt, readAt } = inboxItems;
  const [row] = await tx
    .select({
      repliedAt: sql<Date>`${repliedAt}`.mapWith(repliedAt),
      emailedAt,
      readAt,
      agentId: conversations.agentId,
      agentTitle: sql<string>`${agents.draft} ->> 'title'`,
      to: conversations.contactEmail,
      isDelivered,
      lang: conversations.lang,
      leftMessage: conversations.contactMessage,
      leftAt: conversations.contactLeftAt,
    })
    .from(inboxItems)
    .innerJoin(conversations, eq(conversations.id, inboxItems.conversationId))
    .innerJoin(agents, eq(agents.id, inboxItems.agentId))
    .where(and(isItem(scope, id), owesEmail))
    .for('update', { of: inboxItems });
  return row ?? null;
}

/** The last `most` that somebody said, the oldest first; who joined or left is not among them. */
export async function listLastSaid(tx: Tx, scope: Scope, id: ConversationId, most: number) {
  const rows = await tx
    .select({
      role: messages.role,
      text: messages.text,
      attachments: messages.attachments,
      operator: messages.operator,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceUid, scope.workspaceUid),
        eq(messages.conversationId, id),
        ne(messages.role, 'system'),
        or(ne(messages.text, ''), sql`${messages.attachments} <> '[]'`),
      ),
    )
    .orderBy(desc(messages.position))
    .limit(most);
  return rows.reverse();
}
