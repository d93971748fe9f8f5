import { newEventId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { paymentInbox, paymentObjects } from '../../src/db/schema/payments.ts';
import { EVENT_SECRETS, makePayer, paymentEnvironment } from '../factories/payer-factory.ts';
import { signEvent } from '../factories/payment-event.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const FIVE_MINUTES = 300;

/** An event as the provider writes it. */
const eventOf = (more: object = {}) => ({
  id: newEventId(),
  object: 'event',
  type: 'customer.updated',
  livemode: false,
  data: { object: { id: 'cus_0123456789', object: 'customer' } },
  ...more,
});
const thinOf = (account: string) => ({
  id: newEventId(),
  object: 'v2.core.event',
  type: 'v2.core.account.updated',
  created: new Date().toISOString(),
  livemode: false,
  related_object: { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` },
});
/** Too far ahead also for a test that begins long after it was listed. */
const AHEAD = 3_600;

describe.each(await openJourneyDatabases())('events of the payment provider on $name', async ({ database }) => {
  const second = 'whsec_second_0123456789';
  const environment = paymentEnvironment(standIn);
  const secrets = `${environment.STRIPE_PLATFORM_SECRETS_NA},${second}`;
  const api = await startTestApi(database, { ...environment, STRIPE_PLATFORM_SECRETS_NA: secrets });
  afterAll(() => api.stop());
  afterEach(async () => {
    await database.unscoped.execute(sql`delete from payment_inbox`);
    await database.unscoped.execute(sql`delete from payment_objects`);
  });
  const send = async (endpoint: string, payload: string, signature: string | null, more: object = {}) => {
    const headers = {
      'content-type': 'application/json',
      ...(signature && { 'stripe-signature': signature }),
      ...more,
    };
    const url = `${api.origin}/api/na/stripe/events/${endpoint}`;
    const answer = await fetch(url, { method: 'POST', body: payload, headers });
    return { status: answer.status, text: await answer.text() };
  };
  const rows = () => database.unscoped.select().from(paymentInbox);

  test('are taken once, by any of the secrets, and nothing of them is kept', async () => {
    const event = eventOf({ data: { object: { id: 'cus_0123456789', email: 'canary@example.com' } } });
    const text = JSON.stringify(event, null, 2);
    expect(await send('platform', text, signEvent(text))).toEqual({ status: 200, text: '{"received":true}' });
    expect((await send('platform', text, signEvent(text, second))).status).toBe(200);
    expect(await rows()).toEqual([
      {
        ...{ account: '', eventId: event.id, endpoint: 'platform', type: 'customer.updated' },
        ...{ kind: 'customer', objectId: 'cus_0123456789', receivedAt: expect.any(Date) },
      },
    ]);
    expect((await database.unscoped.select().from(paymentObjects))[0]).toMatchObject({ version: 1 });
    expect(JSON.stringify(api.logLines)).not.toContain('canary');
  });

  test('about nothing that is looked at are noted, and nothing is looked at', async () => {
    const text = JSON.stringify(eventOf({ type: 'price.updated', data: { object: { id: 'price_1' } } }));
    expect((await send('platform', text, signEvent(text))).status).toBe(200);
    expect(await rows()).toMatchObject([{ type: 'price.updated', kind: null, objectId: null }]);
    expect(await database.unscoped.select().from(paymentObjects)).toEqual([]);
  });

  test('of a card that was taken away are about who had it', async () => {
    const data = { object: { id: 'pm_1', customer: null }, previous_attributes: { customer: 'cus_before' } };
    const text = JSON.stringify(eventOf({ type: 'payment_method.detached', data }));
    expect((await send('platform', text, signEvent(text))).status).toBe(200);
    expect(await rows()).toMatchObject([{ kind: 'customer', objectId: 'cus_before' }]);
  });

  const good = JSON.stringify(eventOf());
  const live = JSON.stringify(eventOf({ livemode: true }));
  const ofAccount = JSON.stringify(eventOf({ account: 'acct_nobody' }));
  const thin = JSON.stringify(thinOf('acct_nobody'));
  const stamp = /t=\d+/.exec(signEvent(good))?.[0];
  test.each<[string, string, string, string | null]>([
    ['without a signature', 'platform', good, null],
    ['with another signature', 'platform', good, signEvent(good, 'whsec_another_0123456789')],
    ['with the signature of another text', 'platform', `${good} `, signEvent(good)],
    ['with the secret of another endpoint', 'platform', good, signEvent(good, EVENT_SECRETS.connect[0])],
    ['signed too long ago', 'platform', good, signEvent(good, undefined, -FIVE_MINUTES - 5)],
    ['signed ahead', 'platform', good, signEvent(good, undefined, AHEAD)],
    ['with two stamps', 'platform', good, `${stamp},${signEvent(good, undefined, AHEAD)}`],
    ['without a stamp', 'platform', good, signEvent(good).replace(/t=\d+,/, '')],
    ['of money, where there is none', 'platform', live, signEvent(live)],
    ['of an account, where the platform’s come in', 'platform', ofAccount, signEvent(ofAccount)],
    ['of the platform, where accounts’ come in', 'connect', good, signEvent(good, EVENT_SECRETS.connect[0])],
    ['of an account that nobody here pays to', 'connect', ofAccount, signEvent(ofAccount, EVENT_SECRETS.connect[0])],
    ['thin ones, where whole ones come in', 'platform', thin, signEvent(thin)],
    ['whole ones, where thin ones come in', 'accounts', good, signEvent(good, EVENT_SECRETS.accounts[0])],
    ['thin ones of an account that nobody pays to', 'accounts', thin, signEvent(thin, EVENT_SECRETS.accounts[0])],
    ['that are no JSON', 'platform', '{', signEvent('{')],
    ['that are nothing', 'platform', 'null', signEvent('null')],
    ['without an id', 'platform', '{"object":"event"}', signEvent('{"object":"event"}')],
  ])('%s are refused, and leave nothing', async (_, endpoint, text, signature) => {
    const { status, text: said } = await send(endpoint, text, signature);
    expect([status, JSON.parse(said).code]).toEqual([400, 'invalid_input']);
    expect(await rows()).toEqual([]);
  });

  test('are taken within five minutes of their stamp, both ways', async () => {
    for (const ahead of [-FIVE_MINUTES + 10, FIVE_MINUTES - 10]) {
      const text = JSON.stringify(eventOf());
      expect((await send('platform', text, signEvent(text, undefined, ahead))).status).toBe(200);
    }
    expect(await rows()).toHaveLength(2);
  });

  test('of an account that somebody here pays to are taken', async () => {
    const account = await standIn.createAccount();
    const payer = await makePayer(database, standIn, account);
    const event = eventOf({ account, data: { object: { id: payer.customerId } } });
    const text = JSON.stringify(event);
    expect((await send('connect', text, signEvent(text, EVENT_SECRETS.connect[0]))).status).toBe(200);
    const told = JSON.stringify(thinOf(account));
    expect((await send('accounts', told, signEvent(told, EVENT_SECRETS.accounts[0]))).status).toBe(200);
    const found = await rows();
    expect(found.map(({ endpoint, kind }) => [endpoint, kind]).sort()).toEqual([
      ['accounts', 'merchant'],
      ['connect', 'customer'],
    ]);
    expect(found.every((row) => row.account === account)).toBe(true);
  });

  test('too long ones are not read, and no others are where there is no such place', async () => {
    const long = JSON.stringify(eventOf({ pad: 'x'.repeat(600_000) }));
    expect((await send('platform', long, signEvent(long))).status).toBe(413);
    expect((await send('elsewhere', good, signEvent(good))).status).toBe(404);
    expect((await fetch(`${api.origin}/api/na/stripe/events/platform`)).status).toBe(404);
    expect((await fetch(`${api.origin}/api/eu/stripe/events/platform`, { method: 'POST', body: good })).status).toBe(
      404,
    );
    expect(await rows()).toEqual([]);
  });

  const SHUFFLES = amount(200, 6);
  test(`five times each and in ${SHUFFLES} orders leave what the provider has`, async () => {
    const url = `${api.origin}/api/na/stripe/events/platform`;
    await standIn.knob('endpoints', { kind: 'platform', url, secret: second, isOnly: true });
    const payers = await Promise.all([1, 2, 3].map(() => makePayer(database, standIn)));
    for (let seed = 1; seed <= SHUFFLES; seed += 1) {
      await standIn.knob('deliveries', { isHeld: true, copies: 5, shuffle: seed });
      // Half of it before anything is told, half of it while it is.
      const change = () => Promise.all(payers.map((payer) => payer.charge('pm_card_visa')));
      await change();
      await standIn.knob('deliveries', { isHeld: false });
      const wanted = await change();
      await until(
        () => standIn.knob('deliveries', {}),
        ({ undelivered }) => undelivered === 0,
      );
      await until(
        () => Promise.all(payers.map(async (payer) => (await payer.read()).paymentMethodId)),
        (found) => found.join() === wanted.join(),
        10_000,
      );
    }
    await until(
      () => database.unscoped.select().from(paymentObjects),
      (found) => found.every(({ version, doneVersion }) => version === doneVersion),
    );
    const events = await database.unscoped.execute(sql`select count(*)::int as n from payment_inbox`);
    const versions = await database.unscoped.execute(sql`select sum(version)::int as n from payment_objects`);
    expect((events as unknown as { rows: unknown }).rows).toEqual((versions as unknown as { rows: unknown }).rows);
  }, 1_800_000);
});
