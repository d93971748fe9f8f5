import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { misfitsOf } from './harness/fits.ts';
import { customerWith, priceOf } from './harness/furnish.ts';
import { clientOf, startWorld, unfit, type World } from './harness/start-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
afterEach(() => expect(unfit.splice(0)).toEqual([]));

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: Stripe.errors.StripeError) => error,
  );
const call = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${world.url}${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_na', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: whatever is answered
  const read = JSON.parse(await answer.text()) as any;
  expect(misfitsOf(read)).toEqual([]);
  return { status: answer.status, headers: answer.headers, body: read };
};

test('what is not known is refused in the words of Stripe', async () => {
  expect((await call('GET', '/v1/unknown')).body.error.message).toContain(
    'Unrecognized request URL (GET: /v1/unknown)',
  );
  expect((await call('GET', '/v1/customers/')).status).toBe(404);
  expect((await call('POST', '/v1/customers', 'nickname=x')).body.error).toMatchObject({
    code: 'parameter_unknown',
    param: 'nickname',
  });
  expect((await call('POST', '/v1/customers', 'address[planet]=x')).body.error.param).toBe('address[planet]');
  expect((await call('POST', '/v1/subscriptions', 'customer=cus_1')).body.error).toMatchObject({
    code: 'parameter_missing',
    param: 'items',
  });
  expect((await call('POST', '/v1/prices', 'currency=usd&unit_amount=1.5')).body.error.code).toBe(
    'parameter_invalid_integer',
  );
  expect((await call('GET', '/v1/customers?limit=101')).status).toBe(400);
  expect((await call('GET', '/v1/customers/cus_none')).body.error).toMatchObject({ code: 'resource_missing' });
  expect((await call('GET', '/v1/customers?expand[]=data.planet')).status).toBe(200);
  await call('POST', '/v1/customers', '');
  expect((await call('GET', '/v1/customers?expand[]=data.planet')).body.error.message).toContain('cannot be expanded');
  expect((await call('GET', '/v1/customers', undefined, { 'stripe-version': '2020-08-27' })).status).toBe(400);
  expect((await call('GET', '/v1/customers', undefined, { authorization: 'Bearer sk_live_x' })).status).toBe(401);
  expect((await call('GET', '/v1/customers', undefined, { authorization: 'Bearer pk_test_na' })).status).toBe(401);
  expect((await call('GET', '/v1/customers', undefined, { 'stripe-account': 'acct_none' })).status).toBe(403);
  expect((await call('POST', '/v1/subscriptions', `a${'[b]'.repeat(20)}=x`)).status).toBe(400);
  expect((await call('POST', '/v1/customers', `name=${'x'.repeat(300_000)}`)).status).toBe(413);
  expect((await call('POST', '/v2/core/accounts', '{"color":"red"}')).body.error.param).toBe('color');
  expect(
    (await call('POST', '/v1/subscriptions', 'customer=c&items[0][price]=p&automatic_tax[enabled]=true')).body.error
      .code,
  ).toBe('stripe_tax_inactive');
});

test('two keys are two accounts', async () => {
  const customer = await world.stripe.customers.create({ email: 'na@example.com' });
  const eu = clientOf(world.port, 'sk_test_eu');
  expect(await refused(eu.customers.retrieve(customer.id))).toMatchObject({ statusCode: 404 });
});

test('lists go in pages, both ways', async () => {
  const stripe = clientOf(world.port, 'sk_test_pages');
  for (let n = 0; n < 25; n += 1) await stripe.customers.create({ name: `${n}` });
  const names: string[] = [];
  for await (const customer of stripe.customers.list({ limit: 10 })) names.push(customer.name ?? '');
  expect(names).toEqual(Array.from({ length: 25 }, (_, n) => `${24 - n}`));
  const first = await stripe.customers.list({ limit: 10 });
  const second = await stripe.customers.list({ limit: 10, starting_after: first.data[9]!.id });
  const back = await stripe.customers.list({ limit: 10, ending_before: second.data[0]!.id });
  expect(back.data.map(({ id }) => id)).toEqual(first.data.map(({ id }) => id));
});

test('the same key is the same call', async () => {
  const { stripe } = world;
  const customer = await customerWith(stripe);
  const pay = (idempotencyKey: string, amount = 1_000) =>
    stripe.paymentIntents.create(
      {
        amount,
        currency: 'usd',
        customer: customer.id,
        payment_method: String(customer.invoice_settings.default_payment_method),
        confirm: true,
      },
      { idempotencyKey },
    );
  const first = await pay('order-1');
  const again = await pay('order-1');
  expect(again.id).toBe(first.id);
  expect(isReplayed(again)).toBe(true);
  expect(await refused(pay('order-1', 2_000))).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
  expect((await stripe.charges.list({ customer: customer.id })).data.length).toBe(1);
  // Planted: a fresh key for the same order is a second charge.
  await pay('order-1-again');
  expect((await stripe.charges.list({ customer: customer.id })).data.length).toBe(2);
  await world.knob('clock', { advance: 25 * 3_600 });
  expect((await pay('order-1')).id).not.toBe(first.id);
});

test('a refusal is told again too, and a mistake of form is not remembered', async () => {
  const customer = await customerWith(world.stripe, 'pm_card_chargeCustomerFail');
  const body = `amount=900&currency=usd&confirm=true&customer=${customer.id}&payment_method=${customer.invoice_settings.default_payment_method}`;
  const key = { 'idempotency-key': 'declined' };
  const first = await call('POST', '/v1/payment_intents', body, key);
  const again = await call('POST', '/v1/payment_intents', body, key);
  expect([first.status, again.status]).toEqual([402, 402]);
  expect(again.body.error.charge).toBe(first.body.error.charge);
  const typo = { 'idempotency-key': 'typo' };
  expect((await call('POST', '/v1/customers', 'nam=x', typo)).status).toBe(400);
  expect((await call('POST', '/v1/customers', 'name=x', typo)).status).toBe(200);
});

test('while a call is answered, its key is in use', async () => {
  await world.knob('failures', { when: 'after', answer: 'slow', delayMs: 500, path: '/v1/customers' });
  const key = { 'idempotency-key': 'slow' };
  const slow = call('POST', '/v1/customers', 'name=slow', key);
  await wait(150);
  expect((await call('POST', '/v1/customers', 'name=slow', key)).body.error.code).toBe('idempotency_key_in_use');
  const { body } = await slow;
  expect((await call('POST', '/v1/customers', 'name=slow', key)).body.id).toBe(body.id);
});

test('answers that are lost, spoilt or wrong, before and after the call was executed', async () => {
  const stripe = clientOf(world.port, 'sk_test_failing');
  const count = async () => (await stripe.customers.list({ limit: 100 })).data.length;
  const knob = (body: object) => world.knob('failures', { method: 'POST', path: '/v1/customers', ...body });
  await knob({ when: 'before', answer: 'reset', times: 2 });
  expect(await refused(stripe.customers.create({}))).not.toBeNull();
  await world.knob('failures', { when: 'before', answer: 503, method: 'POST' });
  expect(await count()).toBe(0);
  await knob({ when: 'before', answer: 503 });
  for (let n = 0; n < 3; n += 1) await refused(stripe.customers.create({}));
  const before = await count();
  await knob({ when: 'after', answer: 500 });
  const lost = await refused(stripe.customers.create({ name: 'lost' }, { idempotencyKey: 'lost' }));
  expect(lost).toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
  expect(await refused(stripe.customers.create({ name: 'lost' }, { idempotencyKey: 'lost' }))).toMatchObject({
    statusCode: 500,
  });
  expect(await count()).toBe(before + 1);
  await knob({ when: 'after', answer: 'garbage' });
  const garbage = await fetch(`${world.url}/v1/customers`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_failing' },
  });
  expect(() => JSON.parse('{"id": <html>')).toThrow();
  expect(await garbage.text()).toBe('{"id": <html>');
});

/** The library hands out the headers of its own fetch as they are. */
const isReplayed = ({ lastResponse }: Stripe.Response<object>) =>
  (lastResponse.headers as unknown as Headers).get('idempotent-replayed') === 'true';

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

test('kill -9 between the journal and the answer: the same key is one charge, another key is two', async () => {
  const journal = join(mkdtempSync(join(tmpdir(), 'stand-in-')), 'journal.jsonl');
  const port = await freePort();
  const start = async () => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'stand-in/src/main.ts'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, PORT: String(port), JOURNAL: journal },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    return child;
  };
  const kill = async (child: Awaited<ReturnType<typeof start>>) => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    process.kill(child.pid!, 'SIGKILL');
    await gone;
  };
  let child = await start();
  const stripe = clientOf(port);
  const customer = await customerWith(stripe);
  const pay = (idempotencyKey: string) =>
    stripe.paymentIntents.create(
      {
        amount: 1_000,
        currency: 'usd',
        customer: customer.id,
        payment_method: String(customer.invoice_settings.default_payment_method),
        confirm: true,
      },
      { idempotencyKey },
    );
  const hang = await fetch(`http://127.0.0.1:${port}/_knobs/failures`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_na' },
    body: JSON.stringify({ when: 'after', answer: 'hang', path: '/v1/payment_intents' }),
  });
  expect(hang.status).toBe(200);
  const lost = refused(pay('order-9'));
  for (let n = 0; n < 200 && !readFileSync(journal, 'utf8').includes('"order-9"'); n += 1) await wait(25);
  await kill(child);
  expect(await lost).toMatchObject({ type: 'StripeConnectionError' });
  // What a crash cut short in the middle of a line was never answered.
  appendFileSync(journal, '[["customers","acct_na","cus_torn",{"seq":1,');
  child = await start();
  const again = await pay('order-9');
  expect(isReplayed(again)).toBe(true);
  expect((await stripe.charges.list({ customer: customer.id })).data.length).toBe(1);
  // Planted: who retries with a fresh key charges twice.
  await pay('order-9-fresh');
  expect((await stripe.charges.list({ customer: customer.id })).data.length).toBe(2);
  await kill(child);
});

test('a restart knows everything, and its journal is short again', async () => {
  const { stripe } = world;
  const price = await priceOf(stripe, 700);
  for (let n = 0; n < 20; n += 1) await stripe.prices.update(price.id, { nickname: `Name ${n}` });
  const before = await stripe.events.list({ limit: 100 });
  const lines = () => Number(execFileSync('wc', ['-l', world.journal]).toString().trim().split(' ')[0]);
  const many = lines();
  await world.restart();
  expect(lines()).toBeLessThan(many);
  expect((await world.stripe.prices.retrieve(price.id)).nickname).toBe('Name 19');
  expect((await world.stripe.events.list({ limit: 100 })).data).toEqual(before.data);
});

test('planted: an answer with a wrong, a missing and an unknown field is seen', async () => {
  const { body } = await call('POST', '/v1/customers', 'name=x');
  expect(misfitsOf({ ...body, balance: '0' })).toEqual(['Customer.balance is no number: "0"']);
  const { email: _, ...without } = body;
  expect(misfitsOf(without)).toEqual(['Customer.email is missing']);
  expect(misfitsOf({ ...body, colour: 'red' })).toEqual(['Customer.colour is not a field of this type']);
  const price = JSON.parse(JSON.stringify(await priceOf(world.stripe, 100)));
  expect(misfitsOf({ ...price, unit_amount_decimal: '100' })).toEqual([]);
  expect(misfitsOf({ ...price, unit_amount_decimal: 100 })).toEqual(['Price.unit_amount_decimal is no decimal']);
  expect(misfitsOf({ ...price, type: 'rental' })[0]).toContain('Price.type');
});
