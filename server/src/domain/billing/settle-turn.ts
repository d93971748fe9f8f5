import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { callSettle } from './billing.queries.ts';

/**
 * Ends the hold of a turn and writes its usage line: charges `amountMicro`, never more than was held; 0 gives all of it back.
 * Returns the micro-credits charged. Called again it changes nothing and returns what the first call charged (0 as well where
 * the hold had expired). Fails with `not_found` for a turn that was never held. `featureKey` is such as `text_turn`.
 */
export async function settleTurn(
  tx: Tx,
  scope: Scope,
  turn: { turnId: string; agentId: AgentId; conversationId: string | null; amountMicro: bigint; featureKey: string },
): Promise<bigint> {
  const { turnId, amountMicro: amount, featureKey, conversationId } = turn;
  const charged = await callSettle(tx, scope, { turnId, amount, featureKey, conversationId });
  if (charged === null) fail('not_found');
  return charged;
}
