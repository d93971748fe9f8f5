import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { confirmInBrowser, customerWith, invoiceOf, press, priceOf, subscribe } from './harness/furnish.ts';
import { startWorld, unfit, type World } from './harness/start-world.ts';

const DAY = 86_400;
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
afterEach(() => expect(unfit.splice(0)).toEqual([]));

const advance = (seconds: number) => world.knob('clock', { advance: seconds });

test('a subscription waits for 3-D Secure, and begins with the payment', async () => {
  const { stripe } = world;
  const price = await priceOf(stripe, 2_000);
  const customer = await stripe.customers.create({ email: 'pat@example.com' });
  const made = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
  });
  expect(made.status).toBe('incomplete');
  const secret = invoiceOf(made).confirmation_secret?.client_secret ?? '';
  const asked = await confirmInBrowser(world.url, secret, { number: '4000002500003155' });
  expect(asked.status).toBe('requires_action');
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete');

  const page = asked.next_action.redirect_to_url.url;
  expect(await (await fetch(page)).text()).toContain('$20.00');
  const back = await press(page, { answer: 'complete' });
  expect(back.location).toContain('redirect_status=succeeded');
  const begun = await stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice', 'default_payment_method'] });
  expect(begun.status).toBe('active');
  expect(invoiceOf(begun)).toMatchObject({ status: 'paid', amount_paid: 2_000, billing_reason: 'subscription_create' });
  expect((begun.default_payment_method as Stripe.PaymentMethod).card?.last4).toBe('3155');
});

test('who says no to the bank has paid nothing, and may try another card', async () => {
  const { stripe } = world;
  const price = await priceOf(stripe, 2_000);
  const customer = await stripe.customers.create({});
  const made = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  });
  const secret = invoiceOf(made).confirmation_secret?.client_secret ?? '';
  const asked = await confirmInBrowser(world.url, secret, { number: '4000002760003184' });
  expect((await press(asked.next_action.redirect_to_url.url, { answer: 'fail' })).location).toContain(
    'redirect_status=failed',
  );
  const [failed] = (await stripe.invoicePayments.list({ invoice: invoiceOf(made).id })).data;
  const intent = await stripe.paymentIntents.retrieve(String(failed?.payment.payment_intent));
  expect(intent.status).toBe('requires_payment_method');
  expect(intent.last_payment_error?.code).toBe('payment_intent_authentication_failure');

  expect((await confirmInBrowser(world.url, secret, { number: '4000000000000002' })).error.decline_code).toBe(
    'generic_decline',
  );
  expect((await confirmInBrowser(world.url, secret, { number: '4111111111111111' })).error.decline_code).toBe(
    'test_mode_live_card',
  );
  expect((await confirmInBrowser(world.url, secret, { number: '4242 4242 4242 4242' })).status).toBe('succeeded');
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
});

test('a first payment is awaited for 23 hours', async () => {
  const { stripe } = world;
  const price = await priceOf(stripe, 2_000);
  const customer = await stripe.customers.create({});
  const made = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  });
  const secret = invoiceOf(made).confirmation_secret?.client_secret ?? '';
  await advance(22 * 3_600);
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete');
  await advance(3_600);
  const over = await stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
  expect(over.status).toBe('incomplete_expired');
  expect(invoiceOf(over).status).toBe('void');
  const late = await confirmInBrowser(world.url, secret, { number: '4242424242424242' });
  expect(late.error.code).toBe('payment_intent_unexpected_state');
});

test('a card without funds is refused, and nothing is left of the subscription', async () => {
  const { stripe } = world;
  const price = await priceOf(stripe, 2_000);
  const customer = await customerWith(stripe, 'pm_card_chargeCustomerFail');
  const refused = await subscribe(stripe, customer.id, price.id).catch((error: Stripe.errors.StripeError) => error);
  expect(refused).toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 });
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
});

test('14 months are 15 invoices of one customer, each for a month', async () => {
  const { stripe } = world;
  const price = await priceOf(stripe, 2_000);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, price.id);
  for (let month = 0; month < 14; month += 1) await advance(31 * DAY);
  const invoices = await stripe.invoices.list({ customer: customer.id, limit: 100 });
  const paid = invoices.data.filter(({ status }) => status === 'paid');
  expect(paid.length).toBe(15);
  expect(paid.reduce((sum, one) => sum + one.amount_paid, 0)).toBe(30_000);
  const starts = paid.map((one) => one.lines.data[0]!.period).sort((one, other) => one.start - other.start);
  for (const [at, period] of starts.entries()) if (at > 0) expect(period.start).toBe(starts[at - 1]!.end);
  expect(new Set(paid.map(({ number }) => number)).size).toBe(15);
  const charges = await stripe.charges.list({ customer: customer.id, limit: 100 });
  expect(charges.data.filter(({ paid: isPaid }) => isPaid).length).toBe(15);
  expect(made.items.data[0]!.current_period_end).toBe(starts[0]!.end);
});

test('an invoice of a renewal is a draft for an hour', async () => {
  const { stripe } = world;
  const price = await priceOf(stripe, 500);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, price.id);
  await world.knob('clock', { to: made.items.data[0]!.current_period_end + 60 });
  const [draft] = (await stripe.invoices.list({ subscription: made.id })).data;
  expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', number: null });
  await advance(3_600);
  expect((await stripe.invoices.retrieve(draft!.id)).status).toBe('paid');
});

test.each([
  ['cancel', 'canceled'],
  ['unpaid', 'unpaid'],
  ['past_due', 'past_due'],
] as const)('dunning that ends with %s', async (end, status) => {
  const { stripe } = world;
  await world.knob('dunning', { end });
  const price = await priceOf(stripe, 2_000);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, price.id);
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
  await world.knob('clock', { to: made.items.data[0]!.current_period_end + 2 * 3_600 });
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('past_due');
  await advance(9 * DAY);
  const invoice = await stripe.invoices.retrieve(String((await stripe.subscriptions.retrieve(made.id)).latest_invoice));
  expect(invoice).toMatchObject({ status: 'open', attempt_count: 3 });
  expect(invoice.next_payment_attempt).toBeGreaterThan(0);
  await advance(8 * DAY);
  const ended = await stripe.subscriptions.retrieve(made.id);
  expect(ended.status).toBe(status);
  if (end === 'cancel') expect(ended.cancellation_details?.reason).toBe('payment_failed');
  if (end === 'unpaid') {
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    expect((await stripe.invoices.pay(invoice.id, { payment_method: good.id })).status).toBe('paid');
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
  }
});

test('a better card within the retries puts it in order', async () => {
  const { stripe } = world;
  await world.knob('dunning', { end: 'cancel' });
  const price = await priceOf(stripe, 2_000);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, price.id);
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
  await world.knob('clock', { to: made.items.data[0]!.current_period_end + 2 * 3_600 });
  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: good.id } });
  await advance(4 * DAY);
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
});

test('canceled at the end of the period, and thought better of', async () => {
  const { stripe } = world;
  const price = await priceOf(stripe, 2_000);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, price.id);
  const end = made.items.data[0]!.current_period_end;
  const leaving = await stripe.subscriptions.update(made.id, {
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive', comment: 'Too much' },
  });
  expect(leaving).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end });
  expect(leaving.cancellation_details).toMatchObject({ feedback: 'too_expensive', reason: 'cancellation_requested' });
  const stays = await stripe.subscriptions.update(made.id, { cancel_at_period_end: false });
  expect(stays).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  await stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
  await world.knob('clock', { to: end + 60 });
  const gone = await stripe.subscriptions.retrieve(made.id);
  expect(gone).toMatchObject({ status: 'canceled', ended_at: end });
  expect((await stripe.invoices.list({ subscription: made.id })).data.length).toBe(1);
});

test('with a code for all of it nothing is paid, and the card is asked for', async () => {
  const { stripe } = world;
  const price = await priceOf(stripe, 2_000);
  const customer = await stripe.customers.create({});
  const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
  const made = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    discounts: [{ coupon: coupon.id }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
  });
  expect(made.status).toBe('active');
  expect(invoiceOf(made)).toMatchObject({ total: 0, status: 'paid', confirmation_secret: null });
  const setup = made.pending_setup_intent as Stripe.SetupIntent;
  expect((await confirmInBrowser(world.url, setup.client_secret!, { number: '4242424242424242' })).status).toBe(
    'succeeded',
  );
  expect((await stripe.subscriptions.retrieve(made.id)).pending_setup_intent).toBeNull();
});
