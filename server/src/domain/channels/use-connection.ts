import { fail } from '@antiphon/contract/errors';
import type { AgentId, ChannelConnectionId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type ConnectionRow, findConnection, noteTraffic, updateConnection } from './channels.queries.ts';

export { listOfAccount } from './channels.queries.ts';

/** A bot, page or number as it stands. */
export type Connection = ConnectionRow;

/** Null where it was removed. */
export const getConnection = (tx: Tx, scope: Scope, id: ChannelConnectionId): Promise<Connection | null> =>
  findConnection(tx, scope, id);

/** One of an agent that is only tried. Fails with `not_found` for any other. */
export async function getSimulated(
  tx: Tx,
  scope: Scope,
  { agentId, connectionId }: { agentId: AgentId; connectionId: ChannelConnectionId },
): Promise<Connection> {
  const row = await findConnection(tx, scope, connectionId);
  return row?.agentId === agentId && row.isSimulated ? row : fail('not_found');
}

/** Somebody wrote there. The first time connects it. */
export const noteHeard = (tx: Tx, scope: Scope, id: ChannelConnectionId) => noteTraffic(tx, scope, id, 'in');

export const noteSent = (tx: Tx, scope: Scope, id: ChannelConnectionId) => noteTraffic(tx, scope, id, 'out');

/** What its provider said that somebody has to see to. */
export const noteProblem = (tx: Tx, scope: Scope, id: ChannelConnectionId, problem: string) =>
  updateConnection(tx, scope, id, { problem });

/** Its provider asks not to be called until then. */
export const leaveAlone = (tx: Tx, scope: Scope, id: ChannelConnectionId, until: Date) =>
  updateConnection(tx, scope, id, { quietUntil: until });
