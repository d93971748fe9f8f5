import { type AgentId, newConversationId, newMessageId, randomText } from '@antiphon/contract/ids';
import type { Database } from '../../src/db/database.ts';
import { conversations, messages } from '../../src/db/schema/conversations.ts';
import type { Scope } from '../../src/db/scope.ts';

type Said = { role: 'visitor' | 'agent' } & Partial<Omit<typeof messages.$inferInsert, 'role'>> & { text: string };
type Fields = Partial<typeof conversations.$inferInsert>;

/** A conversation that was held, written straight into its tables; `said` is what was said, in order. */
export async function makeConversation(
  database: Database,
  scope: Scope,
  agentId: AgentId,
  said: Said[],
  fields: Fields = {},
) {
  const id = newConversationId();
  const ids = { conversationId: id, workspaceUid: scope.workspaceUid, agentId };
  await database.transaction(scope, async (tx) => {
    await tx.insert(conversations).values({
      id,
      workspaceUid: scope.workspaceUid,
      agentId,
      visitorTokenHash: randomText(20),
      variables: {},
      ...fields,
    });
    if (said.length > 0)
      await tx
        .insert(messages)
        .values(
          said.map((one, at) => ({ id: newMessageId(), ...ids, position: at + 1, state: 'complete' as const, ...one })),
        );
  });
  return id;
}
