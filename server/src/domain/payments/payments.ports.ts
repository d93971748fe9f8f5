import { VendorFailure } from '../vendors/vendors.ports.ts';

/** For which account a call is made: `''` is the platform's own, any other is an agency's. */
export type PayAccount = string;

export type PayCard = {
  paymentMethodId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** The same number has the same one, on whatever account. */
  fingerprint: string | null;
};

/** As it is now: who charges it takes `card`. */
export type PayCustomer = { id: string; card: PayCard | null };

/**
 * The bank or the provider said no: nothing was paid. `code` is the provider's word for it, `needsHolder` that the card's holder
 * has to say yes themselves.
 */
export class PaymentDeclined extends VendorFailure {
  readonly code: string;
  readonly needsHolder: boolean;
  /** Asking this card again is of no use, whenever. */
  readonly isFinal: boolean;

  constructor(message: string, { code, adviceCode }: { code: string; adviceCode: string | null }) {
    super('invalid', message);
    this.code = code;
    this.needsHolder = code === 'authentication_required' || code === 'invoice_payment_intent_requires_action';
    this.isFinal = adviceCode === 'do_not_try_again';
  }
}

/**
 * Who takes payments (Stripe, or its stand-in). Never called within a transaction. What writes takes a `key`, stored by the caller
 * before: the same key and the same call are done once, for 24 hours.
 *
 * Failures: `PaymentDeclined` is a no. A `VendorFailure` of kind `unreachable` says nothing of what was done: the same key
 * tells, or a look. Of every other kind nothing was done.
 */
export type PaymentProvider = {
  /** False: no money moves. */
  readonly isLive: boolean;
  /** Null: it was deleted, or never was there. */
  findCustomer(account: PayAccount, id: string): Promise<PayCustomer | null>;
  /** `payer` is our own id, by which people find the customer there. */
  createCustomer(
    account: PayAccount,
    given: { payer: string; email: string; name: string },
    key: string,
  ): Promise<PayCustomer>;
};
