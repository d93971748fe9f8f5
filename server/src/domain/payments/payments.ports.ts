import type { KeptCard } from '@antiphon/contract/payments';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { ChargeProvider } from './charges.ports.ts';
import type { CheckoutProvider } from './checkouts.ports.ts';
import type { ConnectProvider } from './connect.ports.ts';
import type { InvoiceProvider } from './invoices.ports.ts';
import type { SaleProvider } from './sales.ports.ts';
import type { SubscriptionProvider } from './subscriptions.ports.ts';

/** For which account a call is made: `''` is the platform's own, any other is an agency's. */
export type PayAccount = string;

export type PayCard = KeptCard & { paymentMethodId: string };

/** As it is now: who charges it takes `card`. */
export type PayCustomer = { id: string; card: PayCard | null; country: string | null };

export type ChargedCard = {
  customerId: string;
  paymentMethodId: string;
  /** Null: as it stands there. */
  email: string | null;
  name: string;
  phone: string;
  /** Null: as it stands there. */
  address: PayAddress | null;
};

export type PayAddress = {
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
};

/** To whom invoices are written, as the provider has it; what is not known is empty. */
export type PayDetails = { name: string; email: string; phone: string; address: PayAddress };

/** Where events come in: of the platform's account, of agencies' accounts, and those that say nothing but which account. */
export type EventEndpoint = 'platform' | 'connect' | 'accounts';

/** Something of the provider's that changes, and is looked at when it does. */
export type PayObject = {
  account: PayAccount;
  kind: 'customer' | 'invoice' | 'subscription' | 'merchant' | 'charge';
  id: string;
};

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
export type PaymentProvider = SaleProvider &
  ConnectProvider &
  CheckoutProvider &
  ChargeProvider &
  InvoiceProvider &
  SubscriptionProvider & {
    /** False: no money moves. */
    readonly isLive: boolean;
    /** True: test cards are handed to the stand-in, which browsers reach through this server. */
    readonly isStandIn: boolean;
    /** With which a browser hands over a card. */
    readonly publishableKey: string;
    /**
     * What an endpoint was sent, as text and with the header that signs it. Null: it is not the provider's, was signed more than
     * five minutes ago or ahead, is of test and not of money (or the other way about), or of an account that cannot be there.
     */
    readEvent(endpoint: EventEndpoint, sent: { text: string; signature: string }): Promise<PayEvent | null>;
    /** Events of the platform's own account that no endpoint has taken: of since then, at most of 30 days. */
    listUndelivered(since: Date): Promise<PayEvent[]>;
    /** Null: it was deleted, or never was there. */
    findCustomer(account: PayAccount, id: string): Promise<PayCustomer | null>;
    /** Null as above. Of this nothing is kept here. */
    findDetails(account: PayAccount, customerId: string): Promise<PayDetails | null>;
    /** `payer` is our own id, by which people find the customer there. The same payer under the same key is the same customer. */
    createCustomer(account: PayAccount, given: { payer: string }, key: string): Promise<PayCustomer>;
    /** Lets a browser hand over a card of the customer's, once, to be charged when nobody is there. */
    createCardSetup(account: PayAccount, customerId: string, key: string): Promise<{ clientSecret: string }>;
    /** Whose a card is; null where there is none, or it is no card. */
    findCard(account: PayAccount, paymentMethodId: string): Promise<{ customerId: string | null } | null>;
    /** The card that is charged from now on, and to whom invoices are written. */
    chargeCard(account: PayAccount, given: ChargedCard, key: string): Promise<void>;
  };
