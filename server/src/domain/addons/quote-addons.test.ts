import { PERMISSIONS } from '@antiphon/contract/permissions';
import { ADDON_IDS, CURRENCIES } from '@antiphon/contract/quotes';
import { afterAll, describe, expect, test } from 'vitest';
import { makePayer, paymentsOf, settleDeps } from '../../../test/factories/payer-factory.ts';
import { amount } from '../../../test/harness/amounts.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { startPaymentsStandIn } from '../../../test/harness/payments-stand-in.ts';
import { makeScope } from '../../db/make-scope.ts';
import type { PaymentProvider } from '../payments/payments.ports.ts';
import { ensurePrice } from '../quotes/ensure-sold.ts';
import { offerOf } from '../quotes/offers.rules.ts';
import { fetchSubscription } from '../subscriptions/apply-subscription.ts';
import { quoteAddons } from './quote-addons.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const payments = paymentsOf(standIn);
/** As many of each currency. */
const BASKETS = amount(3_000, 30);

/** The same numbers each time. */
function drawFrom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe.each(await openTestDatabases())('what more add-ons cost, on $name', ({ database }) => {
  const base = settleDeps(database);
  const percents = { usd: 0, eur: 27, gbp: 35 };

  /** On a plan with these add-ons, with the tax of its currency, and a code that stays. */
  async function makeSubscriber(currency: (typeof CURRENCIES)[number], seats: number, percentOff: number) {
    const payer = await makePayer(database, standIn);
    await payer.charge('pm_card_visa');
    const priceOf = (key: 'pay_as_you_go' | 'client_seat') =>
      ensurePrice(payments, '', offerOf(key, currency, 'monthly'));
    const sold: Record<string, string> = { customer: payer.customerId, 'metadata[plan]': 'pay_as_you_go' };
    sold['items[0][price]'] = await priceOf('pay_as_you_go');
    if (seats > 0) {
      sold['items[1][price]'] = await priceOf('client_seat');
      sold['items[1][quantity]'] = String(seats);
    }
    if (percents[currency] > 0) {
      const rate = { display_name: 'Tax', percentage: String(percents[currency]), inclusive: 'false' };
      sold['default_tax_rates[0]'] = (await standIn.call('/v1/tax_rates', rate)).id;
    }
    if (percentOff > 0) {
      const coupon = await standIn.call('/v1/coupons', { duration: 'forever', percent_off: String(percentOff) });
      sold['discounts[0][coupon]'] = coupon.id;
    }
    const { id, items } = await standIn.call('/v1/subscriptions', sold);
    const { write } = await fetchSubscription(base, payments, { account: '', kind: 'subscription', id });
    await database.transaction(base.systemScope, write);
    const member = { scope: makeScope(payer.uid), userId: null, permissions: PERMISSIONS, client: null };
    return { member, start: items.data[0].current_period_start as number };
  }

  test(`${BASKETS} baskets at any time of the period: our arithmetic is the provider's`, async () => {
    const draw = drawFrom(7);
    for (let n = 0; n < BASKETS; n += 1) {
      const seats = draw(4);
      const { member, start } = await makeSubscriber(CURRENCIES[n % 3] ?? 'usd', seats, draw(2) * (1 + draw(40)));
      const now = new Date((start + draw(28 * 86_400)) * 1_000);
      const picked = ADDON_IDS.filter((_, at) => at === n % ADDON_IDS.length || draw(2) === 1);
      const addons = picked.map((addonId) => ({
        addonId,
        quantity: 1 + draw(9) + (addonId === 'client_seat' ? seats : 0),
      }));
      const quote = await quoteAddons({ ...base, payments, clock: () => now }, member, addons);
      expect(quote.total).toBe(quote.subtotal - quote.discount + quote.tax);
      expect(quote.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(quote.subtotal);
      expect(quote.total).toBeLessThanOrEqual(quote.recurringTotal);
    }
  }, 3_600_000);

  test('where the provider counts otherwise nothing is quoted', async () => {
    const { member } = await makeSubscriber('eur', 1, 0);
    const dearer: PaymentProvider = {
      ...payments,
      async previewChange(...call) {
        const found = await payments.previewChange(...call);
        return { ...found, tax: found.tax + 1, total: found.total + 1 };
      },
    };
    const addons = [{ addonId: 'client_seat' as const, quantity: 2 }];
    const quoted = (by: PaymentProvider) =>
      quoteAddons({ ...base, payments: by, clock: () => new Date() }, member, addons);
    await expect(quoted(dearer)).rejects.toMatchObject({ code: 'unavailable' });
    // Two of the same second are told apart.
    expect((await quoted(payments)).total).toBe(635);
    expect((await quoted(payments)).quoteId).not.toBe((await quoted(payments)).quoteId);
  });
});
