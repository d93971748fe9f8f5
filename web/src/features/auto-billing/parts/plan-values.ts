import type { AgencyPlan } from '@antiphon/contract/connect';
import { formatMoney } from '../../../ui/format/format.ts';

/** A plan as it is typed. `key` tells it apart on the screen. */
export type TypedPlan = {
  key: string;
  productId: string;
  isOnSale: boolean;
  name: string;
  credits: number | string;
  features: string[];
  isPopular: boolean;
};

/** In dollars, up to a dollar: what somebody adds to a credit. */
export const isExtra = (value: number | string): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= 1;

const MICRO = 1_000_000;

/** Cents for so many credits at so many dollars each, half up as the server counts. */
export const centsOf = (credits: number, usdPerCredit: number): number =>
  Math.floor((credits * Math.round(usdPerCredit * MICRO) + 5_000) / 10_000);

export const creditsFor = (cents: number, usdPerCredit: number): number =>
  Math.floor((cents * 10_000) / Math.round(usdPerCredit * MICRO));

export const formatCents = (cents: number) => formatMoney(cents, 'USD');

/** A price of a fraction of a cent, as it is. */
export const formatRate = (usd: number): string => formatMoney(usd * 100, 'USD', 6);

export const toTyped = (plan: AgencyPlan): TypedPlan => ({
  key: plan.productId || crypto.randomUUID(),
  productId: plan.productId,
  isOnSale: plan.priceId !== '',
  name: plan.name,
  credits: plan.credits,
  features: plan.features.length === 0 ? [''] : plan.features,
  isPopular: plan.isPopular,
});

export const newPlan = (given: Partial<TypedPlan> = {}): TypedPlan => ({
  ...{ key: crypto.randomUUID(), productId: '', isOnSale: false, name: '', credits: 5_000, features: [''] },
  isPopular: false,
  ...given,
});

const comparable = ({ key: _key, isOnSale: _sale, ...plan }: TypedPlan) => plan;

export const areSame = (one: readonly TypedPlan[], other: readonly TypedPlan[]): boolean =>
  JSON.stringify(one.map(comparable)) === JSON.stringify(other.map(comparable));

/** One is popular at most: what is marked last. */
export const withPopular = (plans: readonly TypedPlan[], key: string, isPopular: boolean): TypedPlan[] =>
  plans.map((plan) => ({ ...plan, isPopular: plan.key === key ? isPopular : isPopular ? false : plan.isPopular }));
