import { expect, test } from 'vitest';
import type { PayInvoice } from '../payments/invoices.ports.ts';
import { isTooOld, keyOf, lookAgainAt, retryMs, stepOf } from './orders.rules.ts';

const order = { purpose: 'top_up' as const, currency: 'usd', amount: 500, isHolderAway: false, ending: null };
const ending = { ...order, ending: 'canceled' };
const line = { priceId: null, quantity: 1, amount: 500, end: new Date(0) };
const invoice = (status: PayInvoice['status'], more: Partial<PayInvoice> = {}): PayInvoice => ({
  ...{
    id: 'in_1',
    customerId: 'cus_1',
    orderId: 'ord_1',
    subscriptionId: null,
    isOfPeriod: false,
    priceId: null,
    changedAt: null,
    currency: 'usd',
    total: 500,
  },
  ...{ status, lines: [line], number: 'A-1', pageUrl: '', pdfUrl: '', createdAt: new Date(0), intent: null, ...more },
});
const intent = (status: NonNullable<PayInvoice['intent']>['status']) => ({
  intent: { status, clientSecret: 'secret', declineCode: status === 'failed' ? 'insufficient_funds' : null },
});

test.each<[string, Parameters<typeof stepOf>[0], PayInvoice | null, ReturnType<typeof stepOf>]>([
  ['nothing is there', order, null, { call: 'invoice' }],
  ['nothing is there of a plan', { ...order, purpose: 'subscription' as const }, null, { call: 'subscribe' }],
  ['nothing is there of add-ons', { ...order, purpose: 'addons' as const }, null, { call: 'change' }],
  ['a draft without lines', order, invoice('draft', { lines: [], total: 0 }), { call: 'line' }],
  ['a draft', order, invoice('draft'), { call: 'finalize' }],
  ['a draft of another sum', order, invoice('draft', { total: 501 }), { ending: 'other_total', declineCode: null }],
  ['another currency', order, invoice('open', { currency: 'eur' }), { ending: 'other_total', declineCode: null }],
  ['nobody paid yet', order, invoice('open', intent('waiting')), { call: 'pay' }],
  [
    'the bank said no',
    order,
    invoice('open', intent('failed')),
    { ending: 'declined', declineCode: 'insufficient_funds' },
  ],
  ['the holder is asked', order, invoice('open', intent('action')), 'look'],
  [
    'the holder would be asked, and is not there',
    { ...order, isHolderAway: true },
    invoice('open', intent('action')),
    { ending: 'declined', declineCode: 'authentication_required' },
  ],
  ['the bank thinks', order, invoice('open', intent('processing')), 'look'],
  ['it is paid', order, invoice('paid', intent('over')), 'look'],
  ['it is paid, of another sum', order, invoice('paid', { total: 1 }), 'look'],
  ['it is void', order, invoice('void'), 'look'],
  ['it ends, and nothing is there', ending, null, 'end'],
  ['it ends as a draft', ending, invoice('draft', { lines: [] }), { call: 'delete' }],
  ['it ends while the holder is asked', ending, invoice('open', intent('action')), { call: 'void' }],
  ['it ends, and was paid before', ending, invoice('paid'), 'look'],
])('the next step where %s', (_, of, found, step) => {
  expect(stepOf(of, found)).toEqual(step);
});

test('the same key for a lost answer, another where an error is remembered', () => {
  expect([0, 1, 2, 3, 5, 6].map((failures) => keyOf('ord_1', 'pay', failures))).toEqual([
    ...Array.from({ length: 3 }, () => 'ord_1:pay:1'),
    ...Array.from({ length: 2 }, () => 'ord_1:pay:2'),
    'ord_1:pay:3',
  ]);
  expect([0, 1, 5, 20].map(retryMs)).toEqual([1_000, 2_000, 32_000, 300_000]);
});

test('an order is looked at every five minutes, and closed after 23 hours', () => {
  const createdAt = new Date('2026-01-01T00:00:00Z');
  const after = (hours: number) => new Date(createdAt.getTime() + hours * 3_600_000);
  expect(lookAgainAt({ createdAt }, after(1)).getTime() - after(1).getTime()).toBe(300_000);
  expect(lookAgainAt({ createdAt }, new Date(after(23).getTime() - 60_000))).toEqual(after(23));
  expect([22.9, 23].map((hours) => isTooOld({ createdAt }, after(hours)))).toEqual([false, true]);
});
