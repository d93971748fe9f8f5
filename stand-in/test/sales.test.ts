import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { customerWith, invoiceOf, press, priceOf, subscribe } from './harness/furnish.ts';
import { startWorld, unfit, type World } from './harness/start-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
afterEach(() => expect(unfit.splice(0)).toEqual([]));

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: Stripe.errors.StripeError) => error,
  );
const CARD = { expiry: '12/34', cvc: '123', name: 'Pat Doe', country: 'US' };

async function connect(answer = 'complete') {
  const { stripe } = world;
  const account = await stripe.v2.core.accounts.create({
    display_name: 'North Agency',
    contact_email: 'agency@example.com',
    dashboard: 'full',
    configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
    defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
    identity: { country: 'US' },
    include: ['configuration.merchant', 'requirements'],
  });
  const link = await stripe.v2.core.accountLinks.create({
    account: account.id,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: 'https://app.example.com/again', return_url: 'https://app.example.com/done' },
    },
  });
  return { account, link, answer };
}

const merchantOf = async (id: string) =>
  (await world.stripe.v2.core.accounts.retrieve(id, { include: ['configuration.merchant'] })).configuration?.merchant;

test('an account takes cards once its owner went through the page, whatever the return says', async () => {
  const { account, link } = await connect();
  expect(account.configuration?.merchant?.capabilities?.card_payments?.status).toBe('restricted');
  expect(await (await fetch(link.url)).text()).toContain('North Agency');
  const again = await fetch(link.url, { redirect: 'manual' });
  expect(again.headers.get('location')).toBe('https://app.example.com/again');
  expect((await press(link.url, { answer: 'later' })).location).toBe('https://app.example.com/done');
  expect((await merchantOf(account.id))?.capabilities?.card_payments?.status).toBe('restricted');
  const second = await world.stripe.v2.core.accountLinks.create({
    account: account.id,
    use_case: { type: 'account_onboarding', account_onboarding: { refresh_url: 'https://app.example.com/again' } },
  });
  await press(second.url, { answer: 'complete' });
  const merchant = await merchantOf(account.id);
  expect(merchant?.capabilities?.card_payments?.status).toBe('active');
  expect(merchant?.capabilities?.stripe_balance?.payouts?.status).toBe('active');
  expect((await world.stripe.v2.core.accounts.retrieve(account.id)).configuration).toBeNull();
});

test('a sale of a connected account is its own, and the platform has its fee', async () => {
  const { account, link } = await connect();
  await press(link.url, { answer: 'complete' });
  const theirs = world.for(account.id);
  const customer = await customerWith(theirs);
  const draft = await theirs.invoices.create({ customer: customer.id, currency: 'usd', application_fee_amount: 150 });
  await theirs.invoiceItems.create({ customer: customer.id, invoice: draft.id, amount: 3_000 });
  const paid = await theirs.invoices.pay(draft.id, { expand: ['payments.data.payment.payment_intent'] });
  const intent = paid.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
  expect(intent.application_fee_amount).toBe(150);
  const [fee] = (await world.stripe.applicationFees.list({ charge: String(intent.latest_charge) })).data;
  expect(fee).toMatchObject({ account: account.id, amount: 150 });
  expect((await world.stripe.customers.list()).data.some(({ id }) => id === customer.id)).toBe(false);
  expect(await refused(world.stripe.customers.retrieve(customer.id))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });

  const refund = await theirs.refunds.create({
    charge: String(intent.latest_charge),
    amount: 1_000,
    refund_application_fee: true,
  });
  expect(refund).toMatchObject({ amount: 1_000, status: 'succeeded' });
  expect((await world.stripe.applicationFees.retrieve(fee!.id)).amount_refunded).toBe(50);
  const over = await refused(theirs.refunds.create({ charge: String(intent.latest_charge), amount: 2_001 }));
  expect(over).toMatchObject({ statusCode: 400 });

  const price = await priceOf(theirs, 2_000);
  const made = await subscribe(theirs, customer.id, price.id, { application_fee_percent: 5 });
  expect(invoiceOf(made).status).toBe('paid');
  expect((await world.stripe.applicationFees.list()).data[0]).toMatchObject({ amount: 100 });

  await world.listenToAll();
  await world.knob('disconnect', { account: account.id });
  expect(await refused(theirs.customers.list())).toMatchObject({ statusCode: 403, code: 'account_invalid' });
  const hooks = await world.delivered();
  expect(hooks.at(-1)).toMatchObject({
    path: '/connect',
    event: { type: 'account.application.deauthorized', account: account.id },
  });
});

test('Checkout: declined, then 3-D Secure, then the subscription is there', async () => {
  const { account, link } = await connect();
  await press(link.url, { answer: 'complete' });
  const theirs = world.for(account.id);
  const price = await priceOf(theirs, 6_000);
  const session = await theirs.checkout.sessions.create({
    mode: 'subscription',
    ui_mode: 'hosted_page',
    customer_email: 'client@example.com',
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'https://app.example.com/plans?payment=success&id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://app.example.com/plans?payment=cancel',
    expires_at: Math.floor(Date.now() / 1_000) + 1_860,
    metadata: { order: 'order-7' },
    subscription_data: { metadata: { order: 'order-7' }, application_fee_percent: 5 },
    expand: ['line_items'],
  });
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null, amount_total: 6_000 });
  expect(session.line_items?.data[0]?.price?.id).toBe(price.id);
  expect(await (await fetch(session.url!)).text()).toContain('$60.00');
  const page = (number: string) => press(session.url!, { ...CARD, email: 'client@example.com', number });
  expect((await page('4000000000009995')).text).toContain('Your card has insufficient funds.');
  expect((await theirs.checkout.sessions.retrieve(session.id)).status).toBe('open');
  const asked = await page('4000002760003184');
  expect(asked.location).toContain('/authenticate/');
  const done = await press(asked.location!, { answer: 'complete' });
  expect(done.location).toBe(`https://app.example.com/plans?payment=success&id=${session.id}`);
  const complete = await theirs.checkout.sessions.retrieve(session.id, { expand: ['subscription.latest_invoice'] });
  expect(complete).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
  const made = complete.subscription as Stripe.Subscription;
  expect(made).toMatchObject({ status: 'active', metadata: { order: 'order-7' }, application_fee_percent: 5 });
  expect((await theirs.subscriptions.list({ customer: String(complete.customer), status: 'all' })).data.length).toBe(1);
  expect((await page('4242424242424242')).text).toContain('This page is over');
});

test('a session that nobody pays is over in time, and asks no fee of the platform itself', async () => {
  const { stripe } = world;
  const price = await priceOf(stripe, 1_000);
  const sale: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    line_items: [{ price: price.id }],
    success_url: 'https://app.example.com/done',
  };
  const fee = await refused(
    stripe.checkout.sessions.create({ ...sale, subscription_data: { application_fee_percent: 5 } }),
  );
  expect(fee).toMatchObject({ code: 'application_fees_not_allowed' });
  const session = await stripe.checkout.sessions.create(sale);
  await world.knob('clock', { advance: 24 * 3_600 + 60 });
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
});

test('refunds and disputes from outside, and what becomes of them', async () => {
  const { stripe } = world;
  const customer = await customerWith(stripe);
  const pay = (method: string) =>
    stripe.paymentIntents.create({
      amount: 1_000,
      currency: 'usd',
      customer: customer.id,
      payment_method: method,
      confirm: true,
    });
  const first = await pay('pm_card_visa');
  const refund = await world.knob('refunds', { charge: first.latest_charge, amount: 400 });
  expect((await stripe.charges.retrieve(String(first.latest_charge))).amount_refunded).toBe(400);
  await world.knob('refunds', { fails: refund.id });
  const back = await stripe.charges.retrieve(String(first.latest_charge), { expand: ['refunds'] });
  expect(back).toMatchObject({ amount_refunded: 0, refunds: { data: [{ status: 'failed' }] } });

  const second = await pay('pm_card_createDispute');
  const [dispute] = (await stripe.disputes.list({ payment_intent: second.id })).data;
  expect(dispute).toMatchObject({ status: 'needs_response', amount: 1_000 });
  await world.knob('disputes', { dispute: dispute!.id, end: 'won' });
  expect((await stripe.disputes.retrieve(dispute!.id)).status).toBe('won');
  const third = await world.knob('disputes', { charge: first.latest_charge });
  expect((await stripe.disputes.close(third.id)).status).toBe('lost');
  const types = (await stripe.events.list({ types: ['charge.dispute.*', 'refund.*'], limit: 100 })).data.map(
    ({ type }) => type,
  );
  expect(types.reverse()).toEqual([
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
  ]);
});

test('a card is saved for later with the holder asked once', async () => {
  const { stripe } = world;
  const customer = await stripe.customers.create({});
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    usage: 'off_session',
    automatic_payment_methods: { enabled: true },
  });
  const { confirmInBrowser } = await import('./harness/furnish.ts');
  const stranger = await confirmInBrowser(world.url, `${setup.id}_secret_wrong`, { number: '4242424242424242' });
  expect(stranger.error.code).toBe('resource_missing');
  const asked = await confirmInBrowser(world.url, setup.client_secret!, { number: '4000002500003155' });
  await press(asked.next_action.redirect_to_url.url, { answer: 'complete' });
  const saved = await stripe.setupIntents.retrieve(setup.id, { expand: ['payment_method'] });
  expect(saved.status).toBe('succeeded');
  const method = saved.payment_method as Stripe.PaymentMethod;
  expect(method.customer).toBe(customer.id);
  const paid = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    customer: customer.id,
    payment_method: method.id,
    off_session: true,
    confirm: true,
  });
  expect(paid.status).toBe('succeeded');
  const other = await stripe.customers.create({});
  const foreign = stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    customer: other.id,
    payment_method: method.id,
  });
  expect(await refused(foreign)).toMatchObject({ statusCode: 400 });
  expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull();
});
