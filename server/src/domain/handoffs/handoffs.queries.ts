import type { Note } from '@antiphon/contract/handoffs';
import type { AgentId, ConversationId, NoteId } from '@antiphon/contract/ids';
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import { conversationNotes } from '../../db/schema/handoffs.ts';
import type { Scope } from '../../db/scope.ts';

const LAST_CHARS = 200;

const lastOf = (column: typeof messages.text | typeof messages.role) =>
  sql<string | null>`(
    select ${sql.identifier(column.name)} from messages last
    where last.workspace_uid = ${conversations.workspaceUid} and last.conversation_id = ${conversations.id}
      and last.text <> '' order by last.position desc limit 1
  )`;

const FIELDS = {
  id: conversations.id,
  agentId: conversations.agentId,
  agentTitle: sql<string>`${agents.draft} ->> 'title'`,
  state: conversations.handoff,
  since: conversations.handoffSince,
  operator: conversations.operator,
  lastMessage: sql<string | null>`left(${lastOf(messages.text)}, ${sql.raw(String(LAST_CHARS))})`,
  lastRole: sql<'visitor' | 'agent' | 'operator' | 'system' | null>`${lastOf(messages.role)}`,
  lastMessageAt: conversations.lastMessageAt,
  contactName: conversations.contactName,
  contactEmail: conversations.contactEmail,
  contactMessage: conversations.contactMessage,
  leftAt: conversations.contactLeftAt,
  tags: conversations.tags,
  giveBackMinutes: conversations.giveBackMinutes,
};

/** Of these agents, or with null of all. */
const isOpen = (scope: Scope, agentIds: readonly AgentId[] | null) =>
  and(
    eq(conversations.workspaceUid, scope.workspaceUid),
    // Each as its own partial index has it.
    sql`(handoff <> 'bot' or contact_left_at is not null)`,
    agentIds ? inArray(conversations.agentId, [...agentIds]) : undefined,
  );

export type InboxRow = Awaited<ReturnType<typeof listInboxRows>>[number];

/** Those that wait first, then left messages, the longest wait before all. */
export function listInboxRows(tx: Tx, scope: Scope, agentIds: readonly AgentId[] | null, limit: number) {
  return tx
    .select(FIELDS)
    .from(conversations)
    .innerJoin(agents, eq(agents.id, conversations.agentId))
    .where(isOpen(scope, agentIds))
    .orderBy(
      sql`array_position(array['waiting', 'bot', 'held'], handoff)`,
      sql`coalesce(handoff_since, contact_left_at)`,
      asc(conversations.id),
    )
    .limit(limit);
}

export async function countInbox(tx: Tx, scope: Scope, agentIds: readonly AgentId[] | null): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(conversations).where(isOpen(scope, agentIds));
  return row?.total ?? 0;
}

export async function findInboxRow(tx: Tx, scope: Scope, id: ConversationId): Promise<InboxRow | null> {
  const [row] = await tx
    .select(FIELDS)
    .from(conversations)
    .innerJoin(agents, eq(agents.id, conversations.agentId))
    .where(
      and(
        eq(conversations.workspaceUid, scope.workspaceUid),
        eq(conversations.id, id),
        eq(conversations.isTest, false),
      ),
    );
  return row ?? null;
}

const isAbout = (scope: Scope, id: ConversationId) =>
  and(eq(conversationNotes.workspaceUid, scope.workspaceUid), eq(conversationNotes.conversationId, id));

export function listNoteRows(tx: Tx, scope: Scope, id: ConversationId) {
  return tx
    .select()
    .from(conversationNotes)
    .where(isAbout(scope, id))
    .orderBy(asc(conversationNotes.createdAt), asc(conversationNotes.id));
}

export async function findNote(tx: Tx, scope: Scope, id: ConversationId, noteId: NoteId) {
  const [row] = await tx
    .select()
    .from(conversationNotes)
    .where(and(isAbout(scope, id), eq(conversationNotes.id, noteId)));
  return row ?? null;
}

export async function insertNote(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
  note: Omit<Note, 'createdAt'> & { createdAt: Date },
) {
  await tx.insert(conversationNotes).values({ ...note, conversationId: id, workspaceUid: scope.workspaceUid });
}
