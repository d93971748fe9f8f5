import type { ReplyWindow } from '@antiphon/contract/handoffs';
import type { ChannelConnectionId, ConversationId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { Channels } from '../channels/channels.ports.ts';
import { getConnection } from '../channels/use-connection.ts';
import { findThreadOf, findWriter } from './channel-threads.queries.ts';
import { windowOf } from './channel-threads.rules.ts';

/** Somebody wrote there, and can be written to. */
export async function hasWritten(
  tx: Tx,
  scope: Scope,
  at: { connectionId: ChannelConnectionId; thread: string },
): Promise<boolean> {
  const writer = await findWriter(tx, scope, at);
  return writer !== null && writer.lastInAt !== null && writer.isReachable;
}

/** Where the person of a conversation writes; null in the chat of a page. */
export async function findConnectionOf(tx: Tx, scope: Scope, id: ConversationId) {
  const thread = await findThreadOf(tx, scope, id);
  const connection = thread && (await getConnection(tx, scope, thread.connectionId));
  return thread && connection ? { thread, connection } : null;
}

/** For how long they can be answered, and what is left then; null where there is no end to it. */
export async function findReplyWindow(
  { channels }: { channels: Channels },
  tx: Tx,
  scope: Scope,
  id: ConversationId,
): Promise<ReplyWindow | null> {
  const found = await findConnectionOf(tx, scope, id);
  if (!found) return null;
  const { thread, connection } = found;
  const channel = channels[connection.provider];
  const window = windowOf(channel, thread);
  if (!window) return null;
  const { until, personUntil } = window;
  const hasTemplates = channel.listTemplates !== undefined && !connection.isSimulated;
  return {
    ...{ until: until.toISOString(), isOver: new Date() > until },
    after: hasTemplates ? 'template' : personUntil > until ? 'person' : 'wait',
    personUntil: personUntil > until ? personUntil.toISOString() : null,
  };
}
