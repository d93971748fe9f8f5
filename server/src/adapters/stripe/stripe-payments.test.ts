import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { STAND_IN_KEY, startPaymentsStandIn } from '../../../test/harness/payments-stand-in.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { toFailure } from './stripe-failures.ts';
import { makeStripePayments } from './stripe-payments.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const secrets = { platform: [], connect: [], accounts: [] };
const options = {
  secretKey: STAND_IN_KEY,
  publishableKey: 'pk_test_na',
  isLive: false,
  apiUrl: new URL(standIn.url),
  secrets,
};
const payments = makeStripePayments(options);

const pat = (payer = randomUUID()) => ({ payer });
const failing = (answer: number | string, when: 'before' | 'after' = 'before', more: object = {}) =>
  standIn.knob('failures', { when, answer, path: '/v1/customers', method: 'POST', ...more });
const customersOf = async (payer: string) =>
  (await standIn.list('/v1/customers?limit=100')).filter((one) => one.metadata.payer === payer);
const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as VendorFailure,
  );

describe('a customer', () => {
  test('is made once under one key, and found with the card that is charged', async () => {
    const given = pat();
    const made = await payments.createCustomer('', given, given.payer);
    expect(await payments.createCustomer('', given, given.payer)).toEqual(made);
    expect(await payments.findCustomer('', made.id)).toEqual({ id: made.id, card: null, country: null });
    const method = await standIn.call('/v1/payment_methods/pm_card_visa/attach', { customer: made.id });
    // A card that is there and is not charged is none.
    expect((await payments.findCustomer('', made.id))?.card).toBeNull();
    await standIn.call(`/v1/customers/${made.id}`, { 'invoice_settings[default_payment_method]': method.id });
    expect((await payments.findCustomer('', made.id))?.card).toEqual({
      paymentMethodId: method.id,
      ...{ brand: 'visa', last4: '4242', expMonth: 12, expYear: method.card.exp_year },
      fingerprint: expect.stringMatching(/^\w{8,}$/),
    });
  });

  test('that nobody has is none, whatever its id looks like', async () => {
    const { id } = await payments.createCustomer('', pat(), randomUUID());
    for (const wrong of ['cus_nobody', '', '..', `${id}/../${id}`, `${id}?x=1`])
      expect([wrong, await payments.findCustomer('', wrong)]).toEqual([wrong, null]);
  });

  test('of one account is none of another, and an account that is not ours is refused', async () => {
    const { id } = await payments.createCustomer('', pat(), randomUUID());
    const europe = makeStripePayments({ ...options, secretKey: 'sk_test_eu' });
    expect(await europe.findCustomer('', id)).toBeNull();
    expect(await thrownBy(payments.findCustomer('acct_nobody', id))).toMatchObject({ kind: 'forbidden' });
  });
});

describe('a call that fails', () => {
  beforeEach(() => standIn.knob('failures', { when: 'before', answer: 503, path: '/none', times: 0 }));

  test.each([
    [500, 'unreachable'],
    [503, 'unreachable'],
    [409, 'unreachable'],
    [429, 'rate_limited'],
    [403, 'forbidden'],
    [402, 'invalid'],
    ['garbage', 'unreachable'],
    ['reset', 'unreachable'],
  ])('with %s is %s', async (answer, kind) => {
    const given = pat();
    await failing(answer);
    const failure = await thrownBy(payments.createCustomer('', given, given.payer));
    expect(failure).toBeInstanceOf(VendorFailure);
    expect(failure).toMatchObject({ kind });
    expect(await customersOf(given.payer)).toEqual([]);
  });

  test.each(['reset', 'garbage', 'hang'])(
    'after it was executed (%s) is not known, sent once, and its key tells',
    async (answer) => {
      const given = pat();
      await failing(answer, 'after');
      const impatient = makeStripePayments({ ...options, answerMs: 500 });
      expect(await thrownBy(impatient.createCustomer('', given, given.payer))).toMatchObject({ kind: 'unreachable' });
      const [there, ...more] = await customersOf(given.payer);
      expect([there.email, more]).toEqual([null, []]);
      expect((await payments.createCustomer('', given, given.payer)).id).toBe(there.id);
      expect(await customersOf(given.payer)).toHaveLength(1);
    },
  );

  test('and whose provider dies in the middle is told the same after its restart', async () => {
    const given = pat();
    await failing('hang', 'after');
    const impatient = makeStripePayments({ ...options, answerMs: 500 });
    await thrownBy(impatient.createCustomer('', given, given.payer));
    await standIn.restart();
    const again = await payments.createCustomer('', given, given.payer);
    expect(await customersOf(given.payer)).toMatchObject([{ id: again.id }]);
  });

  test('ends in time, also where the answer only trickles', async () => {
    const impatient = makeStripePayments({ ...options, answerMs: 300 });
    for (const answer of ['hang', 'slow']) {
      await failing(answer, 'before', { delayMs: 3_000 });
      const began = performance.now();
      expect(await thrownBy(impatient.createCustomer('', pat(), randomUUID()))).toMatchObject({ kind: 'unreachable' });
      expect(performance.now() - began).toBeLessThan(1_500);
    }
  });

  test('and one whose answer is too long is not read to its end', async () => {
    const narrow = makeStripePayments({ ...options, answerBytesMax: 200 });
    expect(await thrownBy(narrow.createCustomer('', pat(), randomUUID()))).toMatchObject({ kind: 'unreachable' });
  });

  test('with another call’s key is a fault of ours, and no second customer', async () => {
    const given = pat();
    await payments.createCustomer('', given, given.payer);
    const other = { payer: `${given.payer}0` };
    expect(await thrownBy(payments.createCustomer('', other, given.payer))).toMatchObject({ kind: 'invalid' });
    expect(await customersOf(given.payer)).toHaveLength(1);
  });

  test('a key that is refused shows in no message', async () => {
    const live = makeStripePayments({ ...options, secretKey: 'sk_live_canary0123456789' });
    const failure = await thrownBy(live.createCustomer('', pat(), randomUUID()));
    expect(failure).toMatchObject({ kind: 'unauthorized' });
    expect(String(failure)).not.toContain('canary');
    const said = toFailure({
      rawType: 'invalid_request_error',
      statusCode: 401,
      message: 'No sk_live_canary0, whsec_canary1',
    });
    expect(said.message).toBe('Stripe said: No [key], [key]');
  });
});

test.each([
  [404, {}],
  [200, { object: 'list', data: [] }],
  [200, { object: 'invoice', id: 'cus_asked' }],
  [200, { object: 'customer', id: 'cus_another' }],
  [200, null],
  [302, {}],
])('an answer of something else (%s %j) is none', async (status, body) => {
  const server = createServer((_, response) =>
    response.writeHead(status, { location: standIn.url }).end(JSON.stringify(body)),
  );
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const apiUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const failure = await thrownBy(makeStripePayments({ ...options, apiUrl }).findCustomer('', 'cus_asked'));
  expect(failure).toMatchObject({ kind: 'unreachable' });
});

test('a no of the bank is a no, and says what is of no use', () => {
  const card = { rawType: 'card_error', statusCode: 402, message: 'Your card was declined.' };
  expect(toFailure({ ...card, code: 'card_declined', decline_code: 'insufficient_funds' })).toMatchObject({
    name: 'VendorFailure',
    ...{ kind: 'invalid', code: 'insufficient_funds', needsHolder: false, isFinal: false },
  });
  expect(toFailure({ ...card, code: 'authentication_required' })).toMatchObject({ needsHolder: true });
  expect(toFailure({ ...card, code: 'card_declined', advice_code: 'do_not_try_again' })).toMatchObject({
    isFinal: true,
  });
});
