import type { AgentSettings } from '@antiphon/contract/agents';
import { Failure } from '@antiphon/contract/errors';
import type { AgentId, CallId, ConversationId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { holdTurn } from '../billing/hold-turn.ts';
import { settleTurn } from '../billing/settle-turn.ts';
import { SLICE_MICRO, SLICE_MS, sliceMicro, turnOf, wantsNext } from './calls.rules.ts';

/** Of what is charged. */
export type Charged = {
  id: CallId;
  agentId: AgentId;
  conversationId: ConversationId;
  monthlyLimitMicro: bigint | null;
};

/** What of the agent's settings bounds its calls. */
export const chargedOf = (
  call: Omit<Charged, 'monthlyLimitMicro'>,
  { limits }: Pick<AgentSettings, 'limits'>,
): Charged => ({
  ...{ id: call.id, agentId: call.agentId, conversationId: call.conversationId },
  monthlyLimitMicro: limits.monthlyCredits === null ? null : fromCredits(limits.monthlyCredits),
});

/** The minute that was held already, or is now; false where nobody can pay for it. */
export async function holdSlice(tx: Tx, scope: Scope, call: Charged, slice: number, now: Date): Promise<boolean> {
  const { id, agentId, monthlyLimitMicro } = call;
  const turn = { turnId: turnOf(id, slice), agentId, amountMicro: SLICE_MICRO, monthlyLimitMicro, now };
  return ['new', 'held'].includes(await holdTurn(tx, scope, turn));
}

/** Charges so many seconds of a minute that was held; 0 gives it back. Returns the micro-credits, none where it was never held. */
export async function settleSlice(
  tx: Tx,
  scope: Scope,
  { id, agentId, conversationId }: Pick<Charged, 'id' | 'agentId'> & { conversationId: ConversationId | null },
  slice: number,
  seconds: number,
): Promise<bigint> {
  const turn = { turnId: turnOf(id, slice), agentId, conversationId };
  try {
    return await settleTurn(tx, scope, { ...turn, amountMicro: sliceMicro(seconds), featureKey: 'voice_minute' });
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return 0n;
    throw error;
  }
}

/** What is to be done after so many milliseconds of a minute: the next one is held ahead, and this one charged once it is over. */
export async function chargeOn(
  tx: Tx,
  scope: Scope,
  call: Charged,
  { slice, ms }: { slice: number; ms: number },
  now: Date,
): Promise<{ isPaid: boolean; over: { seconds: number; charged: bigint } | null }> {
  const isPaid = !wantsNext(ms) || (await holdSlice(tx, scope, call, slice + 1, now));
  if (ms < SLICE_MS) return { isPaid, over: null };
  const seconds = SLICE_MS / 1_000;
  return { isPaid, over: { seconds, charged: await settleSlice(tx, scope, call, slice, seconds) } };
}
