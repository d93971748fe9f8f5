import type { LimitKey } from '@antiphon/contract/entitlements';
import { errors } from '@antiphon/contract/error-list';
import { fail } from '@antiphon/contract/errors';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findUse, lockUse } from './entitlements.queries.ts';
import { refusal } from './entitlements.rules.ts';

/**
 * After the write that uses something, in its transaction: fails with `plan_limit_reached` where that is more than the plan allows,
 * and nothing was written. The count was raised by the write itself and is held until the transaction ends, so that of any number
 * who write at once so many as fit succeed.
 */
export async function demandWithin(tx: Tx, scope: Scope, key: LimitKey, { isClient = false } = {}): Promise<void> {
  const use = await findUse(tx, scope, key);
  if (use && use.max !== null && use.used > use.max)
    fail('plan_limit_reached', { message: refusal(key, use.max, isClient) });
}

/** As `demandWithin`, in the words of seats: who invites and who joins are told differently. */
export async function demandSeat(tx: Tx, scope: Scope, full: string = errors.seat_limit_reached.message) {
  const use = await findUse(tx, scope, 'workspaceSeats');
  if (use && use.max !== null && use.used > use.max) fail('seat_limit_reached', { message: full });
}

/** Fails unless one more would fit now; nothing is kept free for it. */
export async function demandFreeSeat(tx: Tx, scope: Scope) {
  const use = await lockUse(tx, scope, 'workspaceSeats');
  if (use && use.max !== null && use.used >= use.max) fail('seat_limit_reached');
}
