import type { KeptCard } from '@antiphon/contract/payments';
import { VendorFailure } from '../vendors/vendors.ports.ts';

/** For which account a call is made: `''` is the platform's own, any other is an agency's. */
export type PayAccount = string;

export type PayCard = KeptCard & { paymentMethodId: string };

/** As it is now: who charges it takes `card`. */
export type PayCustomer = { id: string; card: PayCard | null };

/** Where events come in: of the platform's account, of agencies' accounts, and those that say nothing but which account. */
export type EventEndpoint = 'platform' | 'connect' | 'accounts';

/** Something of the provider's that changes, and is looked at when it does. */
export type PayObject = { account: PayAccount; kind: 'customer'; id: string };

/** That something happened. `about`: null where it is about nothing that we look at. */
export type PayEvent = { id: string; type: string; account: PayAccount; about: PayObject | null };

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
  /**
   * What an endpoint was sent, as text and with the header that signs it. Null: it is not the provider's, was signed more than
   * five minutes ago or ahead, is of test and not of money (or the other way about), or of an account that cannot be there.
   */
  readEvent(endpoint: EventEndpoint, sent: { text: string; signature: string }): Promise<PayEvent | null>;
  /** Null: it was deleted, or never was there. */
  findCustomer(account: PayAccount, id: string): Promise<PayCustomer | null>;
  /** `payer` is our own id, by which people find the customer there. */
  createCustomer(
    account: PayAccount,
    given: { payer: string; email: string; name: string },
    key: string,
  ): Promise<PayCustomer>;
};
