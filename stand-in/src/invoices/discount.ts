import type Stripe from 'stripe';
import { invalid } from '../http/stripe-error.ts';
import { newId } from '../ids.ts';
import { periodAfter } from '../money/months.ts';
import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Wire } from '../wire.ts';

export type Discount = Wire<Stripe.Discount>;
export type Asked = { coupon?: string | undefined; promotion_code?: string | undefined; discount?: string | undefined };
type Target = { customer: string | null; currency: string; subscription?: string; invoice?: string };

/** Redeems codes for a subscription or an invoice; one that is used up, over or of another currency is refused. */
export function applyDiscounts(tx: Transaction, asked: readonly Asked[], target: Target): Discount[] {
  return asked.map((one) => {
    if (one.discount) return tx.get('discounts', one.discount, 'discounts');
    const code = one.promotion_code ? tx.get('promotion_codes', one.promotion_code, 'promotion_code') : null;
    if (code) mustBeUsable(tx, code, target);
    const coupon = tx.get('coupons', code?.promotion.coupon ?? one.coupon ?? '', 'coupon');
    mustFit(tx, coupon, target.currency);
    coupon.times_redeemed += 1;
    coupon.valid = isValid(tx, coupon);
    if (code) {
      code.times_redeemed += 1;
      code.active = code.max_redemptions === null || code.times_redeemed < code.max_redemptions;
    }
    return tx.add('discounts', {
      id: newId('di'),
      object: 'discount',
      checkout_session: null,
      customer: target.customer,
      customer_account: null,
      end:
        coupon.duration === 'repeating' && coupon.duration_in_months
          ? periodAfter(tx.now, 'month', coupon.duration_in_months, 1)
          : null,
      invoice: target.invoice ?? null,
      invoice_item: null,
      promotion_code: code?.id ?? null,
      source: { type: 'coupon', coupon: coupon.id },
      start: tx.now,
      subscription: target.subscription ?? null,
      subscription_item: null,
    });
  });
}

export const isValid = (tx: Transaction, coupon: Tables['coupons']) =>
  (coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions) &&
  (coupon.redeem_by === null || coupon.redeem_by > tx.now);

function mustFit(tx: Transaction, coupon: Tables['coupons'], currency: string): void {
  if (!isValid(tx, coupon)) throw invalid(`Coupon expired: ${coupon.id}`, 'coupon_expired', 'coupon');
  if (coupon.currency && coupon.currency !== currency)
    throw invalid(`The coupon's currency (${coupon.currency}) does not match ${currency}.`, undefined, 'coupon');
}

function mustBeUsable(tx: Transaction, code: Tables['promotion_codes'], { customer }: Target): void {
  const isOver = code.expires_at !== null && code.expires_at <= tx.now;
  if (!code.active || isOver)
    throw invalid('This promotion code is expired or inactive.', 'coupon_expired', 'promotion_code');
  if (code.customer && code.customer !== customer)
    throw invalid('This promotion code cannot be redeemed by this customer.', undefined, 'promotion_code');
  const hasPaid = tx.all('invoices', (one) => one.customer === customer && one.amount_paid > 0).length > 0;
  if (code.restrictions.first_time_transaction && hasPaid)
    throw invalid(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
      undefined,
      'promotion_code',
    );
}

/** Those of a subscription that count for its next invoice; what was for once, or is over, goes. */
export function currentDiscounts(tx: Transaction, subscription: Tables['subscriptions'], isFirst: boolean): string[] {
  const keeps = (id: string) => {
    const discount = tx.get('discounts', id);
    const coupon = tx.find('coupons', discount.source.coupon);
    return (isFirst || coupon?.duration !== 'once') && (discount.end === null || discount.end > tx.now);
  };
  return subscription.discounts.filter(keeps);
}
