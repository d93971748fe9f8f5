import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { callHold } from './billing.queries.ts';
import { holdTerms } from './hold-terms.rules.ts';

type Outcome = 'new' | 'held' | 'settled' | 'voided' | 'no_credits' | 'spend_limit';

/**
 * Sets `amountMicro` (above 0, in micro-credits; the most that the turn can cost) aside before a model is called. Balance and
 * the agent's limit of the UTC month are reserved by the write itself.
 * - `new`: set aside now. `held`: was already (a worker died, say); its 15 minutes begin anew, its amount stays.
 * - `settled`, `voided`: this turn is over and must not be answered again.
 * - `no_credits`, `spend_limit`: refused, nothing was written; the same turn may ask again later.
 * Fails with `idempotency_mismatch` where the turn is another agent's.
 */
export async function holdTurn(
  tx: Tx,
  scope: Scope,
  turn: { turnId: string; agentId: AgentId; amountMicro: bigint; monthlyLimitMicro: bigint | null; now: Date },
): Promise<Outcome> {
  const terms = holdTerms(turn.amountMicro, turn.monthlyLimitMicro, turn.now);
  const outcome = await callHold(tx, scope, { turnId: turn.turnId, agentId: turn.agentId, ...terms });
  if (outcome === 'mismatch') fail('idempotency_mismatch');
  return outcome as Outcome;
}
