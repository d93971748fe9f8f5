import { afterAll, describe, expect, test } from 'vitest';
import { makePayer, settleDeps } from '../../../test/factories/payer-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { startPaymentsStandIn } from '../../../test/harness/payments-stand-in.ts';
import type { PayInvoice } from '../payments/invoices.ports.ts';
import { findOwed, keepInvoice, readInvoice } from './keep-invoice.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());

describe.each(await openTestDatabases())('an invoice that was looked at, on $name', ({ database }) => {
  const { makeScope } = settleDeps(database);
  let made = 0;

  async function makeInvoice() {
    const payer = await makePayer(database, standIn);
    const scope = makeScope(payer.uid);
    made += 1;
    const found: PayInvoice = {
      ...{ id: `in_${made}`, customerId: payer.customerId, orderId: null, subscriptionId: `sub_${made}` },
      ...{
        isOfPeriod: true,
        priceId: null,
        status: 'open',
        currency: 'eur',
        total: 2_794,
        lines: [],
        intent: null,
        changedAt: null,
      },
      ...{
        number: 'A-1',
        pageUrl: 'https://pay.example.com/1',
        pdfUrl: '',
        createdAt: new Date('2026-03-01T10:00:00Z'),
      },
    };
    return {
      scope,
      keep: (change: Partial<PayInvoice>) =>
        database.transaction(scope, (tx) =>
          keepInvoice(tx, scope, { account: '', payerId: payer.id, found: { ...found, ...change } }),
        ),
      read: () => database.transaction(scope, (tx) => readInvoice(tx, scope, found.id)),
      owed: () => database.transaction(scope, (tx) => findOwed(tx, scope, found.subscriptionId ?? '')),
    };
  }

  test('is nobody’s business as a draft', async () => {
    const { keep, read } = await makeInvoice();
    await keep({ status: 'draft', number: '' });
    expect(await read()).toBeNull();
  });

  test('that was looked at earlier and comes later changes nothing', async () => {
    const { keep, read, owed } = await makeInvoice();
    await keep({});
    expect(await owed()).toMatchObject({ status: 'open', total: 2_794, currency: 'eur' });
    await keep({ status: 'paid' });
    for (const status of ['open', 'void'] as const) {
      await keep({ status });
      expect([(await read())?.status, await owed()]).toEqual(['paid', null]);
    }
  });

  test('that is void stays so unless it is paid', async () => {
    const { keep, read } = await makeInvoice();
    await keep({ status: 'void' });
    await keep({ status: 'open' });
    expect((await read())?.status).toBe('void');
    await keep({ status: 'paid' });
    expect((await read())?.status).toBe('paid');
  });

  test('is seen by whoever owes it alone', async () => {
    const [one, other] = [await makeInvoice(), await makeInvoice()];
    await one.keep({});
    const id = (await one.read())?.id ?? '';
    expect(await database.transaction(other.scope, (tx) => readInvoice(tx, other.scope, id))).toBeNull();
  });
});
