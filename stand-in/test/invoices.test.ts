import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { confirmInBrowser, customerWith, invoiceOf, press, priceOf, subscribe } from './harness/furnish.ts';
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

test.each([
  ['eur', 2_200, 27, 2_794],
  ['gbp', 2_000, 35, 2_700],
  ['usd', 2_000, 0, 2_000],
])('%s: what is previewed is what is charged', async (currency, amount, percentage, total) => {
  const { stripe } = world;
  const price = await priceOf(stripe, amount, { currency });
  const rate = await stripe.taxRates.create({ display_name: 'Tax', percentage, inclusive: false });
  const taxRates = percentage > 0 ? [rate.id] : [];
  const customer = await customerWith(stripe);
  const sale = { items: [{ price: price.id }], default_tax_rates: taxRates };
  const preview = await stripe.invoices.createPreview({ customer: customer.id, subscription_details: sale });
  expect(preview).toMatchObject({ total, currency, number: null });
  const made = await subscribe(stripe, customer.id, price.id, { default_tax_rates: taxRates });
  expect(invoiceOf(made)).toMatchObject({ total, amount_paid: total, subtotal: amount });
  expect(invoiceOf(made).total_taxes?.reduce((sum, one) => sum + one.amount, 0) ?? 0).toBe(total - amount);
});

test('a code takes its part before the tax, once', async () => {
  const { stripe } = world;
  const price = await priceOf(stripe, 2_200, { currency: 'eur' });
  const rate = await stripe.taxRates.create({ display_name: 'EU Tax', percentage: 27, inclusive: false });
  const coupon = await stripe.coupons.create({ percent_off: 12.5, duration: 'once', name: 'An eighth' });
  const code = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code: 'EIGHTH',
    max_redemptions: 1,
  });
  const [found] = (
    await stripe.promotionCodes.list({ code: 'eighth', active: true, expand: ['data.promotion.coupon'] })
  ).data;
  expect((found!.promotion.coupon as Stripe.Coupon).percent_off).toBe(12.5);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, price.id, {
    default_tax_rates: [rate.id],
    discounts: [{ promotion_code: code.id }],
    expand: ['latest_invoice.discounts.source.coupon'],
  });
  const invoice = invoiceOf(made);
  expect(invoice).toMatchObject({ subtotal: 2_200, total_excluding_tax: 1_925, total: 2_445 });
  expect(invoice.lines.data[0]!.discount_amounts![0]!.amount).toBe(275);
  const again = await refused(subscribe(stripe, customer.id, price.id, { discounts: [{ promotion_code: code.id }] }));
  expect(again).toMatchObject({ code: 'coupon_expired' });
  const pounds = await stripe.coupons.create({ amount_off: 500, currency: 'gbp', duration: 'forever' });
  expect(await refused(subscribe(stripe, customer.id, price.id, { discounts: [{ coupon: pounds.id }] }))).toMatchObject(
    { statusCode: 400 },
  );
  await world.knob('clock', { to: made.items.data[0]!.current_period_end + 7_200 });
  const [second] = (await stripe.invoices.list({ subscription: made.id })).data;
  expect(second).toMatchObject({ billing_reason: 'subscription_cycle', total: 2_794 });
});

test('more seats cost the rest of the period, and count once paid', async () => {
  const { stripe } = world;
  const plan = await priceOf(stripe, 2_000);
  const seat = await priceOf(stripe, 1_000);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, plan.id);
  const { current_period_start: start, current_period_end: end } = made.items.data[0]!;
  const at = start + Math.floor((end - start) / 2);
  const items = [{ price: seat.id, quantity: 3 }];
  const preview = await stripe.invoices.createPreview({
    subscription: made.id,
    subscription_details: { items, proration_behavior: 'always_invoice', proration_date: at },
  });
  expect(preview.total).toBe(1_500);
  const more = await stripe.subscriptions.update(made.id, {
    items,
    proration_behavior: 'always_invoice',
    proration_date: at,
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  });
  expect(invoiceOf(more)).toMatchObject({ total: 1_500, status: 'paid', billing_reason: 'subscription_update' });
  // A preview alone tells when it was counted; of an invoice its lines do.
  expect(preview.parent?.subscription_details?.subscription_proration_date).toBe(at);
  expect(invoiceOf(more).parent?.subscription_details?.subscription_proration_date).toBeUndefined();
  expect(invoiceOf(more).lines.data.map(({ period }) => period)).toEqual([{ start: at, end }]);
  expect(more.items.data.map(({ quantity }) => quantity)).toEqual([1, 3]);

  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
  const waits = await stripe.subscriptions.update(made.id, {
    items: [{ id: more.items.data[1]!.id, quantity: 5 }],
    proration_behavior: 'always_invoice',
    proration_date: at,
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  });
  expect(waits.status).toBe('active');
  expect(waits.items.data[1]!.quantity).toBe(3);
  expect(waits.pending_update?.subscription_items?.[1]?.quantity).toBe(5);
  expect(invoiceOf(waits)).toMatchObject({ status: 'open', total: 1_000 });
  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await stripe.invoices.pay(invoiceOf(waits).id, { payment_method: good.id });
  const paid = await stripe.subscriptions.retrieve(made.id);
  expect(paid.pending_update).toBeNull();
  expect(paid.items.data[1]!.quantity).toBe(5);

  const fewer = await stripe.subscriptions.update(made.id, {
    items: [{ id: paid.items.data[1]!.id, quantity: 1 }],
    proration_behavior: 'none',
  });
  expect(fewer.items.data[1]!.quantity).toBe(1);
  expect((await stripe.invoices.list({ subscription: made.id })).data.length).toBe(3);
});

test('a change that nobody pays for is dropped after 23 hours', async () => {
  const { stripe } = world;
  const plan = await priceOf(stripe, 2_000);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, plan.id);
  const bad = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
  const waits = await stripe.subscriptions.update(made.id, {
    items: [{ id: made.items.data[0]!.id, quantity: 2 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  });
  expect(waits.pending_update).not.toBeNull();
  await world.knob('clock', { advance: 24 * 3_600 });
  const after = await stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
  expect(after.pending_update).toBeNull();
  expect(after.items.data[0]!.quantity).toBe(1);
  expect(invoiceOf(after).status).toBe('void');
});

test('a change that waits for its payment goes with its invoice, and with its period', async () => {
  const { stripe } = world;
  const plan = await priceOf(stripe, 2_000);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, plan.id);
  const [item] = made.items.data;
  const bad = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
  const change = () =>
    stripe.subscriptions.update(made.id, {
      items: [{ id: item!.id, quantity: 2 }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    });
  const first = await change();
  await stripe.invoices.voidInvoice(invoiceOf(first).id);
  expect((await stripe.subscriptions.retrieve(made.id)).pending_update).toBeNull();
  await world.knob('clock', { to: item!.current_period_end - 3_600 });
  const last = await change();
  expect(last.pending_update?.expires_at).toBe(item!.current_period_end);
  await world.knob('clock', { advance: 3_660 });
  const after = await stripe.subscriptions.retrieve(made.id);
  expect([after.pending_update, after.items.data[0]!.quantity]).toEqual([null, 1]);
  expect((await stripe.invoices.retrieve(invoiceOf(last).id)).status).toBe('void');
});

test('prorations that wait come with the next invoice', async () => {
  const { stripe } = world;
  const plan = await priceOf(stripe, 3_000);
  const customer = await customerWith(stripe);
  const made = await subscribe(stripe, customer.id, plan.id);
  const { current_period_start: start, current_period_end: end, id } = made.items.data[0]!;
  await stripe.subscriptionItems.update(id, { quantity: 2, proration_date: start + Math.floor((end - start) / 3) });
  expect((await stripe.invoiceItems.list({ customer: customer.id, pending: true })).data.length).toBe(2);
  await world.knob('clock', { to: end + 7_200 });
  const [next] = (await stripe.invoices.list({ subscription: made.id })).data;
  expect(next).toMatchObject({ status: 'paid' });
  expect(Math.abs(next!.total - 8_000)).toBeLessThanOrEqual(1);
});

test('a top-up: a draft, a line, finalized, paid', async () => {
  const { stripe } = world;
  const customer = await customerWith(stripe);
  const draft = await stripe.invoices.create({
    customer: customer.id,
    currency: 'usd',
    auto_advance: false,
    pending_invoice_items_behavior: 'exclude',
    metadata: { order: 'order-1' },
  });
  await stripe.invoices.addLines(draft.id, { lines: [{ amount: 500, description: '5,000 credits' }] });
  const open = await stripe.invoices.finalizeInvoice(draft.id, { auto_advance: false });
  expect(open).toMatchObject({ status: 'open', total: 500, amount_remaining: 500 });
  const paid = await stripe.invoices.pay(draft.id, { off_session: true, expand: ['payments'] });
  expect(paid).toMatchObject({ status: 'paid', metadata: { order: 'order-1' } });
  expect(paid.payments?.data[0]).toMatchObject({ status: 'paid', amount_paid: 500 });
  expect(await refused(stripe.invoices.pay(draft.id))).toMatchObject({ code: 'invoice_already_paid' });
  expect(await refused(stripe.invoices.addLines(draft.id, { lines: [{ amount: 1 }] }))).toMatchObject({
    code: 'invoice_not_editable',
  });
});

test('a top-up that is declined is void and takes nothing', async () => {
  const { stripe } = world;
  const customer = await customerWith(stripe, 'pm_card_chargeCustomerFail');
  const draft = await stripe.invoices.create({ customer: customer.id, currency: 'usd' });
  await stripe.invoiceItems.create({ customer: customer.id, invoice: draft.id, amount: 700 });
  await stripe.invoices.finalizeInvoice(draft.id);
  expect(await refused(stripe.invoices.pay(draft.id))).toMatchObject({ code: 'card_declined', statusCode: 402 });
  expect(await stripe.invoices.retrieve(draft.id)).toMatchObject({
    status: 'open',
    attempt_count: 1,
    next_payment_attempt: null,
  });
  expect((await stripe.invoices.voidInvoice(draft.id)).status).toBe('void');
  const [payment] = (await stripe.invoicePayments.list({ invoice: draft.id })).data;
  expect(payment?.status).toBe('canceled');
  expect((await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent))).status).toBe('canceled');
});

test('without its holder a card that asks is not charged: the invoice says what to confirm', async () => {
  const { stripe } = world;
  const customer = await customerWith(stripe, 'pm_card_authenticationRequired');
  const draft = await stripe.invoices.create({ customer: customer.id, currency: 'usd' });
  await stripe.invoiceItems.create({ customer: customer.id, invoice: draft.id, amount: 700 });
  const asks = await refused(stripe.invoices.pay(draft.id, { off_session: true }));
  expect(asks).toMatchObject({ code: 'invoice_payment_intent_requires_action', statusCode: 402 });
  const open = await stripe.invoices.retrieve(draft.id, { expand: ['confirmation_secret'] });
  const asked = await confirmInBrowser(world.url, open.confirmation_secret!.client_secret, {
    payment_method: String(customer.invoice_settings.default_payment_method),
  });
  await press(asked.next_action.redirect_to_url.url, { answer: 'complete' });
  expect((await stripe.invoices.retrieve(draft.id)).status).toBe('paid');
  const alone = await refused(
    stripe.paymentIntents.create({
      amount: 700,
      currency: 'usd',
      customer: customer.id,
      payment_method: String(customer.invoice_settings.default_payment_method),
      off_session: true,
      confirm: true,
    }),
  );
  expect(alone).toMatchObject({ code: 'authentication_required', statusCode: 402 });
});

test('the page of an invoice shows its sums and takes a card', async () => {
  const { stripe } = world;
  const customer = await stripe.customers.create({ name: 'Pat <Doe>' });
  const draft = await stripe.invoices.create({ customer: customer.id, currency: 'eur' });
  await stripe.invoiceItems.create({ customer: customer.id, invoice: draft.id, amount: 1_250, description: 'Credits' });
  const { hosted_invoice_url: url } = await stripe.invoices.finalizeInvoice(draft.id);
  const page = await (await fetch(url!)).text();
  expect(page).toContain('€12.50');
  expect(page).toContain('Pat &lt;Doe&gt;');
  expect((await fetch(`${url}x`)).status).toBe(404);
  const card = { expiry: '12 / 34', cvc: '123', name: 'Pat', country: 'us' };
  expect((await press(url!, { ...card, number: '4000000000000002' })).text).toContain('Your card was declined.');
  expect((await press(url!, { ...card, number: '4242424242424242' })).status).toBe(303);
  expect((await stripe.invoices.retrieve(draft.id)).status).toBe('paid');
});
