import type { Thumb } from '@antiphon/contract/events';
import type { ClientId, ConversationId, LeadId, MessageId } from '@antiphon/contract/ids';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import { leads } from '../../db/schema/leads.ts';
import type { Scope } from '../../db/scope.ts';

export type LeadDetails = { name: string; email: string; phone: string; message: string };

/** `message` is what the visitor last left in this conversation. Null where the lead was deleted or merged into another. */
export async function findLeadDetails(
  tx: Tx,
  scope: Scope,
  { leadId, conversationId }: { leadId: LeadId; conversationId: ConversationId },
): Promise<LeadDetails | null> {
  const isAsked = and(eq(conversations.workspaceUid, leads.workspaceUid), eq(conversations.id, conversationId));
  const [row] = await tx
    .select({ name: leads.name, email: leads.email, phone: leads.phone, message: conversations.contactMessage })
    .from(leads)
    .leftJoin(conversations, isAsked)
    .where(and(eq(leads.workspaceUid, scope.workspaceUid), eq(leads.id, leadId), isNull(leads.deletedAt)));
  return row ? { ...row, message: row.message ?? '' } : null;
}

export async function findClientDetails(
  tx: Tx,
  scope: Scope,
  id: ClientId,
): Promise<{ name: string; email: string } | null> {
  const [row] = await tx
    .select({ name: clients.name, email: clients.email })
    .from(clients)
    .where(and(eq(clients.workspaceUid, scope.workspaceUid), eq(clients.id, id)));
  return row ?? null;
}

/** Both are empty where the visitor took the rating back. Null where the conversation is gone. */
export async function findRating(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
): Promise<{ rating: number | null; comment: string } | null> {
  const [row] = await tx
    .select({ rating: conversations.rating, comment: conversations.ratingComment })
    .from(conversations)
    .where(and(eq(conversations.workspaceUid, scope.workspaceUid), eq(conversations.id, id)));
  return row ?? null;
}

type ThumbDetails = { thumb: Thumb['value'] | null; reason: Thumb['reason']; comment: string };

/** `thumb` is null where the visitor took it back. Null where the answer is gone. */
export async function findThumb(
  tx: Tx,
  scope: Scope,
  { conversationId, messageId }: { conversationId: ConversationId; messageId: MessageId },
): Promise<ThumbDetails | null> {
  const { workspaceUid, id, thumb } = messages;
  const isIts = and(
    eq(workspaceUid, scope.workspaceUid),
    eq(messages.conversationId, conversationId),
    eq(id, messageId),
  );
  const [row] = await tx.select({ thumb }).from(messages).where(isIts);
  if (!row) return null;
  const { value = null, reason = null, comment = '' } = row.thumb ?? {};
  return { thumb: value, reason, comment };
}
