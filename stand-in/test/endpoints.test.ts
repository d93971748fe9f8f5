import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { customerWith, invoiceOf, press, priceOf, subscribe } from './harness/furnish.ts';
import { startWorld, unfit, type World } from './harness/start-world.ts';

// What the flows of the other files do not call. Each answer fits its type, or the test fails at its end.

let world: World;
let stripe: Stripe;
beforeAll(async () => {
  world = await startWorld();
  stripe = world.stripe;
});
afterAll(() => world.close());
afterEach(() => expect(unfit.splice(0)).toEqual([]));

const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

test('cards of a customer', async () => {
  const customer = await customerWith(stripe);
  const made = await stripe.paymentMethods.create({
    type: 'card',
    card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
    billing_details: { name: 'Pat Doe', address: { country: 'US' } },
  });
  await stripe.paymentMethods.attach(made.id, { customer: customer.id });
  expect((await stripe.customers.retrieve(customer.id)).id).toBe(customer.id);
  expect(idsOf(await stripe.customers.listPaymentMethods(customer.id))).toContain(made.id);
  expect((await stripe.customers.retrievePaymentMethod(customer.id, made.id)).id).toBe(made.id);
  expect(idsOf(await stripe.paymentMethods.list({ customer: customer.id, type: 'card' }))).toContain(made.id);
  const named = await stripe.paymentMethods.update(made.id, { billing_details: { name: 'Kim Doe' } });
  expect(named.billing_details.name).toBe('Kim Doe');
  // The same number is the same card.
  const first = await stripe.paymentMethods.retrieve(String(customer.invoice_settings.default_payment_method));
  expect(named.card?.fingerprint).toBe(first.card?.fingerprint);
});

test('intents that are changed, listed and given up', async () => {
  const customer = await stripe.customers.create({});
  const setup = await stripe.setupIntents.create({ customer: customer.id });
  expect((await stripe.setupIntents.cancel(setup.id)).status).toBe('canceled');
  expect(idsOf(await stripe.setupIntents.list({ customer: customer.id }))).toEqual([setup.id]);
  const intent = await stripe.paymentIntents.create({ amount: 900, currency: 'usd', customer: customer.id });
  const changed = await stripe.paymentIntents.update(intent.id, { metadata: { order: '1' }, description: 'Nine' });
  expect(changed).toMatchObject({ metadata: { order: '1' }, description: 'Nine' });
  expect((await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })).status).toBe('canceled');
  expect(idsOf(await stripe.paymentIntents.list({ customer: customer.id }))).toEqual([intent.id]);
});

test('the catalogue', async () => {
  const price = await priceOf(stripe, 1_000);
  const product = await stripe.products.update(String(price.product), {
    description: 'More',
    marketing_features: [{ name: 'Fast' }],
    metadata: { credits: '5000' },
  });
  expect(await stripe.products.retrieve(product.id)).toMatchObject({
    description: 'More',
    metadata: { credits: '5000' },
  });
  expect(idsOf(await stripe.products.list({ ids: [product.id] }))).toEqual([product.id]);
  const found = await stripe.prices.list({
    active: true,
    currency: 'usd',
    type: 'recurring',
    recurring: { interval: 'month' },
    expand: ['data.product'],
  });
  expect(idsOf(found)).toContain(price.id);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, price.id);
  expect((await stripe.prices.update(price.id, { active: false })).active).toBe(false);
  expect((await stripe.subscriptions.retrieve(made.id)).items.data[0]!.price.active).toBe(false);
  const rate = await stripe.taxRates.create({ display_name: 'Tax', percentage: 7.5, inclusive: true, country: 'DE' });
  expect((await stripe.taxRates.update(rate.id, { active: false })).active).toBe(false);
  expect((await stripe.taxRates.retrieve(rate.id)).percentage).toBe(7.5);
  expect(idsOf(await stripe.taxRates.list({ active: false }))).toEqual([rate.id]);
});

test('codes', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'repeating', duration_in_months: 3 });
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } });
  expect((await stripe.promotionCodes.update(code.id, { active: false })).active).toBe(false);
  expect((await stripe.promotionCodes.retrieve(code.id)).id).toBe(code.id);
  const price = await priceOf(stripe, 1_000);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, price.id, { discounts: [{ coupon: coupon.id }] });
  expect(invoiceOf(made).total).toBe(900);
  expect((await stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1);
  expect((await stripe.subscriptions.deleteDiscount(made.id)).deleted).toBe(true);
  expect((await stripe.subscriptions.retrieve(made.id)).discounts).toEqual([]);
  const other = await stripe.coupons.create({ percent_off: 10 });
  expect((await stripe.coupons.del(other.id)).deleted).toBe(true);
  expect(idsOf(await stripe.coupons.list())).toEqual([coupon.id]);
});

test('items of a subscription, and its end', async () => {
  const plan = await priceOf(stripe, 1_000);
  const seat = await priceOf(stripe, 300);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, plan.id);
  const item = await stripe.subscriptionItems.create({
    subscription: made.id,
    price: seat.id,
    quantity: 2,
    proration_behavior: 'none',
  });
  expect((await stripe.subscriptionItems.retrieve(item.id)).quantity).toBe(2);
  expect(idsOf(await stripe.subscriptionItems.list({ subscription: made.id })).length).toBe(2);
  expect((await stripe.subscriptionItems.del(item.id, { proration_behavior: 'none' })).deleted).toBe(true);
  const gone = await stripe.subscriptions.cancel(made.id, { cancellation_details: { feedback: 'unused' } });
  expect(gone).toMatchObject({ status: 'canceled', cancellation_details: { feedback: 'unused' } });
});

test('drafts', async () => {
  const customer = await stripe.customers.create({});
  const draft = await stripe.invoices.create({ customer: customer.id, currency: 'usd' });
  const loose = await stripe.invoiceItems.create({ customer: customer.id, amount: 100, currency: 'usd' });
  expect((await stripe.invoiceItems.retrieve(loose.id)).invoice).toBeNull();
  expect((await stripe.invoiceItems.del(loose.id)).deleted).toBe(true);
  await stripe.invoiceItems.create({ customer: customer.id, amount: 400, invoice: draft.id });
  const changed = await stripe.invoices.update(draft.id, { description: 'Top-up', metadata: { order: '2' } });
  expect(changed).toMatchObject({ total: 400, description: 'Top-up', metadata: { order: '2' } });
  expect((await stripe.invoices.listLineItems(draft.id)).data[0]?.amount).toBe(400);
  expect((await stripe.invoices.del(draft.id)).deleted).toBe(true);
  expect((await stripe.invoices.list({ customer: customer.id })).data).toEqual([]);
});

test('what was paid, given back and kept', async () => {
  const account = await stripe.v2.core.accounts.create({
    configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
  });
  const named = await stripe.v2.core.accounts.update(account.id, {
    display_name: 'South Agency',
    include: ['identity'],
  });
  expect(named.display_name).toBe('South Agency');
  expect((await stripe.v2.core.events.list({ object_id: account.id })).data.length).toBe(2);
  const theirs = world.for(account.id);
  const customer = await customerWith(theirs);
  const method = String(customer.invoice_settings.default_payment_method);
  const paid = await theirs.paymentIntents.create({
    amount: 2_000,
    currency: 'usd',
    customer: customer.id,
    payment_method: method,
    application_fee_amount: 100,
    confirm: true,
  });
  const refund = await theirs.refunds.create({ payment_intent: paid.id, amount: 500, reason: 'requested_by_customer' });
  expect((await theirs.refunds.retrieve(refund.id)).amount).toBe(500);
  expect(idsOf(await theirs.refunds.list({ payment_intent: paid.id }))).toEqual([refund.id]);
  const [fee] = (await stripe.applicationFees.list()).data;
  expect((await stripe.applicationFees.createRefund(fee!.id, { amount: 25 })).amount).toBe(25);
  expect((await stripe.applicationFees.listRefunds(fee!.id)).data[0]?.amount).toBe(25);
  expect((await stripe.applicationFees.retrieve(fee!.id)).amount_refunded).toBe(25);
});

test('a Checkout page for one payment', async () => {
  const product = await stripe.products.create({ name: 'Credits' });
  const price = await stripe.prices.create({ product: product.id, unit_amount: 500, currency: 'usd' });
  const sale: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    line_items: [{ price: price.id, quantity: 2 }],
    success_url: 'https://app.example.com/done',
  };
  const session = await stripe.checkout.sessions.create(sale);
  expect((await stripe.checkout.sessions.listLineItems(session.id)).data[0]).toMatchObject({
    quantity: 2,
    amount_total: 1_000,
  });
  const card = { number: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Pat', country: 'US' };
  const declined = await press(session.url!, { ...card, number: '4000000000000002', email: 'typo@example.com' });
  // Who was declined still sees, and may still correct, what they filled in.
  expect(declined.text).toContain('value="typo@example.com"');
  expect((await press(session.url!, { ...card, email: 'pat@example.com' })).location).toBe(
    'https://app.example.com/done',
  );
  const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['customer', 'payment_intent'] });
  expect((done.payment_intent as Stripe.PaymentIntent).amount_received).toBe(1_000);
  expect((done.customer as Stripe.Customer).email).toBe('pat@example.com');
  expect((await stripe.customers.list({ email: 'typo@example.com' })).data).toEqual([]);
  const other = await stripe.checkout.sessions.create(sale);
  expect((await stripe.checkout.sessions.expire(other.id)).status).toBe('expired');
  expect(idsOf(await stripe.checkout.sessions.list({ status: 'expired' }))).toEqual([other.id]);
});
