import type { AgencyPlan, GivenPlan } from '@antiphon/contract/connect';
import type { Issue } from '@antiphon/contract/errors';
import { PLAN_FAULTS } from '@antiphon/contract/plan-faults';
import { halfUp } from '../quotes/money.rules.ts';

/** Millionths of a dollar that a credit costs everybody. */
export const CREDIT_MICRO_USD = 1_000;
/** What an agency adds to it until it says otherwise. */
export const EXTRA_MICRO_USD = 3_000;

/** Cents of a US dollar, half up, where a credit costs so many millionths of one. */
export const priceOf = (credits: number, creditMicroUsd: number): number =>
  Number(halfUp(BigInt(credits) * BigInt(creditMicroUsd), 10_000n));

/** A month of a plan with so many credits. */
export const centsOf = (credits: number, extraMicroUsd: number): number =>
  priceOf(credits, CREDIT_MICRO_USD + extraMicroUsd);

/** The most credits that such a price pays for. */
export const creditsFor = (cents: number, extraMicroUsd: number): number =>
  Math.floor((cents * 10_000) / (CREDIT_MICRO_USD + extraMicroUsd));

export const toMicroUsd = (usd: number): number => Math.round(usd * 1_000_000);
export const toUsd = (microUsd: number): number => microUsd / 1_000_000;

/** What of the given plans cannot be: `known` are those that are there already. */
export function findPlanFaults(
  plans: readonly GivenPlan[],
  { known, extraMicroUsd }: { known: readonly string[]; extraMicroUsd: number },
): Issue[] {
  return plans.flatMap(({ productId, price, credits }, index) => {
    const issue = (field: string, message: string) => ({ path: `plans.${index}.${field}`, message });
    const cents = centsOf(credits, extraMicroUsd);
    const faults: Issue[] = [];
    if (productId && !known.includes(productId)) faults.push(issue('productId', PLAN_FAULTS.gone));
    if (productId && plans.findIndex((other) => other.productId === productId) !== index)
      faults.push(issue('productId', 'This plan stands here twice.'));
    if (price !== undefined && price !== null && Math.round(price * 100) !== cents)
      faults.push(issue('price', `${credits} credits cost ${cents / 100} US dollars.`));
    return faults;
  });
}

type Shown = {
  id: string;
  priceId: string | null;
  name: string;
  credits: number;
  features: string[];
  isPopular: boolean;
};

export const presentPlan = (plan: Shown, extraMicroUsd: number): AgencyPlan => ({
  productId: plan.id,
  priceId: plan.priceId ?? '',
  name: plan.name,
  price: centsOf(plan.credits, extraMicroUsd) / 100,
  credits: plan.credits,
  features: plan.features,
  isPopular: plan.isPopular,
});
