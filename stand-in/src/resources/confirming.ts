import { z } from 'zod';
import { flag, text, url } from '../http/params.ts';
import type { KeyKind } from '../http/routes.ts';
import { missing, StripeError } from '../http/stripe-error.ts';
import {
  findPaymentMethod,
  makePaymentMethod,
  mustFit,
  type PaymentMethod,
  paymentMethodData,
} from '../payments/make-payment-method.ts';
import type { Transaction } from '../store/transaction.ts';

/** What Stripe.js posts when it confirms an intent; the last ones say nothing that matters here. */
export const confirmShape = {
  client_secret: text().optional(),
  payment_method: text().optional(),
  payment_method_data: paymentMethodData.optional(),
  return_url: url.optional(),
  use_stripe_sdk: flag.optional(),
  mandate_data: z.record(z.string(), z.unknown()).optional(),
  payment_method_options: z.record(z.string(), z.unknown()).optional(),
  expected_payment_method_type: z.literal('card').optional(),
  client_attribution_metadata: z.record(z.string(), z.string().max(500)).optional(),
};
const confirmSchema = z.strictObject(confirmShape);
export type Confirm = z.output<typeof confirmSchema>;

type Intent = { id: string; client_secret: string | null; customer: string | null; payment_method: string | null };

/** A browser has the publishable key, which everybody knows: what it may touch is told by the intent's own secret. */
export function mustHaveSecret(key: KeyKind, intent: Intent, secret: string | undefined, noun: string): void {
  if (key === 'publishable' && secret === undefined)
    throw new StripeError(401, {
      type: 'invalid_request_error',
      message: 'This API call cannot be made with a publishable API key without the client_secret of the intent.',
    });
  if (secret !== undefined && secret !== intent.client_secret) throw missing(noun, intent.id, 'intent');
}

/** The card that an intent is confirmed with: a new one, one by its id, or the one that it has. */
export function methodToConfirm(tx: Transaction, intent: Intent, params: Confirm): PaymentMethod {
  const id = params.payment_method ?? intent.payment_method;
  const method = params.payment_method_data
    ? makePaymentMethod(tx, params.payment_method_data)
    : id
      ? findPaymentMethod(tx, id)
      : null;
  if (!method)
    throw new StripeError(400, {
      type: 'invalid_request_error',
      code: 'parameter_missing',
      message:
        "You cannot confirm this intent because it's missing a payment method. You can either update it with a payment method and then confirm it again, or confirm it again directly with a payment method.",
    });
  mustFit(method, intent.customer);
  return method;
}
