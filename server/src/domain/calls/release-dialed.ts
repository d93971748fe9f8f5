import type { AgentId, CallId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { lockLimit, noteUse } from '../entitlements/lock-limit.ts';
import { countLines, findCall } from './calls.queries.ts';
import { settleSlice } from './charge-call.ts';

/** Before anything else is locked, by whoever ends what was dialled. */
export const lockLines = (tx: Tx, scope: Scope) => lockLimit(tx, scope, 'maxConcurrentCalls');

/** Nobody answered: the minute that was held is given back, and whoever looks sees one line less, which `noteDialed` counts. */
export async function releaseDialed(tx: Tx, scope: Scope, { id, agentId }: { id: CallId; agentId: AgentId }) {
  if (await findCall(tx, scope, id)) return;
  await settleSlice(tx, scope, { id, agentId, conversationId: null }, 1, 0);
}

export const noteLines = async (tx: Tx, scope: Scope) =>
  noteUse(tx, scope, 'maxConcurrentCalls', await countLines(tx, scope));

/** Whether a call that was dialled became one, and whether that is over. */
export async function findDialedCall(tx: Tx, scope: Scope, id: CallId): Promise<{ isOver: boolean } | null> {
  const call = await findCall(tx, scope, id);
  return call && { isOver: call.state === 'ended' };
}
