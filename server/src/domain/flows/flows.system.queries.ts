import type { AgentId, ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import { asc, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { conversationFlows } from '../../db/schema/flows.ts';
import type { SystemScope } from '../../db/scope.ts';

/** The longest due first. */
export const listDue = (
  tx: Tx,
  _scope: SystemScope,
  limit: number,
): Promise<{ id: ConversationId; workspaceUid: WorkspaceUid; agentId: AgentId; state: unknown }[]> =>
  tx
    .select({
      id: conversationFlows.conversationId,
      workspaceUid: conversationFlows.workspaceUid,
      agentId: conversationFlows.agentId,
      state: conversationFlows.state,
    })
    .from(conversationFlows)
    .where(sql`${conversationFlows.dueAt} <= clock_timestamp()`)
    .orderBy(asc(conversationFlows.dueAt))
    .limit(limit);
