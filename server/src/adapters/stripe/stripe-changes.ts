import type { PayInvoice } from '../../domain/payments/invoices.ports.ts';
import type { ItemsChange, SubscriptionProvider } from '../../domain/payments/subscriptions.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { StripeCalls } from './stripe-client.ts';
import { idOf } from './stripe-ids.ts';
import { LISTED, toInvoice } from './stripe-invoices.ts';
import { toPreview } from './stripe-sales.ts';

type Changes = Pick<SubscriptionProvider, 'previewChange' | 'changeItems' | 'findChangeInvoice' | 'setItems'>;
type FindInvoice = (account: string, id: string) => Promise<PayInvoice | null>;

/** What changes within a period. With a payment to wait for, Stripe takes neither metadata nor discounts nor taxes. */
export const makeStripeChanges = (call: StripeCalls, findInvoice: FindInvoice): Changes => ({
  async previewChange(account, { subscriptionId: subscription, prorationAt, items }) {
    const invoice = await call({ account, object: 'invoice' }, (stripe, sent) =>
      stripe.invoices.createPreview(
        {
          subscription,
          subscription_details: {
            items: items.map(toItem),
            proration_behavior: 'always_invoice',
            proration_date: prorationAt,
          },
        },
        sent,
      ),
    );
    return toPreview(invoice);
  },
  async changeItems(account, { subscriptionId: id, prorationAt, items }, key) {
    const changed = await call({ account, key, object: 'subscription', id }, (stripe, sent) =>
      stripe.subscriptions.update(
        id,
        {
          items: items.map(toItem),
          ...{ proration_behavior: 'always_invoice', proration_date: prorationAt },
          payment_behavior: 'pending_if_incomplete',
        },
        sent,
      ),
    );
    const invoice = await findInvoice(account, idOf(changed.latest_invoice) ?? '');
    if (!invoice) throw new VendorFailure('unreachable', 'Stripe answered without the invoice of a change.');
    return invoice;
  },
  async findChangeInvoice(account, { subscriptionId: subscription, prorationAt }) {
    // An order lives for a day: within the newest hundred of one subscription.
    const { data } = await call({ account, object: 'list' }, (stripe, sent) =>
      stripe.invoices.list({ subscription, limit: 100, ...LISTED }, sent),
    );
    return data.map(toInvoice).find(({ changedAt }) => changedAt === prorationAt) ?? null;
  },
  async setItems(account, id, items, key) {
    await call({ account, key, object: 'subscription', id }, (stripe, sent) =>
      stripe.subscriptions.update(id, { items: items.map(toItem), proration_behavior: 'none' }, sent),
    );
  },
});

function toItem({ itemId, priceId, quantity }: Omit<ItemsChange['items'][number], 'key'>) {
  if (itemId === null) return { price: priceId, quantity };
  return quantity === 0 ? { id: itemId, deleted: true } : { id: itemId, quantity };
}
