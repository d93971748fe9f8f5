import type { ClientId, ConversationId, LeadId } from '@antiphon/contract/ids';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { conversations } from '../../db/schema/conversations.ts';
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
