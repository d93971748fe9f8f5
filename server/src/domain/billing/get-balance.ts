import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findAccount } from './billing.queries.ts';

/** In micro-credits. What may still be spent is `balanceMicro - heldMicro`; a workspace that never got credits has 0. */
export async function getBalance(tx: Tx, scope: Scope): Promise<{ balanceMicro: bigint; heldMicro: bigint }> {
  const account = await findAccount(tx, scope);
  return { balanceMicro: account?.balance ?? 0n, heldMicro: account?.held ?? 0n };
}

/** The credits that came last, in micro-credits: what a meter calls full. */
export const getLastGrant = async (tx: Tx, scope: Scope): Promise<bigint> =>
  (await findAccount(tx, scope))?.lastGrant ?? 0n;
