import type Stripe from 'stripe';
import { emit } from '../events/emit.ts';
import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Wire } from '../wire.ts';
import type { PaymentIntent } from './payment-intent.ts';

export type Session = Wire<Stripe.Checkout.Session>;

/** What of a session does not depend on what is sold. */
export const newSession = (tx: Transaction, id: string): Session => ({
  id,
  object: 'checkout.session',
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: 0,
  amount_total: 0,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: null,
  client_reference_id: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: tx.now,
  currency: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: null,
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: [],
  expires_at: 0,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  metadata: {},
  mode: 'payment',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  success_url: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  url: `${tx.pagesUrl}/checkout/${tx.account}/${id}`,
  wallet_options: null,
});

export function expireSession(tx: Transaction, session: Session): Session {
  session.status = 'expired';
  session.url = null;
  emit(tx, 'checkout.session.expired', session);
  return session;
}

/** Paid: what the session sold exists from now on. */
export function completeSession(tx: Transaction, session: Session, invoice: Tables['invoices'] | null): void {
  if (session.status !== 'open') return;
  const sale = tx.hidden('checkout_sessions', session.id).sale;
  const made = sale?.made;
  session.customer ??= sale?.customer ?? null;
  session.subscription = made?.subscription ?? null;
  session.payment_intent = made?.intent ?? null;
  session.status = 'complete';
  session.payment_status = 'paid';
  session.url = null;
  if (invoice) {
    session.invoice = invoice.id;
    session.amount_subtotal = invoice.subtotal;
    session.amount_total = invoice.total;
    session.total_details = {
      amount_discount: (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
      amount_shipping: 0,
      amount_tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    };
  }
  emit(tx, 'checkout.session.completed', session);
}

/** The open session whose subscription or payment this intent pays. */
export function sessionOf(tx: Transaction, intent: PaymentIntent): Session | null {
  const [payment] = tx.all('invoice_payments', (one) => one.payment.payment_intent === intent.id);
  const invoice = tx.find('invoices', payment?.invoice);
  const subscription = invoice?.parent?.subscription_details?.subscription;
  const made = (session: Session) => tx.hidden('checkout_sessions', session.id).sale?.made;
  const isIts = (one: { subscription: string | null; intent: string | null } | undefined) =>
    one?.intent === intent.id || (subscription !== undefined && one?.subscription === subscription);
  return tx.all('checkout_sessions', ({ status }) => status === 'open').find((one) => isIts(made(one))) ?? null;
}
