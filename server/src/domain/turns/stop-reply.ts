import type { ConversationId } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { askToStop } from '../conversations/owed-replies.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import type { BegunReply } from './begin-reply.ts';
import { listStopped } from './turns.system.queries.ts';

/** How often a process that writes looks whether another one was asked to stop it. Stop must end a reply within a second. */
const LOOK_EVERY_MS = 400;

type Deps = { database: Database; live: LiveConversations };

/** Asks whoever writes the reply to stop. Nothing being written is no error: it has just ended. */
export async function stopReply(deps: Deps, scope: Scope, id: ConversationId): Promise<void> {
  const messageId = await askToStop(deps, scope, id);
  if (messageId) deps.live.requestStop(id, messageId);
}

/** A signal that fires when this reply is asked to stop, in this process or (see `passOnStops`) another. */
export function watchStop({ live }: Pick<Deps, 'live'>, { reply, isStopRequested }: BegunReply) {
  const aborter = new AbortController();
  if (isStopRequested) aborter.abort('stop');
  const forget = live.onStop(reply.id, () => aborter.abort('stop'));
  return { signal: aborter.signal, end: forget };
}

/**
 * Stops the replies that this process writes and another process was asked to stop: one look for all of them. A single process
 * hears of every Stop by itself. Returns what ends it.
 */
export function passOnStops({ database, live, systemScope, log }: Deps & { systemScope: SystemScope; log: Logger }) {
  const look = async () => {
    if (!live.isWriting()) return;
    for (const id of await database.transaction(systemScope, (tx) => listStopped(tx))) live.stopHere(id);
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.error({ err: error }, 'look for stops failed; it runs again'));
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
