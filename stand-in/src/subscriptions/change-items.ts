import { invalid, missing } from '../http/stripe-error.ts';
import { type NewLine, ofItem } from '../invoices/lines.ts';
import { partOf } from '../money/round.ts';
import type { Transaction } from '../store/transaction.ts';
import { costOf, type Item, makeItem, periodOf, planOf, type Subscription, sellable } from './items.ts';

export type ItemChange = {
  id?: string | undefined;
  price?: string | undefined;
  quantity?: number | undefined;
  deleted?: boolean | undefined;
  metadata?: Record<string, string> | undefined;
};

/** The items as they become; those of the subscription stay as they are. */
export function changeItems(tx: Transaction, subscription: Subscription, changes: readonly ItemChange[]): Item[] {
  const items = structuredClone(subscription.items.data);
  const like = subscription.items.data[0]?.price;
  for (const change of changes) {
    const at = items.findIndex(({ id }) => id === change.id);
    if (change.id === undefined) {
      if (!change.price)
        throw invalid('Missing required param: items[0][price].', 'parameter_missing', 'items[0][price]');
      const price = sellable(tx, change.price, like);
      if (items.some((one) => one.price.id === price.id))
        throw invalid(`Cannot add multiple subscription items with the same plan: ${price.id}`, undefined, 'items');
      items.push(makeItem(tx, subscription.id, price, change.quantity ?? 1, periodOf(subscription), change.metadata));
      continue;
    }
    const item = items[at];
    if (!item) throw missing('subscription_item', change.id, 'items[0][id]');
    if (change.deleted) {
      items.splice(at, 1);
      continue;
    }
    if (change.price) {
      item.price = sellable(tx, change.price, like);
      item.plan = planOf(item.price);
    }
    if (change.quantity !== undefined) item.quantity = change.quantity;
    if (change.metadata) item.metadata = change.metadata;
  }
  if (items.length === 0)
    throw invalid(
      'A subscription must have at least one active plan. Please cancel the subscription instead.',
      undefined,
      'items',
    );
  return items;
}

/** What the rest of the period costs less and more. Each line is rounded once, half up. */
export function prorate(subscription: Subscription, next: Item[], at: number): NewLine[] {
  const period = periodOf(subscription);
  const whole = period.end - period.start;
  const rest = { start: at, end: period.end };
  const day = new Date(at * 1_000).toISOString().slice(0, 10);
  const line = (item: Item, sign: 1 | -1): NewLine => ({
    amount: sign * partOf(costOf(item), rest.end - rest.start, whole),
    currency: item.price.currency,
    description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${item.quantity ?? 1} × ${item.price.nickname ?? 'Subscription'} after ${day}`,
    period: rest,
    parent: ofItem(subscription.id, item.id, true),
    price: item.price,
    quantity: item.quantity ?? 1,
  });
  const isSame = (one: Item, other: Item) => one.price.id === other.price.id && one.quantity === other.quantity;
  const lines: NewLine[] = [];
  for (const item of subscription.items.data) {
    const after = next.find(({ id }) => id === item.id);
    if (after && isSame(item, after)) continue;
    if (costOf(item) > 0) lines.push(line(item, -1));
    if (after && costOf(after) > 0) lines.push(line(after, 1));
  }
  const isNew = ({ id }: Item) => !subscription.items.data.some((one) => one.id === id);
  return [...lines, ...next.filter((item) => isNew(item) && costOf(item) > 0).map((item) => line(item, 1))];
}
