import { emit } from '../events/emit.ts';
import type { ApplyDeps, Fetched } from '../payments/apply-customer.ts';
import type { PayCharge } from '../payments/charges.ports.ts';
import { blockPayer, lockPayerOf } from '../payments/lock-payer.ts';
import type { PaymentProvider, PayObject } from '../payments/payments.ports.ts';
import { findReversal, hasDispute, putReversal } from './reversals.queries.ts';
import { disputeOf, feeMissing, hasNewDispute, reversedOf, standingDisputes } from './reversals.rules.ts';
import { settleReversals } from './settle-reversals.ts';

/** Fetches a charge: what of it went back is taken back, and whoever disputes it buys nothing. What an agency sells beside us is none of ours. */
export async function fetchCharge(deps: ApplyDeps, payments: PaymentProvider, object: PayObject): Promise<Fetched> {
  const { database, systemScope, makeScope } = deps;
  const { account, id: chargeId } = object;
  const found = await payments.findCharge(account, chargeId);
  // Credits go back whatever becomes of the fee.
  const failed: unknown = found && (await giveFeeBack(payments, found).catch((error: unknown) => error));
  const write: Fetched['write'] = async (tx) => {
    if (!found || found.customerId === null || found.invoiceId === null) return;
    const { customerId, invoiceId, amount } = found;
    const payer = await lockPayerOf(tx, systemScope, { account, customerId });
    if (!payer) return;
    const scope = makeScope(payer.workspaceUid);
    await database.within(tx, scope, async () => {
      const disputes = standingDisputes(found);
      const known = { reversed: reversedOf(found), dispute: disputeOf(found), disputes };
      const isUntouched = known.reversed === 0 && known.dispute === null;
      const before = await findReversal(tx, scope, { account, chargeId });
      if (isUntouched && !before) return;
      const isNew = hasNewDispute(before, disputes);
      // What an operator said was of the disputes before.
      const unblockedAt = isNew ? null : (before?.unblockedAt ?? null);
      await putReversal(tx, scope, { account, chargeId, payerId: payer.id, invoiceId, amount, unblockedAt, ...known });
      await blockPayer(tx, scope, payer.id, await hasDispute(tx, scope, payer.id));
      if (isNew) await emit(tx, scope, { type: 'payment_disputed', payload: { orgId: payer.orgId } });
      await settleReversals(tx, scope, { account, invoiceId, orgId: payer.orgId });
    });
  };
  return { write, failed };
}

/** Its share of what an agency gave back. The key says what it was when it was looked at: whoever dies in between gives nothing twice. */
async function giveFeeBack(payments: PaymentProvider, found: PayCharge): Promise<void> {
  const missing = feeMissing(found);
  if (found.fee === null || missing === 0) return;
  await payments.refundFee(found.fee.id, missing, `${found.id}:fee:${reversedOf(found)}:${found.fee.refunded}`);
}
