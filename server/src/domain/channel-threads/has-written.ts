import type { ChannelConnectionId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findWriter } from './channel-threads.queries.ts';

/** Somebody wrote there, and can be written to. */
export async function hasWritten(
  tx: Tx,
  scope: Scope,
  at: { connectionId: ChannelConnectionId; thread: string },
): Promise<boolean> {
  const writer = await findWriter(tx, scope, at);
  return writer !== null && writer.lastInAt !== null && writer.isReachable;
}
