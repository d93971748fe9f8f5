import type { ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import type { EndReason } from '../events/domain-events.ts';
import { emit } from '../events/emit.ts';
import { markEnded } from './conversations.queries.ts';
import { listQuiet } from './conversations.system.queries.ts';

/** A conversation without a message for this long is over. */
export const QUIET_MS = 30 * 60_000;
/** A run ends after this many; the next one is a minute away. */
const PER_RUN = 1_000;

/** Tells of the end once. What is said afterwards opens the conversation again, and it ends again. */
export async function endConversation(
  tx: Tx,
  scope: Scope,
  ending: { id: ConversationId; reason: EndReason; quietSince: Date; now: Date },
): Promise<void> {
  const agentId = await markEnded(tx, scope, ending);
  if (agentId === null) return;
  const payload = { agentId, conversationId: ending.id, reason: ending.reason };
  await emit(tx, scope, { type: 'conversation_ended', payload });
}

type Deps = { database: Database; systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope };

/** Ends what has been quiet for half an hour. Running twice, or beside a visitor who writes again, ends nothing twice. */
export async function endQuietConversations(deps: Deps, now: Date): Promise<void> {
  const { database, systemScope, makeScope } = deps;
  const quietSince = new Date(now.getTime() - QUIET_MS);
  const quiet = await database.transaction(systemScope, (tx) => listQuiet(tx, systemScope, quietSince, PER_RUN));
  await eachApart(quiet, async ({ id, workspaceUid }) => {
    const scope = makeScope(workspaceUid);
    const ending = { id, reason: 'inactivity', quietSince, now } as const;
    await database.transaction(scope, (tx) => endConversation(tx, scope, ending));
  });
}
