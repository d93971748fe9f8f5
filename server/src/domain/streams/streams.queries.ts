import type { ConversationId, MessageId } from '@antiphon/contract/ids';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { conversationEvents, messages } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';
import type { StoredEvent } from './live-conversations.ts';

/** Rows of an older version say what a reply cost, which no reader of a stream is told. */
const told = sql`${conversationEvents.data} - 'credits'`;

export async function listEventsAfter(tx: Tx, scope: Scope, id: ConversationId, seq: number): Promise<StoredEvent[]> {
  const rows = await tx
    .select({ seq: conversationEvents.seq, event: conversationEvents.event, data: told })
    .from(conversationEvents)
    .where(
      and(
        eq(conversationEvents.workspaceUid, scope.workspaceUid),
        eq(conversationEvents.conversationId, id),
        gt(conversationEvents.seq, seq),
      ),
    )
    .orderBy(asc(conversationEvents.seq));
  return rows as StoredEvent[];
}

/** What a reply says by now; empty where it is gone. */
export async function findText(tx: Tx, scope: Scope, id: ConversationId, messageId: MessageId): Promise<string> {
  const isIt = and(eq(messages.conversationId, id), eq(messages.id, messageId));
  const [row] = await tx
    .select({ text: messages.text })
    .from(messages)
    .where(and(eq(messages.workspaceUid, scope.workspaceUid), isIt));
  return row?.text ?? '';
}
