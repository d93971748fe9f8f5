import type { ConversationId } from '@antiphon/contract/ids';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { conversations } from '../../db/schema/conversations.ts';

const WHOSE = { workspaceUid: conversations.workspaceUid, agentId: conversations.agentId };

/** Before a scope exists: whose conversation does this token open? */
export async function findVisitor(tx: Tx, id: ConversationId, tokenHash: string) {
  const [row] = await tx
    .select(WHOSE)
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.visitorTokenHash, tokenHash)));
  return row ?? null;
}

/** Whose it is. The caller has seen that somebody may open it. */
export async function findConversation(tx: Tx, id: ConversationId) {
  const [row] = await tx.select(WHOSE).from(conversations).where(eq(conversations.id, id));
  return row ?? null;
}
