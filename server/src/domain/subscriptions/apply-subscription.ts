import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { isLate, noteArrears } from '../arrears/note-arrears.ts';
import { grantCredits } from '../billing/grant-credits.ts';
import { type PlanDeps, setPlan } from '../entitlements/set-plan.ts';
import { applyInvoice } from '../orders/apply-invoice.ts';
import type { ApplyDeps, Fetched } from '../payments/apply-customer.ts';
import type { PayInvoice } from '../payments/invoices.ports.ts';
import { lockPayerOf } from '../payments/lock-payer.ts';
import type { PaymentProvider, PayObject } from '../payments/payments.ports.ts';
import type { PaySubscription } from '../payments/subscriptions.ports.ts';
import { creditsOf } from '../quotes/offers.rules.ts';
import { settleReversals } from '../reversals/settle-reversals.ts';
import { setSubscriptionOf } from '../workspaces/note-payment.ts';
import { findSubscription, putSubscription } from './subscriptions.queries.ts';
import { addonsOf, isEntitled, mostOf, paidLines, paidWithin, planOf } from './subscriptions.rules.ts';

export type SubscriptionDeps = ApplyDeps & PlanDeps;

/**
 * Fetches an invoice: what it says of its order is so, what is paid is given. One of a subscription is looked at together with it, so
 * that whoever is told that they paid has the plan.
 */
export async function fetchInvoice(
  deps: SubscriptionDeps,
  payments: PaymentProvider,
  { account, id }: PayObject,
): Promise<Fetched> {
  const found = await payments.findInvoice(account, id);
  const subscriptionId = found?.subscriptionId ?? null;
  const subscription = subscriptionId === null ? null : await payments.findSubscription(account, subscriptionId);
  const owed = found?.status === 'open' ? null : await findOwed(payments, account, subscription);
  const paid = found && subscription ? await findPaid(payments, account, { found, subscription }) : {};
  return {
    async write(tx) {
      if (!found) return;
      await applyInvoice(deps, tx, account, found);
      if (owed) await applyInvoice(deps, tx, account, owed);
      if (!subscription) return;
      await applySubscription(deps, tx, account, { found: subscription, paid });
      if (found.status === 'paid' && found.isOfPeriod) await grantPeriod(deps, tx, { account, subscription, id });
    },
  };
}

export async function fetchSubscription(
  deps: SubscriptionDeps,
  payments: PaymentProvider,
  { account, id }: PayObject,
): Promise<Fetched> {
  const found = await payments.findSubscription(account, id);
  const owed = await findOwed(payments, account, found);
  return {
    async write(tx) {
      if (owed) await applyInvoice(deps, tx, account, owed);
      if (found) await applySubscription(deps, tx, account, { found, paid: {} });
    },
  };
}

/** What a subscription owes: the event of that invoice may come later. */
const findOwed = async (payments: PaymentProvider, account: string, subscription: PaySubscription | null) =>
  subscription?.latestInvoiceId && isLate(subscription)
    ? payments.findInvoice(account, subscription.latestInvoiceId)
    : null;

/** How many of each add-on an invoice has paid for. Of what was taken off meanwhile the subscription does not tell the name. */
async function findPaid(
  payments: PaymentProvider,
  account: string,
  { found, subscription }: { found: PayInvoice; subscription: PaySubscription },
): Promise<Record<string, number>> {
  const names = new Map(subscription.items.map(({ priceId, key }) => [priceId, key]));
  const each: Record<string, number>[] = [];
  for (const { priceId, quantity } of paidLines(found, subscription)) {
    const key = names.get(priceId) ?? (await payments.findPriceKey(account, priceId));
    if (key !== null) each.push(addonsOf({ items: [{ key, quantity }] }));
  }
  return mostOf(...each);
}

/** Locks the payer and works in their workspace. Agencies' plans are not ours yet. */
async function forPayer(
  { database, systemScope, makeScope }: SubscriptionDeps,
  tx: Tx,
  { account, customerId }: { account: string; customerId: string },
  work: (scope: Scope, payerId: Parameters<typeof putSubscription>[2]['payerId']) => Promise<void>,
): Promise<void> {
  if (account !== '') return;
  const payer = await lockPayerOf(tx, systemScope, { account, customerId });
  if (!payer) return;
  const scope = makeScope(payer.workspaceUid);
  await database.within(tx, scope, () => work(scope, payer.id));
}

/** What it is, and with it the plan of the workspace: limits, add-ons, and which subscription it is on. */
async function applySubscription(
  deps: SubscriptionDeps,
  tx: Tx,
  account: string,
  { found, paid }: { found: PaySubscription; paid: Record<string, number> },
): Promise<void> {
  const planKey = planOf(found);
  if (planKey === null) return;
  await forPayer(deps, tx, { account, customerId: found.customerId }, async (scope, payerId) => {
    const { id, status, periodStart, periodEnd, cancelsAt, items } = found;
    const before = await findSubscription(tx, scope, id);
    const owedSince = await noteArrears(tx, scope, { id, status, payerId, account }, deps.clock());
    const pastDueSince = isLate(found) ? (owedSince ?? before?.pastDueSince ?? deps.clock()) : null;
    const paidItems = paidWithin(found, before, paid);
    const known = { status, periodStart, periodEnd, cancelsAt, items: items.map(kept), pastDueSince, paidItems };
    await putSubscription(tx, scope, { id, payerId, planId: planKey, ...known });
    const isPaidFor = isEntitled(status);
    // One that never counted, or that another has followed, takes nothing away.
    if (!(await setSubscriptionOf(tx, scope, { id, isPaidFor }))) return;
    const plan = isPaidFor
      ? { planKey, addons: mostOf(addonsOf(found), paidItems) }
      : { planKey: 'free' as const, addons: {} };
    await setPlan(deps, tx, scope, plan, deps.clock());
  });
}

const kept = ({ priceId: _, ...item }: PaySubscription['items'][number]) => item;

/** Once for each invoice; who pays late gets the credits when they have paid. */
async function grantPeriod(
  deps: SubscriptionDeps,
  tx: Tx,
  { account, subscription, id }: { account: string; subscription: PaySubscription; id: string },
): Promise<void> {
  const planKey = planOf(subscription);
  if (planKey === null) return;
  await forPayer(deps, tx, { account, customerId: subscription.customerId }, async (scope) => {
    await grantCredits(tx, scope, { id: `inv:${id}`, amountMicro: creditsOf(planKey), featureKey: 'plan_credits' });
    await settleReversals(tx, scope, { account, invoiceId: id, orgId: null });
  });
}
