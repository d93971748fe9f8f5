import type Stripe from 'stripe';

/** A customer with a card that is their default. */
export async function customerWith(stripe: Stripe, card = 'pm_card_visa', more: Stripe.CustomerCreateParams = {}) {
  const customer = await stripe.customers.create({ email: 'pat@example.com', name: 'Pat Doe', ...more });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
}

type Recurring = { interval?: 'month' | 'year'; currency?: string };

export async function priceOf(
  stripe: Stripe,
  amount: number,
  { interval = 'month', currency = 'usd' }: Recurring = {},
) {
  const product = await stripe.products.create({ name: `Plan of ${amount}` });
  return stripe.prices.create({
    product: product.id,
    unit_amount: amount,
    currency,
    recurring: { interval },
    nickname: 'Plan',
  });
}

type Sale = Partial<Stripe.SubscriptionCreateParams>;

/** A subscription whose first invoice is paid. */
export const subscribe = (stripe: Stripe, customer: string, price: string, more: Sale = {}) =>
  stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'error_if_incomplete',
    expand: ['latest_invoice'],
    ...more,
  });

export const invoiceOf = (subscription: Stripe.Subscription) => subscription.latest_invoice as Stripe.Invoice;

/** What Stripe.js posts from a browser: the publishable key, the intent's secret, and what it says of the browser. */
export async function confirmInBrowser(
  url: string,
  secret: string,
  card: { number?: string; payment_method?: string },
  returnUrl = 'https://app.example.com/back',
  account = '',
) {
  const kind = secret.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const id = secret.split('_secret_')[0];
  const body = new URLSearchParams({
    key: 'pk_test_na',
    client_secret: secret,
    return_url: returnUrl,
    use_stripe_sdk: 'true',
    expected_payment_method_type: 'card',
  });
  if (account) body.set('_stripe_account', account);
  if (card.payment_method) body.set('payment_method', card.payment_method);
  if (card.number)
    for (const [field, value] of Object.entries({
      type: 'card',
      'card][number': card.number,
      'card][exp_month': '12',
      'card][exp_year': '34',
      'card][cvc': '123',
      'billing_details][name': 'Pat Doe',
      guid: 'NA',
      muid: 'NA',
      sid: 'NA',
      payment_user_agent: 'stripe.js/0000',
      time_on_page: '1200',
    }))
      body.set(`payment_method_data[${field}]`, value);
  const answer = await fetch(`${url}/v1/${kind}/${id}/confirm`, { method: 'POST', body });
  // biome-ignore lint/suspicious/noExplicitAny: an intent or an error
  return (await answer.json()) as any;
}

/** Presses a button of a page, as a browser does that follows no redirect. */
export async function press(url: string, fields: Record<string, string>) {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
}
