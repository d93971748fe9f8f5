import type { ConversationId } from '@antiphon/contract/ids';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { conversations } from '../../db/schema/conversations.ts';

/** Before a scope exists: whose conversation does this token open? */
export async function findVisitor(tx: Tx, id: ConversationId, tokenHash: string) {
  const [row] = await tx
    .select({ workspaceUid: conversations.workspaceUid, agentId: conversations.agentId })
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.visitorTokenHash, tokenHash)));
  return row ?? null;
}
