import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { reconcile } from '../../src/domain/payment-events/reconcile.ts';
import { ok } from '../factories/api-factory.ts';
import { hearEvents } from '../factories/connected-agency.ts';
import { paymentEnvironment, paymentsOf, settleDeps } from '../factories/payer-factory.ts';
import { makeSellingAgency } from '../factories/selling-agency.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const WELCOME = 750;

describe.each(await openJourneyDatabases())(
  'what a client paid its agency and got back, on $name',
  async ({ database }) => {
    const api = await startTestApi(database, paymentEnvironment(standIn));
    afterAll(() => api.stop());
    // Each database in its turn: they share the stand-in.
    beforeAll(() => hearEvents({ api, standIn }));

    // Planted: credits of an org go to the platform, as a workspace's do.
    test('goes from the org to its agency, by the events alone', async () => {
      const agency = await makeSellingAgency(api, standIn, 10_000);
      await agency.buy();
      const has = async () => [await agency.credits(), await agency.ownCredits()];
      await until(has, ([org]) => org === 5_000);
      expect(await has()).toEqual([5_000, 5_000 + WELCOME]);
      const [charge] = (await agency.charges()).filter(({ paid }) => paid);
      const fee = async () => (await standIn.list(`/v1/application_fees?charge=${charge.id}`))[0].amount_refunded;
      const of = { account: agency.accountId, charge: charge.id };
      await standIn.knob('refunds', { ...of, amount: charge.amount / 4 });
      await until(has, ([org]) => org !== 5_000);
      expect(await has()).toEqual([3_750, 6_250 + WELCOME]);
      // $20, a quarter of 5 % of which is 25 cents.
      expect(await fee()).toBe(25);
      const { id } = await standIn.knob('disputes', of);
      await standIn.knob('disputes', { account: agency.accountId, dispute: id, end: 'lost' });
      await until(has, ([org]) => org === 0);
      expect([await has(), await fee()]).toEqual([[0, 10_000 + WELCOME], 100]);
      // The agency is told in its dashboard.
      const told = async (): Promise<string[]> => {
        const path = `/v2/workspaces/${agency.uid}/notifications`;
        const { items } = ok(await api.call('GET', path, { caller: agency.owner.key }));
        const shown = items.map(({ title, body }: { title: string; body: string }) => `${title}: ${body}`);
        return shown.filter((text: string) => text.includes('payment')).sort();
      };
      expect(await until(told, ({ length }) => length === 3)).toEqual([
        'Harbour Bikes disputes a payment: It cannot buy until it is settled.',
        'Harbour Bikes: a payment went back: 1250 credits went back with it.',
        'Harbour Bikes: a payment went back: 3750 credits went back with it.',
      ]);
      // What it wants next is not sold to it.
      expect((await agency.subscribe(1)).status).toBe(403);
    });

    // Planted: only the platform's own account is asked.
    test('is found at night where no event told of it', async () => {
      const agency = await makeSellingAgency(api, standIn, 10_000);
      await agency.buy();
      await until(agency.credits, (credits) => credits === 5_000);
      const [charge] = (await agency.charges()).filter(({ paid }) => paid);
      await standIn.knob('deliveries', { drop: 1_000 });
      onTestFinished(() => standIn.knob('deliveries', { drop: 0 }).then(() => {}));
      await standIn.knob('refunds', { account: agency.accountId, charge: charge.id });
      const object = { account: agency.accountId, kind: 'charge', id: charge.id };
      expect(await reconcile({ ...settleDeps(database), payments: paymentsOf(standIn) })).toContainEqual(object);
      await until(agency.credits, (credits) => credits === 0);
    });
  },
);
