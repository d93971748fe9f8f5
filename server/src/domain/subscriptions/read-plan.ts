import { ADDON_IDS } from '@antiphon/contract/quotes';
import type { Region } from '@antiphon/contract/regions';
import type { CurrentPlan, UserData } from '@antiphon/contract/subscriptions';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { isLate } from '../arrears/note-arrears.ts';
import { readArrears } from '../arrears/read-arrears.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import { findPaymentMethod } from '../payments/find-payment-method.ts';
import { findPayer } from '../payments/lock-payer.ts';
import { findLive, type SubscriptionRow } from './subscriptions.queries.ts';
import { addonsOf } from './subscriptions.rules.ts';

const seconds = (time: Date | null) => time && Math.floor(time.getTime() / 1_000);

export async function getPlan(deps: PayerDeps, scope: Scope): Promise<CurrentPlan> {
  demandPayments(deps);
  return deps.database.transaction(scope, (tx) => readPlan(tx, scope));
}

/** Card, customer and plan in the words of the payment provider. */
export async function getUserData(deps: PayerDeps, member: Member, region: Region): Promise<UserData> {
  demand(member, 'billing.write');
  const payments = demandPayments(deps);
  const { scope } = member;
  const { live, payer } = await deps.database.transaction(scope, async (tx) => ({
    live: await findLive(tx, scope),
    payer: await findPayer(tx, scope),
  }));
  const customer = payer?.customerId ?? null;
  return {
    paymentMethod: payer && (await findPaymentMethod(deps, payments, '', payer)),
    customer: customer ? { id: customer } : null,
    subscriptions: live ? [shownOf(live)] : [],
    internalKeyRef: region,
    currency: payer?.currency ?? null,
    subscriptionItems: live ? live.items.map(({ key, quantity }) => ({ key, quantity })) : [],
  };
}

const shownOf = ({ id, status, periodEnd, cancelsAt }: SubscriptionRow): UserData['subscriptions'][number] => ({
  id,
  status: status === 'past_due' || status === 'unpaid' ? status : 'active',
  current_period_end: seconds(periodEnd) ?? 0,
  cancel_at: seconds(cancelsAt),
});

/** What is paid for or owed; null on the free plan. */
export const findPlan = (tx: Tx, scope: Scope): Promise<SubscriptionRow | null> => findLive(tx, scope);

/** As screens show it: what was looked at last. */
export async function readPlan(tx: Tx, scope: Scope): Promise<CurrentPlan> {
  const [live, payer] = [await findLive(tx, scope), await findPayer(tx, scope)];
  const addons = live ? addonsOf(live) : {};
  const status = live?.status;
  return {
    name: live?.planId ?? 'free',
    status: status === 'past_due' || status === 'unpaid' ? status : 'active',
    subscriptionId: live?.id ?? null,
    renewalDate: live && live.cancelsAt === null ? seconds(live.periodEnd) : null,
    cancels: Boolean(live?.cancelsAt),
    cancelsAt: seconds(live?.cancelsAt ?? null),
    currency: payer?.currency ?? null,
    pastDue: live && isLate(live) ? await readArrears(tx, scope, live.id) : null,
    addons: ADDON_IDS.flatMap((addonKey) => {
      const quantity = addons[addonKey] ?? 0;
      const paidQuantity = Math.max(quantity, live?.paidItems[addonKey] ?? 0);
      return paidQuantity > 0 ? [{ addonKey, quantity, paidQuantity }] : [];
    }),
  };
}
