import type { AgentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findAgentMonth } from './billing.queries.ts';
import { monthOf } from './calendar.rules.ts';

/** What an agent spent and holds (micro-credits) and the messages it accepted in the UTC month of `now`. */
export async function getAgentMonth(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  now: Date,
): Promise<{ spentMicro: bigint; heldMicro: bigint; messages: number }> {
  const row = await findAgentMonth(tx, scope, agentId, monthOf(now));
  return { spentMicro: row?.spent ?? 0n, heldMicro: row?.held ?? 0n, messages: row?.messages ?? 0 };
}
