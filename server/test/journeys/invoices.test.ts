import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok } from '../factories/api-factory.ts';
import { CARDS, makePayingOwner, saveCard } from '../factories/buyer-factory.ts';
import { EVENT_SECRETS, paymentEnvironment } from '../factories/payer-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());

describe.each(await openJourneyDatabases())('invoices, on $name', async ({ database }) => {
  const api = await startTestApi(database, paymentEnvironment(standIn));
  afterAll(() => api.stop());
  beforeAll(async () => {
    const url = `${api.origin}/api/na/stripe/events/platform`;
    await standIn.knob('endpoints', { kind: 'platform', url, secret: EVENT_SECRETS.platform[0] ?? '', isOnly: true });
  });
  const place = { api, standIn, database };
  type Buyer = Awaited<ReturnType<typeof makePayingOwner>>;
  const list = async ({ uid, caller }: Buyer, query = '') =>
    ok(await api.call('GET', `/v2/workspaces/${uid}/invoices${query}`, { caller }));
  const post = (path: string, { uid, key }: Buyer, more: object) =>
    api.call('POST', `/stripe/${path}`, { caller: key, body: { userId: uid, region: 'na', ...more } });

  test('are listed newest first, page by page, in their currency, with the provider’s page', async () => {
    const buyer = await makePayingOwner(place, { country: 'FR' });
    expect(await list(buyer)).toEqual({ items: [], nextCursor: null });
    ok(await post('create-subscription', buyer, { planId: 'pay_as_you_go' }));
    ok(await post('top-up-usd', buyer, { amount: 10 }));
    await saveCard(place, buyer, { number: CARDS.declines, country: 'FR' });
    expect((await post('top-up-usd', buyer, { amount: 20 })).body.code).toBe('payment_declined');
    const { items, nextCursor } = await list(buyer, '?limit=2');
    expect([items.length, typeof nextCursor]).toEqual([2, 'string']);
    const rest = await list(buyer, `?limit=2&cursor=${nextCursor}`);
    expect(rest.nextCursor).toBeNull();
    const all = [...items, ...rest.items];
    const there = await standIn.list(`/v1/invoices?customer=${buyer.customerId}`);
    const states = (rows: { id: string; status: string }[]) =>
      Object.fromEntries(rows.map(({ id, status }) => [id, status]));
    expect(states(all)).toEqual(states(there));
    expect(all.map(({ amount, status }) => `${amount} ${status}`).sort()).toEqual([
      '11.18 paid',
      '22.35 void',
      '27.94 paid',
    ]);
    expect(all.map(({ created }) => created)).toEqual(all.map(({ created }) => created).sort((a, b) => b - a));
    for (const { currency, number, hosted_invoice_url: page } of all) {
      expect([currency, number !== '']).toEqual(['eur', true]);
      expect((await fetch(page)).status).toBe(200);
    }
    expect(await list(await makePayingOwner(place))).toEqual({ items: [], nextCursor: null });
  });
});
