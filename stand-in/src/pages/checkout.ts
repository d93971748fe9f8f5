import { StripeError } from '../http/stripe-error.ts';
import { intentOf } from '../invoices/finalize.ts';
import { intentFailed } from '../invoices/pay-invoice.ts';
import { attempt } from '../payments/attempt.ts';
import { completeSession, type Session } from '../payments/checkout.ts';
import type { PaymentMethod } from '../payments/make-payment-method.ts';
import { makePaymentIntent, type PaymentIntent } from '../payments/payment-intent.ts';
import { makeCustomer } from '../resources/customers.ts';
import type { CheckoutSale, Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import { createSubscription } from '../subscriptions/create.ts';
import { cardFields, problem, readCard } from './card-form.ts';
import { type Html, html, money } from './html.ts';
import { page } from './layout.ts';
import type { PageAnswer, Visit } from './visit.ts';

const over = (): PageAnswer => ({
  status: 200,
  html: page(
    'Checkout',
    html`<h1>This page is over</h1><p>It was paid, or its time ran out. Go back and begin again.</p>`,
  ),
});

export function showCheckout({ tx, ids: [id = ''] }: Visit): PageAnswer {
  const session = tx.get('checkout_sessions', id);
  if (session.status !== 'open') return over();
  return { status: 200, html: page('Checkout', form(tx, session, {}, null)) };
}

function form(tx: Transaction, session: Session, filled: Record<string, string>, wrong: string | null): Html {
  const sale = tx.hidden('checkout_sessions', session.id).sale;
  const currency = session.currency ?? 'usd';
  const rows = (sale?.lines ?? []).map((line) => {
    const price = tx.get('prices', line.price);
    const name = tx.find('products', price.product)?.name ?? price.nickname;
    const every = price.recurring ? ` / ${price.recurring.interval}` : '';
    return html`<tr><th scope="row">${line.quantity} × ${name}</th><td>${money((price.unit_amount ?? 0) * line.quantity, currency)}${every}</td></tr>`;
  });
  const asksEmail = session.customer === null;
  return html`<h1>Checkout</h1>
${problem(wrong)}
<table>${rows}
<tr class="sum"><th scope="row">Total before taxes and discounts</th><td>${money(session.amount_total ?? 0, currency)}</td></tr></table>
<form method="post">
${asksEmail ? html`<label>Email<input name="email" type="email" autocomplete="email" required maxlength="500" value="${filled.email ?? session.customer_email}"></label>` : null}
${cardFields(filled)}
${session.allow_promotion_codes ? html`<label>Promotion code (if you have one)<input name="code" maxlength="100" value="${filled.code}"></label>` : null}
<button>${session.mode === 'subscription' ? 'Subscribe' : 'Pay'}</button>
</form>
${session.cancel_url ? html`<a class="button second" href="${session.cancel_url}">Cancel</a>` : null}`;
}

export function takeCheckout({ tx, ids: [id = ''], form: filled }: Visit): PageAnswer {
  const session = tx.get('checkout_sessions', id);
  const sale = tx.hidden('checkout_sessions', id).sale;
  if (session.status !== 'open' || !sale) return over();
  const again = (text: string): PageAnswer => ({
    status: 400,
    html: page('Checkout', form(tx, session, filled, text)),
  });
  const email = filled.email || session.customer_email;
  if (!session.customer && !/^\S+@\S+$/.test(email ?? '')) return again('Please fill in your email address.');
  const method = readCard(tx, filled, email);
  if (typeof method === 'string') return again(method);
  try {
    return pay(tx, session, sale, method, filled, again);
  } catch (error) {
    if (error instanceof StripeError) return again(error.message);
    throw error;
  }
}

type Begun = { intent: PaymentIntent | null; invoice: Tables['invoices'] | null };

function pay(
  tx: Transaction,
  session: Session,
  sale: CheckoutSale,
  method: PaymentMethod,
  filled: Record<string, string>,
  again: (text: string) => PageAnswer,
): PageAnswer {
  const code = filled.code ? findCode(tx, filled.code) : null;
  if (filled.code && !code) return again('This code is invalid.');
  const customer = payerOf(tx, session, sale, filled);
  session.customer_details = detailsOf(session, method);
  const { intent, invoice } = begin(tx, session, sale, code, customer);
  if (intent) {
    const outcome = attempt(tx, intent, method, { isOffSession: false, returnUrl: session.url });
    if (outcome.kind === 'declined') {
      intentFailed(tx, intent);
      return again(outcome.decline.message);
    }
    const url = intent.next_action?.redirect_to_url?.url;
    if (outcome.kind === 'action')
      return url ? { redirect: url } : again('Your bank asks for more than this page can do.');
  }
  completeSession(tx, session, invoice);
  return { redirect: (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id) };
}

/** Whoever fills in the page: one customer, however often they try, with what they filled in last. */
function payerOf(tx: Transaction, session: Session, sale: CheckoutSale, filled: Record<string, string>): string {
  if (session.customer) return session.customer;
  const known = { email: filled.email || session.customer_email || null, name: filled.name || null };
  sale.customer ??= makeCustomer(tx, known).id;
  Object.assign(tx.get('customers', sale.customer), known);
  return sale.customer;
}

const findCode = (tx: Transaction, code: string): string | null =>
  tx.all('promotion_codes', (one) => one.active && one.code.toLowerCase() === code.toLowerCase())[0]?.id ?? null;

/** What is paid here: made with the first try, and the same at each further one. */
function begin(tx: Transaction, session: Session, sale: CheckoutSale, code: string | null, customer: string): Begun {
  if (sale.made) {
    const subscription = tx.find('subscriptions', sale.made.subscription);
    const invoice = tx.find('invoices', subscription?.latest_invoice);
    const intent = tx.find('payment_intents', sale.made.intent) ?? (invoice && intentOf(tx, invoice));
    return { intent, invoice };
  }
  if (session.mode === 'payment') {
    const intent = makePaymentIntent(tx, {
      amount: session.amount_total ?? 0,
      application_fee_amount: sale.payment.application_fee_amount,
      currency: session.currency ?? 'usd',
      customer,
      metadata: sale.payment.metadata,
    });
    sale.made = { subscription: null, intent: intent.id };
    return { intent, invoice: null };
  }
  const subscription = createSubscription(tx, {
    customer,
    items: sale.lines,
    behaviour: 'default_incomplete',
    discounts: code ? [{ promotion_code: code }] : sale.discounts,
    taxRates: sale.subscription.default_tax_rates,
    feePercent: sale.subscription.application_fee_percent,
    savesPaymentMethod: true,
    metadata: sale.subscription.metadata,
  });
  sale.made = { subscription: subscription.id, intent: null };
  const invoice = tx.find('invoices', subscription.latest_invoice);
  return { intent: invoice && intentOf(tx, invoice), invoice };
}

const detailsOf = ({ customer_email }: Session, method: PaymentMethod): Session['customer_details'] => ({
  address: method.billing_details.address,
  business_name: null,
  email: method.billing_details.email ?? customer_email,
  individual_name: null,
  name: method.billing_details.name,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
});
