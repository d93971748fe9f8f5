import type { OrgId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { toCredits } from '../billing/credits.rules.ts';
import { grantCredits } from '../billing/grant-credits.ts';
import { ADVANCE_MAX } from '../credit-sales/credit-sales.rules.ts';
import { emit } from '../events/emit.ts';
import { callOwe, keyOf, listOfInvoice, setTaken, sumGiven } from './reversals.queries.ts';
import { creditsBack } from './reversals.rules.ts';

type Paid = { account: string; invoiceId: string; orgId: OrgId | null };

/**
 * Takes back what an invoice gave, in proportion to what of it went back, or gives again what went back for nothing. Called whenever either changes,
 * whichever is told of first; under the payer's lock, and once more it does nothing. Locks the accounts: last in its transaction.
 */
export async function settleReversals(tx: Tx, scope: Scope, { account, invoiceId, orgId }: Paid): Promise<void> {
  for (const { chargeId, creditsTaken, moves, ...sums } of await listOfInvoice(tx, scope, { account, invoiceId })) {
    const due = creditsBack(await sumGiven(tx, scope, invoiceId), sums);
    if (due === creditsTaken) continue;
    const id = `${chargeId}:${moves + 1}`;
    if (due > creditsTaken) {
      await takeBack(tx, scope, { id, orgId, amount: due - creditsTaken });
      const credits = toCredits(due - creditsTaken);
      await emit(tx, scope, { type: 'payment_reversed', payload: { orgId, credits } });
    }
    if (due < creditsTaken) await giveAgain(tx, scope, { id, orgId, amount: creditsTaken - due });
    await setTaken(tx, scope, { account, chargeId }, { creditsTaken: due, moves: moves + 1 });
  }
}

type Move = { id: string; orgId: OrgId | null; amount: bigint };

/** What is spent already is owed: to the platform, or by an org to its agency, who has it again. */
const takeBack = (tx: Tx, scope: Scope, { id, orgId, amount }: Move): Promise<void> =>
  callOwe(tx, scope, {
    ...{ id, amount, advance: 0n, kind: 'reversal' },
    ...{ from: keyOf(scope, orgId), lineFrom: 'payment_reversed' },
    ...(orgId === null
      ? { to: 'platform:reversals', lineTo: null }
      : { to: keyOf(scope, null), lineTo: 'sale_reversed' }),
  });

async function giveAgain(tx: Tx, scope: Scope, { id, orgId, amount }: Move): Promise<void> {
  const featureKey = 'reversal_undone';
  if (orgId === null) return grantCredits(tx, scope, { id: `reversal:${id}`, amountMicro: amount, featureKey });
  return callOwe(tx, scope, {
    ...{ id, amount, advance: ADVANCE_MAX, kind: featureKey },
    ...{ from: keyOf(scope, null), to: keyOf(scope, orgId), lineFrom: featureKey, lineTo: featureKey },
  });
}
