import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { confirmInBrowser, press } from '../../../stand-in/test/harness/furnish.ts';
import { type Owner, ok, signUp } from '../factories/api-factory.ts';
import { EVENT_SECRETS, paymentEnvironment } from '../factories/payer-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());

const PAYS = '4242424242424242';
const ASKS_ONCE = '4000002500003155';

describe.each(await openJourneyDatabases())('the card that pays for a workspace, on $name', async ({ database }) => {
  const api = await startTestApi(database, paymentEnvironment(standIn));
  afterAll(() => api.stop());
  let owner: Owner;
  beforeEach(async () => {
    owner = await signUp(api);
  });

  const start = async (of = owner) => api.call('POST', `/v2/workspaces/${of.uid}/card`, { caller: of.caller });
  /** What a browser does: the number goes to the provider, never here. */
  const typeCard = async (number: string, of = owner) => {
    const { clientSecret } = ok(await start(of));
    return confirmInBrowser(standIn.url, clientSecret, { number });
  };
  const save = (paymentMethodId: string, of = owner, more: object = {}) =>
    api.call('POST', '/stripe/upsert-payment-method', {
      caller: of.caller,
      body: {
        ...{ userId: of.uid, region: 'na', paymentMethodId, isNewPaymentMethod: true },
        ...{ email: 'pay@example.com', name: 'Pat Doe', phone: '+1 202 555 0100' },
        address: { line1: '1 Main Street', line2: null, city: 'Springfield', postal_code: '12345', country: 'US' },
        ...more,
      },
    });
  const read = async (of = owner) => ok(await api.call('GET', `/v2/workspaces/${of.uid}/card`, { caller: of.caller }));
  const payerOf = async (of = owner) => {
    const answer = await database.unscoped.execute(sql`select * from payers where workspace_uid = ${of.uid}`);
    return (answer as unknown as { rows: { id: string; customer_id: string | null }[] }).rows;
  };
  const customersOf = async (payer = '') =>
    (await standIn.list('/v1/customers?limit=100')).filter(({ metadata }) => metadata.payer === payer);

  test('is typed into the provider’s field, saved, and shown', async () => {
    expect(await read()).toEqual({
      card: null,
      customerId: '',
      isLive: false,
      isStandIn: true,
      publishableKey: 'pk_test_na',
    });
    const setup = await typeCard(PAYS);
    expect(setup).toMatchObject({ status: 'succeeded', usage: 'off_session' });
    // Typed is not saved.
    expect((await read()).card).toBeNull();
    // Whatever account a browser names, the card is looked for on the platform's own.
    const stripeAccountId = await standIn.createAccount();
    const { customerId } = ok(await save(setup.payment_method, owner, { stripeAccountId }));
    expect(await read()).toEqual({
      card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
      ...{ customerId, isLive: false, isStandIn: true, publishableKey: 'pk_test_na' },
    });
    const [customer] = await customersOf((await payerOf())[0]?.id);
    expect(customer).toMatchObject({
      ...{ id: customerId, email: 'pay@example.com', name: 'Pat Doe', phone: '+1 202 555 0100' },
      address: { line1: '1 Main Street', city: 'Springfield', postal_code: '12345', country: 'US' },
      invoice_settings: { default_payment_method: setup.payment_method },
    });
    const audited = await database.unscoped.execute(
      sql`select action, target from audit_entries where workspace_uid = ${owner.uid} and action like 'payer.%'`,
    );
    expect((audited as unknown as { rows: unknown[] }).rows).toEqual([
      { action: 'payer.save_card', target: (await payerOf())[0]?.id },
    ]);
  });

  test('that asks its holder is saved once they said yes, and not before', async () => {
    const asked = await typeCard(ASKS_ONCE);
    expect(asked.status).toBe('requires_action');
    expect((await save(asked.payment_method)).status).toBe(404);
    const page = asked.next_action.redirect_to_url?.url ?? asked.next_action.use_stripe_sdk?.stripe_js;
    await press(page, { answer: 'complete' });
    ok(await save(asked.payment_method));
    expect((await read()).card.last4).toBe('3155');
  });

  test('of somebody else is not found, and theirs stays theirs', async () => {
    const other = await signUp(api);
    const theirs = (await typeCard(PAYS, other)).payment_method;
    ok(await save(theirs, other));
    // Who has no customer, and who has one.
    expect((await save(theirs)).status).toBe(404);
    ok(await start());
    expect((await save(theirs)).status).toBe(404);
    expect((await save('pm_nobody')).status).toBe(404);
    expect((await read()).card).toBeNull();
    const [customer] = await customersOf((await payerOf())[0]?.id);
    expect(customer.invoice_settings.default_payment_method).toBeNull();
    expect((await read(other)).card.last4).toBe('4242');
    // Named by another's id, it is nobody's.
    expect((await save(theirs, owner, { userId: other.uid })).status).toBe(404);
  });

  test('is taken under one customer, however many begin at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => start()));
    const statuses = answers.map(({ status }) => status);
    // While the first is on its way, the provider knows the key: try again.
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    expect(statuses).toContain(200);
    const rows = await payerOf();
    expect(rows).toHaveLength(1);
    expect(await customersOf(rows[0]?.id)).toMatchObject([{ id: rows[0]?.customer_id }]);
  });

  test.each(['reset', 'garbage'])('an answer that is lost (%s) makes no second customer', async (answer) => {
    await standIn.knob('failures', { when: 'after', answer, method: 'POST', path: '/v1/customers' });
    expect(await start()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    const [payer] = await payerOf();
    expect(payer?.customer_id).toBeNull();
    ok(await start());
    expect(await customersOf(payer?.id)).toHaveLength(1);
  });

  test('is gone once the provider says so', async () => {
    const url = `${api.origin}/api/na/stripe/events/platform`;
    await standIn.knob('endpoints', { kind: 'platform', url, secret: EVENT_SECRETS.platform[0] ?? '', isOnly: true });
    const { payment_method: method } = await typeCard(PAYS);
    ok(await save(method));
    await standIn.call(`/v1/payment_methods/${method}/detach`, {});
    await until(
      () => read(),
      ({ card }) => card === null,
    );
  });

  test('is given whole, or not at all', async () => {
    const address = { line1: '1 Main Street', city: 'Springfield', postal_code: '12345', country: 'US' };
    for (const more of [
      { email: 'nobody' },
      { name: ' ' },
      { address: { ...address, line1: '' } },
      { address: { ...address, country: 'Neverland' } },
      { address: undefined },
      { paymentMethodId: 'cus_0123456789' },
      { paymentMethodId: 'pm_../../customers' },
    ])
      expect((await save('pm_0123456789', owner, more)).status).toBe(400);
  });

  test('is asked for five times an hour', async () => {
    const strict = await startTestApi(database, { ...paymentEnvironment(standIn), RATE_LIMIT_FACTOR: '1' });
    onTestFinished(() => strict.stop());
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1)
      statuses.push((await strict.call('POST', `/v2/workspaces/${owner.uid}/card`, { caller: owner.key })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  test('is handed to the stand-in through the server, which hands on nothing that only servers call', async () => {
    const { clientSecret } = ok(await start());
    const url = `${api.origin}/test-mode`;
    const setup = await confirmInBrowser(url, clientSecret, { number: ASKS_ONCE });
    const page = new URL(setup.next_action.redirect_to_url?.url).pathname;
    const shown = await fetch(`${url}${page}`);
    expect(await shown.text()).toContain('3-D Secure test page');
    expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    const answer = (body: string) =>
      fetch(`${url}${page}`, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
    expect((await answer('answer=complete')).headers.get('location')).toContain('redirect_status=succeeded');
    expect((await answer(`answer=${'x'.repeat(20_000)}`)).status).toBe(413);
    ok(await save(setup.payment_method));
    for (const path of ['/v1/customers', '/_knobs/clock', '/v1/setup_intents', '/authenticate/../v1/customers', '/'])
      for (const method of ['GET', 'POST'])
        expect((await fetch(`${url}${path}`, { method, headers: { authorization: 'Bearer sk_test_na' } })).status).toBe(
          404,
        );
    const without = await startTestApi(database);
    onTestFinished(() => without.stop());
    expect((await fetch(`${without.origin}/test-mode${page}`)).status).toBe(404);
  });

  test('is nothing where nobody can pay', async () => {
    const without = await startTestApi(database);
    onTestFinished(() => without.stop());
    const path = `/v2/workspaces/${owner.uid}/card`;
    expect((await without.call('GET', path, { caller: owner.key })).status).toBe(404);
    expect((await without.call('POST', path, { caller: owner.key })).status).toBe(404);
  });
});
