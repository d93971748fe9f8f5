import type { ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { BegunReply } from './begin-reply.ts';
import { findMessage, findPendingReply, updateMessage } from './conversations.queries.ts';
import type { LiveConversations } from './live-conversations.ts';

/** How often a writing worker looks whether another process was asked to stop it. Stop must end a reply within a second. */
const LOOK_EVERY_MS = 400;

type Deps = { database: Database; live: LiveConversations };

/** Asks whoever writes the reply to stop. Nothing being written is no error: it has just ended. */
export async function stopReply(deps: Deps, scope: Scope, id: ConversationId): Promise<void> {
  const messageId = await deps.database.transaction(scope, async (tx) => {
    const reply = await findPendingReply(tx, scope, id);
    if (reply) await updateMessage(tx, scope, id, reply.id, { stopRequested: true });
    return reply?.id ?? null;
  });
  if (messageId) deps.live.requestStop(messageId);
}

/** A signal that fires when this reply is asked to stop, in this process or another. */
export function watchStop(deps: Deps, scope: Scope, { conversation, reply }: BegunReply) {
  const aborter = new AbortController();
  if (reply.stopRequested) aborter.abort('stop');
  const forget = deps.live.onStop(reply.id, () => aborter.abort('stop'));
  const look = async () => {
    const message = await deps.database.transaction(scope, (tx) => findMessage(tx, scope, conversation.id, reply.id));
    if (message?.stopRequested) aborter.abort('stop');
  };
  // A single process hears of every Stop by itself.
  const timer =
    deps.database.kind === 'embedded' ? undefined : setInterval(() => look().catch(() => {}), LOOK_EVERY_MS);
  return {
    signal: aborter.signal,
    end() {
      forget();
      clearInterval(timer);
    },
  };
}
