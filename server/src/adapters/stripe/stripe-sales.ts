import type Stripe from 'stripe';
import type { Preview, PromotionCode, SaleLine, SaleProvider } from '../../domain/payments/sales.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { StripeCalls } from './stripe-client.ts';
import { orNull, priceKeyOf } from './stripe-ids.ts';

/** Under which our own names stand in what the provider keeps of ours. */
const NAMED = 'antiphon';

export const makeStripeSales = (call: StripeCalls): SaleProvider => ({
  async previewInvoice(account, { customerId: customer, currency, lines, promotionCodeId, taxRateId }) {
    const taxRates = taxRateId ? [taxRateId] : [];
    const isPriced = lines.some((line) => 'priceId' in line);
    const invoice = await call({ account, object: 'invoice' }, (stripe, sent) =>
      stripe.invoices.createPreview(
        {
          customer,
          ...(isPriced
            ? { subscription_details: { items: lines.flatMap(pricedOf), default_tax_rates: taxRates } }
            : { currency, invoice_items: lines.flatMap((line) => summedOf(line, currency, taxRates)) }),
          ...(promotionCodeId ? { discounts: [{ promotion_code: promotionCodeId }] } : {}),
        },
        sent,
      ),
    );
    return toPreview(invoice);
  },
  async findPromotionCode(account, code) {
    const { data } = await call({ account, object: 'list' }, (stripe, sent) =>
      stripe.promotionCodes.list({ code, active: true, limit: 1, expand: ['data.promotion.coupon'] }, sent),
    );
    return data[0] ? toCode(data[0]) : null;
  },
  async findPrice(account, lookupKey) {
    const { data } = await call({ account, object: 'list' }, (stripe, sent) =>
      stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }, sent),
    );
    return data[0]?.id ?? null;
  },
  async findPriceKey(account, id) {
    const found = await orNull(
      call({ account, object: 'price', id }, (stripe, sent) => stripe.prices.retrieve(id, {}, sent)),
    );
    return found && priceKeyOf(found);
  },
  async createPrice(account, price) {
    const id = `${NAMED}-${price.productKey}`;
    const metadata = { [NAMED]: price.productKey };
    await call({ account, object: 'product' }, (stripe, sent) =>
      stripe.products.create({ id, name: price.productName, metadata }, sent),
    ).catch((error: unknown) => {
      // It is there already.
      if (!(error instanceof VendorFailure) || error.kind !== 'invalid') throw error;
    });
    const made = await call({ account, object: 'price' }, (stripe, sent) =>
      stripe.prices.create(
        {
          ...{ product: id, nickname: price.productName, metadata },
          ...{ currency: price.currency, unit_amount: price.unitAmount, lookup_key: price.lookupKey },
          recurring: { interval: price.interval },
        },
        sent,
      ),
    );
    return made.id;
  },
  async findTaxRate(account, name) {
    // A hundred is more than an account has: one a place.
    const { data } = await call({ account, object: 'list' }, (stripe, sent) =>
      stripe.taxRates.list({ active: true, inclusive: false, limit: 100 }, sent),
    );
    return data.find(({ metadata }) => metadata?.[NAMED] === name)?.id ?? null;
  },
  async createTaxRate(account, { name, percent, shown }) {
    const made = await call({ account, object: 'tax_rate' }, (stripe, sent) =>
      stripe.taxRates.create(
        { display_name: shown, percentage: percent, inclusive: false, metadata: { [NAMED]: name } },
        sent,
      ),
    );
    return made.id;
  },
});

export const toPreview = (invoice: Stripe.Invoice): Preview => ({
  ...{ currency: invoice.currency, subtotal: invoice.subtotal, total: invoice.total },
  discount: sum(invoice.total_discount_amounts),
  tax: sum(invoice.total_taxes),
});

const sum = (parts: readonly { amount: number }[] | null): number =>
  (parts ?? []).reduce((total, { amount }) => total + amount, 0);

const pricedOf = (line: SaleLine) => ('priceId' in line ? [{ price: line.priceId, quantity: line.quantity }] : []);

const summedOf = (line: SaleLine, currency: string, taxRates: string[]) =>
  'priceId' in line ? [] : [{ amount: line.amount, currency, description: line.name, tax_rates: taxRates }];

/** Null: it does not count any more, or is of a kind that we do not know. */
function toCode({ id, code, promotion, expires_at }: Stripe.PromotionCode): PromotionCode | null {
  const { coupon } = promotion;
  if (typeof coupon !== 'object' || coupon === null || !coupon.valid) return null;
  if (expires_at !== null && expires_at * 1_000 <= Date.now()) return null;
  const duration = (['forever', 'once', 'repeating'] as const).find((one) => one === coupon.duration);
  if (!duration || (coupon.percent_off === null) === (coupon.amount_off === null)) return null;
  return {
    ...{ id, percentOff: coupon.percent_off, amountOff: coupon.amount_off, currency: coupon.currency },
    ...{ name: coupon.name ?? code, duration },
  };
}
