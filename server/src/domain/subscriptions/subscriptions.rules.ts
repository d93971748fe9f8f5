import { PLAN_IDS, type PlanId } from '@antiphon/contract/quotes';
import type { PayInvoice } from '../payments/invoices.ports.ts';
import type { Feedback, PaySubscription } from '../payments/subscriptions.ports.ts';

/** Late payment keeps what was paid for, while the provider tries again. */
export const isEntitled = (status: PaySubscription['status']): boolean => status === 'active' || status === 'past_due';

/** Null: it is not of ours. */
export const planOf = ({ planKey }: PaySubscription): PlanId | null => PLAN_IDS.find((one) => one === planKey) ?? null;

/** Add-ons by their keys; the plan is no add-on. */
export const addonsOf = ({ items }: { items: readonly { key: string; quantity: number }[] }): Record<string, number> =>
  Object.fromEntries(
    items.filter(({ key }) => !PLAN_IDS.some((plan) => plan === key)).map(({ key, quantity }) => [key, quantity]),
  );

/** Of each the larger number. */
export function mostOf(...all: Record<string, number>[]): Record<string, number> {
  const most: Record<string, number> = {};
  for (const [key, quantity] of all.flatMap(Object.entries)) most[key] = Math.max(most[key] ?? 0, quantity);
  return most;
}

/** How many of each price an invoice has paid for until the period of its subscription ends. */
export function paidLines(
  { status, lines }: Pick<PayInvoice, 'status' | 'lines'>,
  { periodEnd }: Pick<PaySubscription, 'periodEnd'>,
): { priceId: string; quantity: number }[] {
  if (status !== 'paid') return [];
  return lines.flatMap(({ priceId, quantity, amount, end }) =>
    priceId !== null && amount >= 0 && end.getTime() === periodEnd.getTime() ? [{ priceId, quantity }] : [],
  );
}

/**
 * How many of each add-on are paid for until the period ends: the most that an invoice of it has paid for, since fewer come with the
 * next one and nothing is given back. `paid`: by the invoice that is looked at.
 */
export function paidWithin(
  found: Pick<PaySubscription, 'periodStart'>,
  before: { periodStart: Date; paidItems: Record<string, number> } | null,
  paid: Record<string, number>,
): Record<string, number> {
  const isSamePeriod = before?.periodStart.getTime() === found.periodStart.getTime();
  return mostOf(isSamePeriod ? before.paidItems : {}, paid);
}

const REASONS: Record<string, Feedback> = {
  'Too expensive': 'too_expensive',
  'Missing features': 'missing_features',
  'Found a better alternative': 'switched_service',
  'Temporary need': 'unused',
};

/** What the provider calls a reason; whatever else is said is another, in the person's own words. */
export const feedbackOf = (reason: string): { feedback: Feedback; comment: string } => {
  const feedback = REASONS[reason];
  return feedback ? { feedback, comment: '' } : { feedback: 'other', comment: reason };
};
