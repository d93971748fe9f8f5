import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { press } from '../../../../stand-in/test/harness/furnish.ts';
import { STAND_IN_KEY, startPaymentsStandIn } from '../../../test/harness/payments-stand-in.ts';
import { makeStripePayments } from './stripe-payments.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const payments = makeStripePayments({
  ...{ secretKey: STAND_IN_KEY, publishableKey: 'pk_test_na', isLive: false, apiUrl: new URL(standIn.url) },
  secrets: { platform: [], connect: [], accounts: [] },
});
const CARD = { expiry: '12/34', cvc: '123', name: 'Pat Doe', country: 'US' };
const TAKES_3DS = '4000002500003155';

let account = '';
let priceId = '';
beforeAll(async () => {
  account = await standIn.createAccount();
  const link = await payments.createMerchantLink(account, {
    ...{ returnUrl: 'https://app.example.com/done', refreshUrl: 'https://app.example.com/again' },
  });
  await press(link, { answer: 'complete' });
  await payments.putProduct(account, { id: 'plan_basic', name: 'Basic', features: ['All agents'], isActive: true });
  const price = { productId: 'plan_basic', unitAmount: 2_000 };
  priceId = (await payments.createMonthlyPrice(account, price, randomUUID())).id;
});

async function begin(expiresAt = new Date(Date.now() + 31 * 60_000)) {
  const { id: customerId } = await payments.createCustomer(account, { payer: randomUUID() }, randomUUID());
  const orderId = randomUUID();
  const sale = { customerId, orderId, priceId, feePercent: 5, expiresAt };
  const urls = {
    successUrl: 'https://client.example.com/?payment=success',
    cancelUrl: 'https://client.example.com/?payment=cancel',
  };
  const page = await payments.createCheckout(account, { ...sale, ...urls }, orderId);
  expect(await payments.createCheckout(account, { ...sale, ...urls }, orderId)).toEqual(page);
  return { customerId, orderId, page };
}

test('a page sells a price of the account, once it was paid, with our share of it', async () => {
  const { customerId, orderId, page } = await begin();
  expect(page).toMatchObject({ status: 'open', subscriptionId: null });
  const pay = (number: string) => press(page.url ?? '', { ...CARD, number });
  expect((await pay('4000000000000002')).text).toContain('Your card was declined.');
  expect(await payments.findCheckout(account, page.id)).toMatchObject({ status: 'open', subscriptionId: null });
  const asked = await pay(TAKES_3DS);
  expect(await payments.findCheckout(account, page.id)).toMatchObject({ status: 'open' });
  expect((await press(asked.location ?? '', { answer: 'complete' })).location).toBe(
    'https://client.example.com/?payment=success',
  );
  const bought = await payments.findCheckout(account, page.id);
  expect(bought).toMatchObject({ status: 'complete', url: null, subscriptionId: expect.stringMatching(/^sub_/) });
  const subscription = await payments.findSubscription(account, bought?.subscriptionId ?? '');
  expect(subscription).toMatchObject({ customerId, orderId, status: 'active', items: [{ priceId, quantity: 1 }] });
  const invoice = await payments.findInvoice(account, subscription?.latestInvoiceId ?? '');
  expect(invoice).toMatchObject({ orderId, status: 'paid', total: 2_000, isOfPeriod: true, customerId });
  expect((await standIn.list('/v1/application_fees?limit=1'))[0]).toMatchObject({ amount: 100, account });
  expect(await payments.findCheckout('', page.id)).toBeNull();
});

test('the card that was typed there is the customer’s own, and no card that follows is outranked by it', async () => {
  const { customerId, page } = await begin();
  await press(page.url ?? '', { ...CARD, number: '4242424242424242' });
  const { subscriptionId } = (await payments.findCheckout(account, page.id)) ?? {};
  expect((await payments.findCustomer(account, customerId))?.card).toBeNull();
  for (const key of ['once', 'again']) await payments.keepCheckoutCard(account, subscriptionId ?? '', key);
  expect((await payments.findCustomer(account, customerId))?.card).toMatchObject({ last4: '4242' });
  const read = await fetch(`${standIn.url}/v1/subscriptions/${subscriptionId}`, {
    headers: { authorization: `Bearer ${STAND_IN_KEY}`, 'stripe-account': account },
  });
  expect(await read.json()).toMatchObject({ default_payment_method: null });
});

test('a page that is ended sells nothing any more, and one that is paid cannot be ended', async () => {
  const { page } = await begin();
  await payments.expireCheckout(account, page.id, randomUUID());
  expect(await payments.findCheckout(account, page.id)).toMatchObject({ status: 'expired', url: null });
  expect((await press(page.url ?? '', { ...CARD, number: '4242424242424242' })).text).toContain('This page is over');
  const { page: paid } = await begin();
  await press(paid.url ?? '', { ...CARD, number: '4242424242424242' });
  await expect(payments.expireCheckout(account, paid.id, randomUUID())).rejects.toMatchObject({ kind: 'invalid' });
  await expect(begin(new Date(Date.now() + 60_000))).rejects.toMatchObject({ kind: 'invalid' });
});
