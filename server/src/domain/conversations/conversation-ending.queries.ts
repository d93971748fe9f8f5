import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { and, eq, isNull, lt, lte, or } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { conversations } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';

/** Where it is open and nothing was said after `quietSince`; its agent, or null where it is not so. */
export async function markEnded(
  tx: Tx,
  scope: Scope,
  ending: { id: ConversationId; quietSince: Date; now: Date },
): Promise<AgentId | null> {
  const { endedAt, lastMessageAt } = conversations;
  const [row] = await tx
    .update(conversations)
    .set({ endedAt: ending.now })
    .where(
      and(
        eq(conversations.workspaceUid, scope.workspaceUid),
        eq(conversations.id, ending.id),
        eq(conversations.isTest, false),
        or(isNull(endedAt), lt(endedAt, lastMessageAt)),
        lte(lastMessageAt, ending.quietSince),
      ),
    )
    .returning({ agentId: conversations.agentId });
  return row?.agentId ?? null;
}
