import type { ChannelConnectionId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import { lockConnection, updateConnection } from './channels.queries.ts';
import { isOpen } from './channels.rules.ts';

/** The token is refused, or somebody else is called: nothing is answered or sent until it is connected again, and people are told, once. */
export async function breakConnection(
  tx: Tx,
  scope: Scope,
  id: ChannelConnectionId,
  state: 'token_dead' | 'taken_over' = 'token_dead',
) {
  const row = await lockConnection(tx, scope, id);
  if (!row || !isOpen(row.state)) return;
  await updateConnection(tx, scope, id, { state });
  await emit(tx, scope, {
    type: 'channel_failing',
    payload: { agentId: row.agentId, connectionId: id, channel: row.handle },
  });
}
