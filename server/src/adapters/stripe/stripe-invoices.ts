import type Stripe from 'stripe';
import type { InvoiceProvider, PayInvoice } from '../../domain/payments/invoices.ports.ts';
import type { StripeCalls } from './stripe-client.ts';
import { idOf, orNull } from './stripe-ids.ts';

export const WITH_INTENT = { expand: ['payments.data.payment.payment_intent'] };
export const LISTED = { expand: ['data.payments.data.payment.payment_intent'] };

export const makeStripeInvoices = (call: StripeCalls): InvoiceProvider => {
  const change = async (
    { account, id, key }: { account: string; id: string; key: string },
    work: (stripe: Stripe, sent: Stripe.RequestOptions) => Promise<Stripe.Invoice>,
  ) => toInvoice(await call({ account, key, object: 'invoice', id }, work));
  return {
    async findInvoice(account, id) {
      const found = await orNull(
        call({ account, object: 'invoice', id }, (stripe, sent) => stripe.invoices.retrieve(id, WITH_INTENT, sent)),
      );
      return found && toInvoice(found);
    },
    async findOrderInvoice(account, { customerId: customer, orderId }) {
      // An order lives for a day: within the newest hundred of one customer.
      const { data } = await call({ account, object: 'list' }, (stripe, sent) =>
        stripe.invoices.list({ customer, limit: 100, ...LISTED }, sent),
      );
      return data.map(toInvoice).find((one) => one.orderId === orderId) ?? null;
    },
    async createInvoice(account, { customerId: customer, currency, orderId: order, taxRateId, fee }, key) {
      const made = await call({ account, key, object: 'invoice' }, (stripe, sent) =>
        stripe.invoices.create(
          {
            ...{ customer, currency, metadata: { order } },
            ...{ auto_advance: false, pending_invoice_items_behavior: 'exclude' },
            ...(taxRateId ? { default_tax_rates: [taxRateId] } : {}),
            ...(fee > 0 ? { application_fee_amount: fee } : {}),
            ...WITH_INTENT,
          },
          sent,
        ),
      );
      return toInvoice(made);
    },
    addInvoiceLine: (account, id, { name: description, amount }, key) =>
      change({ account, id, key }, (stripe, sent) =>
        stripe.invoices.addLines(id, { lines: [{ description, amount }], ...WITH_INTENT }, sent),
      ),
    finalizeInvoice: (account, id, key) =>
      change({ account, id, key }, (stripe, sent) =>
        stripe.invoices.finalizeInvoice(id, { auto_advance: false, ...WITH_INTENT }, sent),
      ),
    payInvoice: (account, id, { isHolderAway }, key) =>
      change({ account, id, key }, (stripe, sent) =>
        stripe.invoices.pay(id, { off_session: isHolderAway, ...WITH_INTENT }, sent),
      ),
    voidInvoice: (account, id, key) =>
      change({ account, id, key }, (stripe, sent) => stripe.invoices.voidInvoice(id, WITH_INTENT, sent)),
    async deleteInvoice(account, id, key) {
      await call({ account, key, object: 'invoice', id }, (stripe, sent) => stripe.invoices.del(id, {}, sent));
    },
  };
};

const STATES: Record<string, PayInvoice['status']> = {
  draft: 'draft',
  paid: 'paid',
  void: 'void',
  uncollectible: 'void',
};

export function toInvoice(invoice: Stripe.Invoice): PayInvoice {
  const { id, status, currency, total, metadata, parent, lines } = invoice;
  const subscription = parent?.subscription_details;
  const period = lines.data.find(({ parent: of }) => of?.subscription_item_details?.proration === false);
  const isChange = invoice.billing_reason === 'subscription_update';
  return {
    id: id as string,
    customerId: idOf(invoice.customer) ?? '',
    // A change within a period has the subscription's own words, which name the order by which that began.
    orderId: metadata?.order ?? (isChange ? null : subscription?.metadata?.order) ?? null,
    subscriptionId: idOf(subscription?.subscription ?? null),
    isOfPeriod: invoice.billing_reason === 'subscription_create' || invoice.billing_reason === 'subscription_cycle',
    priceId: idOf(period?.pricing?.price_details?.price ?? null),
    // The rest of a period begins when it was counted from: such an invoice has no name of ours.
    changedAt: isChange ? (lines.data[0]?.period.start ?? null) : null,
    // What nobody collects any more is as good as void; a state that we do not know waits for somebody.
    status: STATES[status ?? ''] ?? 'open',
    ...{ currency, total, lines: lines.data.map(toLine) },
    ...{ number: invoice.number ?? '', pageUrl: invoice.hosted_invoice_url ?? '', pdfUrl: invoice.invoice_pdf ?? '' },
    createdAt: new Date(invoice.created * 1_000),
    intent: intentOf(invoice),
  };
}

const toLine = ({ pricing, quantity, amount, period }: Stripe.InvoiceLineItem): PayInvoice['lines'][number] => ({
  ...{ priceId: idOf(pricing?.price_details?.price ?? null), quantity: quantity ?? 1, amount },
  end: new Date(period.end * 1_000),
});

/** The newest that is not given up. */
function intentOf({ payments }: Stripe.Invoice): PayInvoice['intent'] {
  const all = (payments?.data ?? []).flatMap(({ payment, status }) =>
    typeof payment.payment_intent === 'object' && status !== 'canceled' ? [payment.payment_intent] : [],
  );
  const [intent] = all;
  if (!intent) return null;
  const error = intent.last_payment_error;
  return {
    status: statusOf(intent),
    clientSecret: intent.client_secret,
    declineCode: error ? (error.decline_code ?? error.code ?? 'card_declined') : null,
  };
}

function statusOf({ status, last_payment_error }: Stripe.PaymentIntent): NonNullable<PayInvoice['intent']>['status'] {
  if (status === 'requires_action') return 'action';
  if (status === 'requires_payment_method') return last_payment_error ? 'failed' : 'waiting';
  if (status === 'requires_confirmation') return 'waiting';
  return status === 'processing' ? 'processing' : 'over';
}
