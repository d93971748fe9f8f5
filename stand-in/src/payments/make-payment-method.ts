import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { z } from 'zod';
import { billingDetails, int, mergeMetadata, metadata, wireAddress } from '../http/params.ts';
import { invalid, missing, StripeError } from '../http/stripe-error.ts';
import { newId } from '../ids.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Wire } from '../wire.ts';
import { CARDS, type CardName, nameOf } from './cards.ts';
import { refusedCard } from './declines.ts';

export type PaymentMethod = Wire<Stripe.PaymentMethod>;

/** What Stripe.js says of the browser beside the card; taken and forgotten. */
const OF_THE_BROWSER = {
  guid: z.string().max(200).optional(),
  muid: z.string().max(200).optional(),
  sid: z.string().max(200).optional(),
  payment_user_agent: z.string().max(500).optional(),
  referrer: z.string().max(5_000).optional(),
  time_on_page: z.string().max(20).optional(),
  client_attribution_metadata: z.record(z.string(), z.string().max(500)).optional(),
  pasted_fields: z.string().max(200).optional(),
};

export const paymentMethodShape = {
  type: z.literal('card'),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  billing_details: billingDetails.optional(),
  card: z.strictObject({
    number: z.string().min(12).max(30),
    exp_month: int(1, 12),
    exp_year: int(0, 2_100),
    cvc: z
      .string()
      .regex(/^\d{3,4}$/)
      .optional(),
  }),
  metadata: metadata.optional(),
  ...OF_THE_BROWSER,
};
export const paymentMethodData = z.strictObject(paymentMethodShape);
export type PaymentMethodData = z.output<typeof paymentMethodData>;

/** Keeps of the number its last four digits and how it behaves. */
export function makePaymentMethod(tx: Transaction, data: PaymentMethodData): PaymentMethod {
  const number = data.card.number.replaceAll(/[ -]/g, '');
  const name = nameOf(number);
  if (!name || !/^\d+$/.test(number)) throw refusedCard();
  const year = data.card.exp_year < 100 ? 2_000 + data.card.exp_year : data.card.exp_year;
  const today = new Date(tx.now * 1_000);
  if (year * 12 + data.card.exp_month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1)
    throw new StripeError(402, {
      type: 'card_error',
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    });
  return addCard(tx, name, { ...data, card: { exp_month: data.card.exp_month, exp_year: year } });
}

type Kept = Pick<PaymentMethodData, 'billing_details' | 'metadata' | 'allow_redisplay'> & {
  card: { exp_month: number; exp_year: number };
};

function addCard(tx: Transaction, name: CardName, data: Kept): PaymentMethod {
  const { number } = CARDS[name];
  const details = data.billing_details;
  const made = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: data.allow_redisplay ?? 'unspecified',
    billing_details: {
      address: wireAddress(details?.address ?? {}) as PaymentMethod['billing_details']['address'],
      email: details?.email ?? null,
      name: details?.name ?? null,
      phone: details?.phone ?? null,
      tax_id: details?.tax_id ?? null,
    },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: data.card.exp_month,
      exp_year: data.card.exp_year,
      fingerprint: fingerprintOf(tx.account, number),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: tx.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, data.metadata),
    type: 'card',
  } satisfies PaymentMethod;
  return tx.add('payment_methods', made, { card: name, isAuthenticated: false });
}

/** The same number is the same card, within one account. */
const fingerprintOf = (account: string, number: string) =>
  createHash('sha256').update(`${account} ${number}`).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 16);

/** A card by its id, or a new one of those that tests name by `pm_card_visa` and the like. */
export function findPaymentMethod(tx: Transaction, id: string, param = 'payment_method'): PaymentMethod {
  const found = tx.find('payment_methods', id);
  if (found) return found;
  const name = nameOf(id);
  if (!name || !id.startsWith('pm_card_')) throw missing('PaymentMethod', id, param);
  const year = new Date(tx.now * 1_000).getUTCFullYear() + 3;
  return addCard(tx, name, { card: { exp_month: 12, exp_year: year } });
}

/** Who holds the publishable key may name a card only of the customer that the intent is for, or of nobody. */
export function mustFit(method: PaymentMethod, customer: string | null): void {
  if (method.customer !== null && method.customer !== customer)
    throw invalid(
      'The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.',
      'payment_method_unexpected_state',
      'payment_method',
    );
}
