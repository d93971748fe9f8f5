import type Stripe from 'stripe';
import { invalid } from '../http/stripe-error.ts';
import { newId } from '../ids.ts';
import type { Period } from '../invoices/lines.ts';
import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Wire } from '../wire.ts';

export type Subscription = Wire<Stripe.Subscription>;
export type Item = Wire<Stripe.SubscriptionItem>;
type Price = Tables['prices'];

export function makeItem(
  tx: Transaction,
  subscription: string,
  price: Price,
  quantity: number,
  period: Period,
  metadata: Record<string, string> = {},
): Item {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: tx.now,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata,
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** The older form of a price, which subscription items still show. */
export const planOf = (price: Price): Item['plan'] => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

/** All items of a subscription are of one currency and one rhythm; so is everything that is sold with them. */
export function sellable(tx: Transaction, id: string, like?: Price): Price {
  const price = tx.get('prices', id, 'items[0][price]');
  if (!price.active)
    throw invalid(`The price specified is inactive. This field only accepts active prices.`, undefined, 'price');
  if (!price.recurring)
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      undefined,
      'price',
    );
  if (!like) return price;
  if (price.currency !== like.currency)
    throw invalid('All prices on a subscription must have the same `currency`.', undefined, 'items');
  if (
    price.recurring.interval !== like.recurring?.interval ||
    price.recurring.interval_count !== like.recurring.interval_count
  )
    throw invalid('All prices on a subscription must have the same `recurring.interval`.', undefined, 'items');
  return price;
}

export function takeItems(subscription: Subscription, items: Item[]): void {
  subscription.items.data = items;
}

export const costOf = (item: Item) => (item.price.unit_amount ?? 0) * (item.quantity ?? 1);

export const periodOf = (subscription: Subscription): Period => {
  const [first] = subscription.items.data;
  return { start: first?.current_period_start ?? 0, end: first?.current_period_end ?? 0 };
};
