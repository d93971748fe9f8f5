import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Owner, ok, signUp } from '../factories/api-factory.ts';
import { paymentEnvironment } from '../factories/payer-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());

/** A code as an operator makes it in the Dashboard. */
async function makeCode(code: string, coupon: Record<string, string>, more: Record<string, string> = {}) {
  const { id } = await standIn.call('/v1/coupons', { name: code, duration: 'once', ...coupon });
  return standIn.call('/v1/promotion_codes', { code, 'promotion[type]': 'coupon', 'promotion[coupon]': id, ...more });
}
await makeCode('TENTH', { percent_off: '10', duration: 'forever' });
await makeCode('FIVE-EUR', { amount_off: '500', currency: 'eur' });
await makeCode('GONE', { percent_off: '10' }, { active: 'false' });
await makeCode('SECOND', { percent_off: '10' }, { 'restrictions[first_time_transaction]': 'true' });

describe.each(await openJourneyDatabases())('what something costs, on $name', async ({ database }) => {
  const api = await startTestApi(database, paymentEnvironment(standIn));
  afterAll(() => api.stop());
  let owner: Owner;
  beforeEach(async () => {
    owner = await signUp(api);
  });
  const quote = (wanted: object, country?: string) =>
    api.call('POST', `/v2/workspaces/${owner.uid}/quotes`, { caller: owner.caller, body: { wanted, country } });
  const plan = { purpose: 'subscription', planId: 'pay_as_you_go' };
  const check = (discountCode: unknown, of = owner, by = api) =>
    by.call('POST', '/stripe/check-discount-code', { caller: of.key, body: { userId: of.uid, discountCode } });

  test.each([
    ['US', 'usd', 2_000, 0, 2_000],
    ['DE', 'eur', 2_200, 594, 2_794],
    ['GB', 'gbp', 2_000, 700, 2_700],
  ])('the plan in %s: %s, %i and %i of tax are %i', async (country, currency, subtotal, tax, total) => {
    const found = ok(await quote(plan, country));
    expect(found).toMatchObject({ currency, subtotal, discount: 0, tax, total, recurringTotal: total, credits: 5_000 });
    expect(found.expiresAt - Date.now() / 1_000).toBeGreaterThan(1_700);
    const stored = await database.unscoped.execute(
      sql`select total, is_ordered from quotes where id = ${found.quoteId}`,
    );
    expect((stored as unknown as { rows: object[] }).rows).toHaveLength(1);
  });

  test('with add-ons, a year, and a code', async () => {
    const addons = [
      { addonId: 'workspace-seat', quantity: 2 },
      { addonId: 'twilio-phone-number', quantity: 1 },
    ];
    const found = ok(await quote({ ...plan, addons, discountCode: 'tenth' }, 'FR'));
    // 22 + 2 x 10 + 3 = 45; less a tenth 40.50; with 27 % 51.435.
    expect(found).toMatchObject({ subtotal: 4_500, discount: 450, tax: 1_094, total: 5_144, recurringTotal: 5_144 });
    expect(found.lines.map(({ key, amount }: { key: string; amount: number }) => [key, amount])).toEqual([
      ['pay_as_you_go', 2_200],
      ['workspace-seat', 2_000],
      ['twilio-phone-number', 300],
    ]);
    expect(ok(await quote({ ...plan, billingCycle: 'yearly' }, 'US'))).toMatchObject({ total: 20_000, credits: 5_000 });
    expect(ok(await quote({ ...plan, discountCode: 'FIVE-EUR' }, 'FR'))).toMatchObject({
      ...{ discount: 500, tax: 459, total: 2_159, recurringTotal: 2_794, discountName: 'FIVE-EUR' },
    });
  });

  test('credits, by the dollar', async () => {
    expect(ok(await quote({ purpose: 'top_up', amount: 10 }, 'US'))).toMatchObject({ total: 1_000, credits: 10_000 });
    expect(ok(await quote({ purpose: 'top_up', amount: 10 / 0.88 }, 'AT'))).toMatchObject({
      ...{ currency: 'eur', subtotal: 1_000, tax: 270, total: 1_270, recurringTotal: 0 },
    });
    const tooLittle = await quote({ purpose: 'top_up', amount: 5 }, 'AT');
    expect(tooLittle).toMatchObject({ status: 400, body: { message: 'Minimum amount: €5' } });
    for (const amount of [0, -5, 4.99, 5_001, '10', Number.NaN])
      expect((await quote({ purpose: 'top_up', amount }, 'US')).status).toBe(400);
  });

  test('codes that count, and that do not', async () => {
    expect(ok(await check('TENTH')).discount).toEqual({
      ...{ valid: true, percent_off: 10, amount_off: null, currency: null, name: 'TENTH', duration: 'forever' },
    });
    expect(ok(await check('FIVE-EUR')).discount).toMatchObject({ valid: true, amount_off: 500, currency: 'eur' });
    for (const code of ['GONE', 'NOBODYS']) {
      expect(ok(await check(code)).discount).toMatchObject({ valid: false, percent_off: null });
      expect(await quote({ ...plan, discountCode: code }, 'US')).toMatchObject({
        ...{ status: 400, body: { code: 'invalid_discount_code', message: 'Invalid discount code' } },
      });
    }
    // Of another currency.
    expect((await quote({ ...plan, discountCode: 'FIVE-EUR' }, 'US')).body.code).toBe('invalid_discount_code');
    const empty = await check(' ');
    expect([empty.status, JSON.stringify(empty.body)]).toEqual([
      400,
      expect.stringContaining('Please enter a discount code'),
    ]);
  });

  test('a code is asked for ten times an hour, in whatever way', async () => {
    const strict = await startTestApi(database, { ...paymentEnvironment(standIn), RATE_LIMIT_FACTOR: '1' });
    onTestFinished(() => strict.stop());
    const statuses: number[] = [];
    for (let n = 0; n < 9; n += 1) statuses.push((await check('NOBODYS', owner, strict)).status);
    for (let n = 0; n < 2; n += 1) {
      const body = { wanted: { ...plan, discountCode: 'NOBODYS' } };
      const asked = await strict.call('POST', `/v2/workspaces/${owner.uid}/quotes`, { caller: owner.key, body });
      statuses.push(asked.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 400, 429]);
  });

  test('nothing is sold where the provider counts otherwise', async () => {
    // Somebody made the tax another one in the Dashboard; it still has our name.
    ok(await quote(plan, 'GB'));
    for (const { id, percentage } of await standIn.list('/v1/tax_rates?limit=100'))
      if (percentage === 35) await standIn.call(`/v1/tax_rates/${id}`, { active: 'false' });
    const wrong = { display_name: 'Tax', percentage: '20', inclusive: 'false', 'metadata[antiphon]': 'Tax:35' };
    const { id } = await standIn.call('/v1/tax_rates', wrong);
    onTestFinished(() => standIn.call(`/v1/tax_rates/${id}`, { active: 'false' }));
    expect(await quote(plan, 'GB')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    const stored = await database.unscoped.execute(
      sql`select 1 from quotes where workspace_uid = ${owner.uid} and total = 2400`,
    );
    expect((stored as unknown as { rows: object[] }).rows).toEqual([]);
    expect(JSON.stringify(api.logLines)).toContain('the provider counts otherwise');
  });

  test.each([
    ['reset', 'US'],
    ['garbage', 'DE'],
    [500, 'GB'],
  ])('an answer that is lost (%s) makes no price twice', async (answer, country) => {
    const wanted = { ...plan, billingCycle: 'yearly', addons: [{ addonId: 'concurrent-call-line', quantity: 1 }] };
    const names = async () => (await standIn.list('/v1/prices?limit=100')).map(({ lookup_key }) => lookup_key);
    for (const path of ['/v1/products', '/v1/prices'])
      await standIn.knob('failures', { when: 'after', answer, method: 'POST', path });
    const first = await quote(wanted, country);
    expect([200, 503]).toContain(first.status);
    ok(await quote(wanted, country));
    ok(await quote(wanted, country));
    const made = await names();
    expect(new Set(made).size).toBe(made.length);
  });

  test('nobody else’s, and nothing where nobody can pay', async () => {
    const other = await signUp(api);
    const body = { wanted: plan };
    expect((await api.call('POST', `/v2/workspaces/${owner.uid}/quotes`, { caller: other.caller, body })).status).toBe(
      404,
    );
    const named = { userId: owner.uid, discountCode: 'TENTH' };
    expect((await api.call('POST', '/stripe/check-discount-code', { caller: other.key, body: named })).status).toBe(
      404,
    );
    const price = { wanted: { ...plan, addons: [{ addonId: 'agent-seat', quantity: 1 }] } };
    expect(
      (await api.call('POST', `/v2/workspaces/${owner.uid}/quotes`, { caller: owner.caller, body: price })).status,
    ).toBe(400);
  });
});
