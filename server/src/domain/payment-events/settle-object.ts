import type { Logger } from 'pino';
import { LeaseLost } from '../../db/lease.ts';
import { type ClientPlanDeps, fetchOrgInvoice, fetchOrgSubscription } from '../client-plans/apply-client-plan.ts';
import { fetchMerchant } from '../connect/apply-merchant.ts';
import { type Fetched, fetchCustomer } from '../payments/apply-customer.ts';
import type { PaymentProvider, PayObject } from '../payments/payments.ports.ts';
import { fetchCharge } from '../reversals/apply-charge.ts';
import { fetchInvoice, fetchSubscription, type SubscriptionDeps } from '../subscriptions/apply-subscription.ts';
import { FAILURES_MAX } from './payment-events.rules.ts';
import { type ClaimedObject, markDone, markFailed } from './payment-events.system.queries.ts';

export type SettleDeps = SubscriptionDeps & ClientPlanDeps & { payments: PaymentProvider; log: Logger };

type Fetch = (
  deps: SubscriptionDeps & ClientPlanDeps,
  payments: PaymentProvider,
  object: PayObject,
) => Promise<Fetched>;

/** On an agency's account its orgs pay; on the platform's own, workspaces. */
const isAgencys = ({ account }: PayObject): boolean => account !== '';

/** How each kind is looked at, and what follows of it: nothing else moves what somebody has paid for. */
const FETCHES: Record<PayObject['kind'], Fetch> = {
  customer: fetchCustomer,
  invoice: (...asked) => (isAgencys(asked[2]) ? fetchOrgInvoice : fetchInvoice)(...asked),
  subscription: (...asked) => (isAgencys(asked[2]) ? fetchOrgSubscription : fetchSubscription)(...asked),
  merchant: fetchMerchant,
  charge: fetchCharge,
};

/**
 * Looks at an object that is leased, and writes down what it is: under the lock of whoever pays, and only while the lease is
 * still held, so that whoever looked earlier never writes later. Asked as often as it may be, it leaves the same.
 */
export async function settleObject(deps: SettleDeps, object: ClaimedObject): Promise<void> {
  const { database, systemScope, payments, log } = deps;
  const tell = (error: unknown, failures: number) => {
    const about = { err: error, account: object.account, kind: object.kind, object: object.id, failures };
    if (failures >= FAILURES_MAX) log.error(about, 'payments: an object is parked; nobody looks at it any more');
    else log.warn(about, 'payments: an object could not be looked at; it is tried again');
  };
  try {
    const { write, failed } = await FETCHES[object.kind](deps, payments, object);
    const failures = await database.transaction(systemScope, async (tx) => {
      await write(tx);
      const count = failed ? await markFailed(tx, systemScope, object) : null;
      if (!(count ?? (await markDone(tx, systemScope, object)))) throw new LeaseLost();
      return count;
    });
    if (failures) tell(failed, failures);
  } catch (error) {
    // Whoever has it now looks at it anew.
    if (error instanceof LeaseLost) return;
    tell(error, await database.transaction(systemScope, (tx) => markFailed(tx, systemScope, object)));
  }
}
