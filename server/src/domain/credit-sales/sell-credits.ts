import { fail } from '@antiphon/contract/errors';
import type { OrgId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { toCredits } from '../billing/credits.rules.ts';
import { emit } from '../events/emit.ts';
import { callForgive, callSell, lockSellable } from './credit-sales.queries.ts';
import { ADVANCE_MAX, sellable } from './credit-sales.rules.ts';

/**
 * Gives an org `amountMicro` (above 0) micro-credits that it paid for, from the workspace's own account, and writes the lines of both. What
 * the account lacks is advanced, or owed to the org. Once per `id` (`inv:{invoice}`); fails with `idempotency_mismatch` where the id
 * stood for another org or sum. Locks the accounts: last in its transaction.
 */
export async function sellCredits(
  tx: Tx,
  scope: Scope,
  sale: { id: string; orgId: OrgId; amountMicro: bigint },
): Promise<void> {
  const { id, orgId, amountMicro: amount } = sale;
  if ((await callSell(tx, scope, { id, orgId, amount, advance: ADVANCE_MAX })) === 'mismatch')
    fail('idempotency_mismatch');
}

/**
 * Whether so many micro-credits could be given at once, beside all that orgs pay for just now. Until the transaction ends nobody else is
 * told: ask in the one that writes the order, after the payer is locked, and let nothing follow that waits. Not asked before a
 * renewal, which is charged whatever there is.
 */
export const canSell = async (tx: Tx, scope: Scope, amountMicro: bigint): Promise<boolean> =>
  sellable(await lockSellable(tx, scope)) >= amountMicro;

/**
 * Tells the agency that a client could not buy, and has credits bought where that is set up. In a transaction of its own: the one
 * that would have charged is undone.
 */
export const noteRefusedSale = (
  tx: Tx,
  scope: Scope,
  { orgId, amountMicro }: { orgId: OrgId; amountMicro: bigint },
): Promise<void> => emit(tx, scope, { type: 'sale_refused', payload: { orgId, credits: toCredits(amountMicro) } });

/** An org that ends is owed nothing and owes nothing any more. */
export const forgiveDebts = (tx: Tx, scope: Scope, orgId: OrgId): Promise<void> => callForgive(tx, scope, orgId);
