import { PLAN_IDS, type PlanId } from '@antiphon/contract/quotes';
import type { Feedback, PaySubscription } from '../payments/subscriptions.ports.ts';

/** Late payment keeps what was paid for, while the provider tries again. */
export const isEntitled = (status: PaySubscription['status']): boolean => status === 'active' || status === 'past_due';

/** Null: it is not of ours. */
export const planOf = ({ planKey }: PaySubscription): PlanId | null => PLAN_IDS.find((one) => one === planKey) ?? null;

/** Add-ons by their keys; the plan is no add-on. */
export const addonsOf = ({ items }: Pick<PaySubscription, 'items'>): Record<string, number> =>
  Object.fromEntries(
    items.filter(({ key }) => !PLAN_IDS.some((plan) => plan === key)).map(({ key, quantity }) => [key, quantity]),
  );

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
