import type { AddonId, BillingCycle, Currency, PlanId } from '@antiphon/contract/quotes';
import money from './data/money.json' with { type: 'json' };

/** What one unit costs for a month or a year, and under which name the provider knows it. A changed price is another one there. */
export type Offer = {
  key: PlanId | AddonId;
  name: string;
  currency: Currency;
  unitAmount: number;
  interval: 'month' | 'year';
  lookupKey: string;
};

/** Of a year only ten months are paid. */
const times = { monthly: 1, yearly: money.yearlyMonths };

export function offerOf(key: PlanId | AddonId, currency: Currency, cycle: BillingCycle): Offer {
  const { name, prices } = key in money.plans ? money.plans[key as PlanId] : money.addons[key as AddonId];
  const interval = cycle === 'yearly' ? 'year' : 'month';
  const unitAmount = prices[currency] * times[cycle];
  return { key, name, currency, unitAmount, interval, lookupKey: `${key}:${interval}:${currency}:${unitAmount}` };
}

/** Credits that the plan gives a month. */
export const creditsOf = (plan: PlanId): bigint => BigInt(money.plans[plan].credits) * 1_000_000n;
