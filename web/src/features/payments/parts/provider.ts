import type { CardValues } from './card-fields.ts';

/** Where cards are handed over: to the payment provider by Stripe.js, or to its stand-in, where no money moves. */
export type Provider = {
  publishableKey: string;
  isStandIn: boolean;
  /** Of an agency, if not on the platform's own account. */
  accountId?: string;
};

/** Of a card that is saved, or of a payment that asks the holder of the card on file. */
export type Intent = Provider & { clientSecret: string };

/**
 * `asks`: its holder says that it is them, on a page of their bank. `declined`: why, as the provider says it, or in which state it was
 * left instead.
 */
export type Confirmed =
  | { state: 'agreed'; paymentMethodId: string }
  | { state: 'asks'; path: string }
  | { state: 'declined'; message: string; status?: string };

/** The fields that are the provider's own: what is typed there never comes here. */
export type ProviderFields = {
  /** Null, or what is wrong with what was typed. */
  check(): Promise<string | null>;
  confirmCard(intent: Intent, holder: CardValues): Promise<Confirmed>;
};
