import type { AgentId, ConversationId, DocumentId, NotificationId } from '@antiphon/contract/ids';
import type { Signal } from '@antiphon/contract/signals';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { conversations } from '../../db/schema/conversations.ts';
import { knowledgeDocuments } from '../../db/schema/knowledge.ts';
import { notifications } from '../../db/schema/notifications.ts';
import type { Scope } from '../../db/scope.ts';

/** The agent that a signal's thing hangs on; null where it hangs on none, or is gone. */
export async function findAgentOf(tx: Tx, scope: Scope, { kind, id }: Signal): Promise<AgentId | null> {
  if (kind === 'agent') return id as AgentId;
  const table = { conversation: conversations, document: knowledgeDocuments, notification: notifications }[
    kind as 'conversation'
  ];
  if (!table) return null;
  const key = id as ConversationId & DocumentId & NotificationId;
  const [row] = await tx
    .select({ agentId: table.agentId })
    .from(table)
    .where(and(eq(table.workspaceUid, scope.workspaceUid), eq(table.id, key)));
  return row?.agentId ?? null;
}
