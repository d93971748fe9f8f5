import type { ConversationId, MessageId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isLapsed } from '../../db/lease.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';

/** Conversations that owe a reply and that nobody works on: their worker died, or never began. */
export async function listAbandoned(tx: Tx): Promise<{ id: ConversationId; workspaceUid: WorkspaceUid }[]> {
  return tx
    .selectDistinct({ id: conversations.id, workspaceUid: conversations.workspaceUid })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        inArray(messages.state, ['queued', 'streaming']),
        eq(messages.role, 'agent'),
        or(isNull(conversations.leaseUntil), isLapsed(conversations)),
      ),
    )
    .limit(100);
}

/** Replies that are being written, by whatever process, and that somebody asked to stop. */
export async function listStopped(tx: Tx): Promise<MessageId[]> {
  const rows = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.state, 'streaming'), eq(messages.stopRequested, true)));
  return rows.map((row) => row.id);
}
