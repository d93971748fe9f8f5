import type Stripe from 'stripe';
import { PaymentDeclined } from '../../domain/payments/payments.ports.ts';
import { VendorFailure, type VendorFailureKind } from '../../domain/vendors/vendors.ports.ts';

/** The account that was named is not there, or its owner has taken our access back: both look the same. */
export class AccountClosed extends VendorFailure {
  constructor(message: string) {
    super('forbidden', message);
  }
}

/**
 * What the library throws, in our words. By the words that its errors carry, not by their classes, so that it need not be loaded;
 * what is not known may have been done.
 */
export function toFailure(error: unknown): VendorFailure {
  if (error instanceof VendorFailure) return error;
  const { rawType, statusCode, code, decline_code, advice_code, message, headers } = error as Partial<
    Stripe.errors.StripeError & { advice_code: string }
  >;
  const said = `Stripe said: ${withoutKeys(String(message)).slice(0, 300)}`;
  if (rawType === 'card_error' || code === 'invoice_payment_intent_requires_action')
    return new PaymentDeclined(said, {
      code: decline_code ?? code ?? 'card_declined',
      adviceCode: advice_code ?? null,
    });
  if (code === 'account_invalid') return new AccountClosed(said);
  return new VendorFailure(kindOf(statusCode, code), said, waitOf(headers?.['retry-after']));
}

/** https://docs.stripe.com/error-low-level. 409: another call has this key or this object just now. */
function kindOf(status: number | undefined, code: string | undefined): VendorFailureKind {
  if (status === undefined || status >= 500 || status === 409 || status < 400) return 'unreachable';
  if (status === 429) return 'rate_limited';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  return status === 404 || code === 'resource_missing' ? 'not_found' : 'invalid';
}

const waitOf = (seconds: string | undefined): number | null =>
  seconds !== undefined && /^\d{1,4}$/.test(seconds) ? Number(seconds) * 1_000 : null;

const withoutKeys = (text: string) => text.replace(/\b(?:[srp]k|whsec)_[\w*]+/g, '[key]');
