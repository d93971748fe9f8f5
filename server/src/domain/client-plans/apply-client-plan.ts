import type { OrgId, PayerId } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { isLate, noteArrears } from '../arrears/note-arrears.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { findSold } from '../connect/find-sold.ts';
import { sellCredits } from '../credit-sales/sell-credits.ts';
import { applyInvoice } from '../orders/apply-invoice.ts';
import { findKept, findPayingOrg, keepOrgSubscription } from '../org-subscriptions/keep-org-subscription.ts';
import type { ApplyDeps, Fetched } from '../payments/apply-customer.ts';
import type { PayInvoice } from '../payments/invoices.ports.ts';
import { lockPayerOf } from '../payments/lock-payer.ts';
import type { PaymentProvider, PayObject } from '../payments/payments.ports.ts';
import type { PaySubscription } from '../payments/subscriptions.ports.ts';
import { settleReversals } from '../reversals/settle-reversals.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';

/** `look`: at another object, now. */
export type ClientPlanDeps = ApplyDeps & { log: Logger; look(object: PayObject): Promise<void> };

/**
 * Fetches an invoice of an agency's account: what it says of its order is so. One of a plan is looked at together with it, and gives what
 * was paid for, once.
 */
export async function fetchOrgInvoice(
  deps: ClientPlanDeps,
  payments: PaymentProvider,
  { account, id }: PayObject,
): Promise<Fetched> {
  const found = await payments.findInvoice(account, id);
  const subscription = await findWithCard(deps, payments, account, found?.subscriptionId ?? null);
  const newest = await findNewest(payments, account, subscription);
  return {
    async write(tx) {
      if (found) await applyInvoice(deps, tx, account, found);
      if (newest && newest.id !== id) await applyInvoice(deps, tx, account, newest);
      if (found && subscription) await applyPlan(deps, tx, account, { subscription, invoices: [found, newest] });
    },
  };
}

/** With what it was charged for last, that nobody is shown a plan whose credits are still to come. */
export async function fetchOrgSubscription(
  deps: ClientPlanDeps,
  payments: PaymentProvider,
  { account, id }: PayObject,
): Promise<Fetched> {
  const subscription = await findWithCard(deps, payments, account, id);
  const newest = await findNewest(payments, account, subscription);
  return {
    async write(tx) {
      if (newest) await applyInvoice(deps, tx, account, newest);
      if (subscription) await applyPlan(deps, tx, account, { subscription, invoices: [newest] });
    },
  };
}

/**
 * The card that was typed at the provider's page is the customer's, and known here, before anybody is told that they paid: whoever comes back is
 * shown it, whenever its own event comes. Where that fails, or another look is at it just now, what was paid is given all the same: the
 * next look tries again.
 */
async function findWithCard(
  { log, look }: ClientPlanDeps,
  payments: PaymentProvider,
  account: string,
  id: string | null,
): Promise<PaySubscription | null> {
  const found = id === null ? null : await payments.findSubscription(account, id);
  if (!found?.hasOwnCard || found.status !== 'active') return found;
  await payments.keepCheckoutCard(account, found.id, `${found.id}:card`).catch((error: unknown) => {
    if (!(error instanceof VendorFailure)) throw error;
    log.warn({ err: error, account, subscription: found.id }, 'client plans: a card stays the subscription’s own');
  });
  await look({ account, kind: 'customer', id: found.customerId });
  return found;
}

/** What was charged last, or is owed: the event of that invoice may come later. */
const findNewest = async (payments: PaymentProvider, account: string, subscription: PaySubscription | null) =>
  subscription?.latestInvoiceId ? payments.findInvoice(account, subscription.latestInvoiceId) : null;

type Looked = { subscription: PaySubscription; invoices: (PayInvoice | null)[] };

async function applyPlan(deps: ClientPlanDeps, tx: Tx, account: string, looked: Looked): Promise<void> {
  const { database, systemScope, makeScope } = deps;
  const { customerId } = looked.subscription;
  const payer = await lockPayerOf(tx, systemScope, { account, customerId });
  if (!payer) return;
  const scope = makeScope(payer.workspaceUid);
  await database.within(tx, scope, async () => {
    const orgId = await findPayingOrg(tx, scope, payer.id);
    if (orgId) await keepPlan(deps, tx, scope, { ...looked, account, orgId, payerId: payer.id });
  });
}

type Plan = Looked & { account: string; orgId: OrgId; payerId: PayerId };

/** The account is locked last. What an agency sells beside us is none of ours. */
async function keepPlan({ clock, log }: ClientPlanDeps, tx: Tx, scope: Scope, plan: Plan): Promise<void> {
  const { subscription, invoices, account, orgId, payerId } = plan;
  const { id, status, periodStart, periodEnd, cancelsAt, items } = subscription;
  const before = await findKept(tx, scope, id);
  const priceId = items[0]?.priceId ?? '';
  const sold = await findSold(tx, scope, { account, priceId });
  if (!sold) {
    if (before)
      log.error({ subscription: id, account, priceId }, 'client plans: a plan has a price that we never sold');
    return;
  }
  const owedSince = await noteArrears(tx, scope, { id, status, payerId, account }, clock());
  const pastDueSince = isLate(subscription) ? (owedSince ?? before?.pastDueSince ?? clock()) : null;
  const { planId, credits, unitAmount } = sold;
  await keepOrgSubscription(tx, scope, {
    ...{ id, orgId, payerId, account, planId, priceId, credits, unitAmount },
    ...{ status, periodStart, periodEnd, cancelsAt, pastDueSince },
  });
  for (const invoice of invoices) {
    if (invoice?.status !== 'paid' || !invoice.isOfPeriod) continue;
    // As it stands on the invoice: the plan may have another price by now.
    const paid = await findSold(tx, scope, { account, priceId: invoice.priceId ?? '' });
    if (!paid) log.error({ invoice: invoice.id, account }, 'client plans: a price was paid that we never sold');
    else {
      await sellCredits(tx, scope, { id: `inv:${invoice.id}`, orgId, amountMicro: fromCredits(paid.credits) });
      await settleReversals(tx, scope, { account, invoiceId: invoice.id, orgId });
    }
  }
}
