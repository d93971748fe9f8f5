import { z } from 'zod';
import { changing } from '../events/emit.ts';
import { pageOf } from '../http/lists.ts';
import { flag, int, mergeMetadata, metadata, pages, text, time } from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { missing } from '../http/stripe-error.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Item, Subscription } from '../subscriptions/items.ts';
import { type ItemsUpdate, updateItems } from '../subscriptions/update-items.ts';
import { proration } from './subscriptions.ts';

const how = {
  metadata: metadata.optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
    .optional(),
  proration_behavior: proration.optional(),
  proration_date: time.optional(),
  quantity: int(0, 999_999).optional(),
};
const howSchema = z.strictObject(how);

function find(tx: Transaction, id: string): { subscription: Subscription; item: Item } {
  const [subscription] = tx.all('subscriptions', (one) => one.items.data.some((item) => item.id === id));
  const item = subscription?.items.data.find((one) => one.id === id);
  if (!subscription || !item) throw missing('subscription_item', id, 'item');
  return { subscription, item };
}

function change(
  tx: Transaction,
  subscription: Subscription,
  changes: ItemsUpdate['changes'],
  params: Partial<z.output<typeof howSchema>>,
): void {
  changing(tx, 'customer.subscription.updated', subscription, () =>
    updateItems(tx, subscription, {
      changes,
      proration: params.proration_behavior ?? 'create_prorations',
      prorationDate: params.proration_date,
      behaviour: params.payment_behavior ?? 'allow_incomplete',
    }),
  );
}

export const subscriptionItems: Route[] = [
  endpoint(
    'POST',
    '/v1/subscription_items',
    { ...how, price: text(), subscription: text() },
    ({ tx, params: { subscription: id, price, quantity, metadata: sent, ...params } }) => {
      const subscription = tx.get('subscriptions', id, 'subscription');
      change(tx, subscription, [{ price, quantity, metadata: mergeMetadata({}, sent) }], params);
      const awaited = subscription.pending_update?.subscription_items ?? [];
      const made = [...subscription.items.data, ...awaited].find((item) => item.price.id === price);
      if (!made) throw missing('subscription_item', price);
      return made;
    },
  ),
  endpoint('GET', '/v1/subscription_items/:id', {}, ({ tx, ids: [id = ''] }) => find(tx, id).item),
  endpoint(
    'POST',
    '/v1/subscription_items/:id',
    { ...how, price: text().optional() },
    ({ tx, ids: [id = ''], params: { price, quantity, metadata: sent, ...params } }) => {
      const { subscription } = find(tx, id);
      const named = sent === undefined ? undefined : mergeMetadata({}, sent);
      change(tx, subscription, [{ id, price, quantity, metadata: named }], params);
      return find(tx, id).item;
    },
  ),
  endpoint(
    'DELETE',
    '/v1/subscription_items/:id',
    { clear_usage: flag.optional(), proration_behavior: proration.optional(), proration_date: time.optional() },
    ({ tx, ids: [id = ''], params }) => {
      change(tx, find(tx, id).subscription, [{ id, deleted: true }], params);
      return { id, object: 'subscription_item', deleted: true };
    },
  ),
  endpoint('GET', '/v1/subscription_items', { ...pages, subscription: text() }, ({ tx, params }) =>
    pageOf(
      tx.get('subscriptions', params.subscription, 'subscription').items.data,
      `/v1/subscription_items?subscription=${params.subscription}`,
      params,
    ),
  ),
];
