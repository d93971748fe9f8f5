import type Stripe from 'stripe';
import type { CardName } from '../payments/cards.ts';
import type { Wire } from '../wire.ts';

/** What Stripe knows and does not show: no field of these is ever part of an answer. */
export type Hidden = {
  /** Of a payment method: how its test card behaves, and whether its holder was authenticated for later payments. */
  card?: CardName;
  isAuthenticated?: boolean;
  /** Of an intent: where the browser goes after the 3-D Secure page. */
  returnUrl?: string | null;
  /** Of an invoice or an intent: the part that the platform keeps of a connected account's sale. */
  fee?: number | null;
  /** Of a Checkout session: what is sold, and what the subscription or payment becomes. */
  sale?: CheckoutSale;
  /** Of an invoice: how often its payment failed. */
  failures?: number;
  /** Of an invoice: the tax rates that a line has of its own, by the line's id. */
  taxRates?: Record<string, string[]>;
  /** Of an account link: whether somebody opened it. */
  isUsed?: boolean;
  /** Of an account: whether its owner took the platform's access away. */
  isDisconnected?: boolean;
  /** Of an event: where it goes. */
  delivery?: 'pending' | 'delivered' | 'failed';
};

export type CheckoutSale = {
  lines: { price: string; quantity: number }[];
  discounts: { coupon?: string; promotion_code?: string }[];
  subscription: {
    metadata: Record<string, string>;
    default_tax_rates: string[];
    application_fee_percent: number | null;
  };
  payment: { metadata: Record<string, string>; application_fee_amount: number | null };
  /** Who filled in the page; the session names them once it is paid. */
  customer?: string;
  /** What they began to pay. */
  made?: { subscription: string | null; intent: string | null };
};

type Answer = { id: string; object: string; hash: string; status: number; body: string; created: number };
type Settings = {
  id: string;
  object: string;
  /** How many seconds the clock is ahead of the world's. */
  ahead: number;
  dunningEnd: 'cancel' | 'unpaid' | 'past_due';
};
export type EndpointKind = 'platform' | 'connect' | 'accounts';
export type Endpoint = { id: string; object: string; kind: EndpointKind; url: string; secret: string };
/** A link has no id of Stripe's; ours is the secret part of its address. */
type AccountLink = Wire<Stripe.V2.Core.AccountLink> & { id: string };
/** An event of version 2 as it is fetched; what is sent leaves `data` out. */
export type ThinEvent = {
  id: string;
  object: 'v2.core.event';
  type: string;
  created: string;
  livemode: boolean;
  related_object: { id: string; type: string; url: string };
  data?: unknown;
};

export type Tables = {
  accounts: Wire<Stripe.V2.Core.Account>;
  account_links: AccountLink;
  answers: Answer;
  application_fees: Wire<Stripe.ApplicationFee>;
  charges: Wire<Stripe.Charge>;
  checkout_sessions: Wire<Stripe.Checkout.Session>;
  coupons: Wire<Stripe.Coupon>;
  customers: Wire<Stripe.Customer>;
  discounts: Wire<Stripe.Discount>;
  disputes: Wire<Stripe.Dispute>;
  endpoints: Endpoint;
  events: Wire<Stripe.Event>;
  invoice_items: Wire<Stripe.InvoiceItem>;
  invoice_payments: Wire<Stripe.InvoicePayment>;
  invoices: Wire<Stripe.Invoice>;
  payment_intents: Wire<Stripe.PaymentIntent>;
  payment_methods: Wire<Stripe.PaymentMethod>;
  prices: Wire<Stripe.Price>;
  products: Wire<Stripe.Product>;
  promotion_codes: Wire<Stripe.PromotionCode>;
  refunds: Wire<Stripe.Refund>;
  settings: Settings;
  setup_intents: Wire<Stripe.SetupIntent>;
  subscriptions: Wire<Stripe.Subscription>;
  tax_rates: Wire<Stripe.TaxRate>;
  thin_events: ThinEvent;
};
export type Table = keyof Tables;

export type Row<T extends Table = Table> = { seq: number; object: Tables[T]; hidden: Hidden };

/** One row as it is from now on, or null where it is gone. */
export type Put = [table: Table, account: string, id: string, row: Row | null];
