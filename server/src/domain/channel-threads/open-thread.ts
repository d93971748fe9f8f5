import type { ChannelConnectionId, ChannelThreadId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { insertThread } from './channel-inbox.queries.ts';

/** One person at a connection, there from now on. */
export async function openThread(
  tx: Tx,
  scope: Scope,
  at: { connectionId: ChannelConnectionId; thread: string },
): Promise<ChannelThreadId> {
  const found = await insertThread(tx, scope, at);
  if (!found) throw new Error('A thread is gone.');
  return found;
}
