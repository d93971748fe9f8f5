import type { AgentId, ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import type { SentInput } from './sent-input.ts';

/** What of a client's the path or query names; null is: nothing of the kind. */
export type Named = { uid: WorkspaceUid | null; agentId: AgentId | null; conversationId: ConversationId | null };

/** Read before the body is: whatever a body is called like, it names nothing here. */
export async function namedIn(sent: SentInput, of: 'agent' | 'conversation' | 'list'): Promise<Named> {
  const agent = of === 'list' ? ['agentId'] : ['agentId', 'id', 'ID'];
  return {
    uid: (await sent.named('uid')) as WorkspaceUid | null,
    agentId: (await sent.named(...agent)) as AgentId | null,
    conversationId: (await sent.named('conversationId', 'id')) as ConversationId | null,
  };
}
