import Stripe from 'stripe';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { customerWith, press, priceOf, subscribe } from './harness/furnish.ts';
import { HOOK_SECRET, type Hook, startWorld, unfit, type World } from './harness/start-world.ts';

let world: World;
const worlds: World[] = [];
beforeEach(async () => {
  world = await startWorld();
  worlds.push(world);
  await world.listenToAll();
});
afterAll(async () => {
  for (const one of worlds) await one.close();
});
afterEach(() => expect(unfit.splice(0)).toEqual([]));

const idsOf = (hooks: Hook[]) => hooks.map(({ event }) => event.id);

test('a subscription tells its story in order, signed', async () => {
  const { stripe } = world;
  const price = await priceOf(stripe, 2_000);
  const customer = await customerWith(stripe);
  await subscribe(stripe, customer.id, price.id);
  const hooks = await world.delivered();
  const types = hooks.map(({ event }) => event.type);
  expect(types.slice(types.indexOf('customer.subscription.created'))).toEqual([
    'customer.subscription.created',
    'invoice.created',
    'payment_intent.created',
    'invoice.finalized',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
  ]);
  const last = hooks.at(-1)!.event as Stripe.Event;
  expect(last).toMatchObject({ api_version: '2026-10-28.endive', livemode: false });
  expect(last.data.previous_attributes).toMatchObject({ status: 'incomplete' });
  // What was sent is what is fetched.
  expect(await stripe.events.retrieve(last.id)).toMatchObject({ id: last.id, type: last.type });
});

test('a signature is of one text, one secret and one time', async () => {
  await world.stripe.customers.create({});
  const [hook] = await world.delivered();
  const { webhooks } = new Stripe('sk_test_na');
  const { payload, signature } = hook!;
  expect(webhooks.constructEvent(payload, signature, HOOK_SECRET).id).toBe(hook!.event.id);
  expect(() => webhooks.constructEvent(`${payload} `, signature, HOOK_SECRET)).toThrow();
  expect(() => webhooks.constructEvent(payload, signature, 'whsec_another')).toThrow();
  const late = Date.now() + 301_000;
  expect(() => webhooks.constructEvent(payload, signature, HOOK_SECRET, 300, undefined, late)).toThrow();
});

test('thin events name an account, which is then fetched', async () => {
  const { stripe } = world;
  const account = await stripe.v2.core.accounts.create({
    configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
  });
  const link = await stripe.v2.core.accountLinks.create({
    account: account.id,
    use_case: { type: 'account_onboarding', account_onboarding: { refresh_url: 'https://app.example.com/' } },
  });
  await press(link.url, { answer: 'complete' });
  const hooks = (await world.delivered()).filter(({ path }) => path === '/accounts');
  expect(hooks.map(({ event }) => event.type)).toContain(
    'v2.core.account[configuration.merchant].capability_status_updated',
  );
  for (const { payload } of hooks) {
    expect(JSON.parse(payload)).not.toHaveProperty('data');
    expect(JSON.parse(payload).related_object.id).toBe(account.id);
    expect(() => new Stripe('sk_test_na').webhooks.constructEvent(payload, hooks[0]!.signature, HOOK_SECRET)).toThrow();
  }
  const fetched = await stripe.v2.core.events.retrieve(hooks[1]!.event.id);
  expect(fetched.type).toBe(hooks[1]!.event.type);
});

test('held, dropped, doubled, shuffled', async () => {
  const { stripe } = world;
  await world.knob('deliveries', { isHeld: true });
  for (let n = 0; n < 12; n += 1) await stripe.customers.create({ name: `${n}` });
  expect(world.hooks).toEqual([]);
  await world.knob('deliveries', { isHeld: false, drop: 2, copies: 2, shuffle: 7 });
  const hooks = await world.delivered();
  expect(hooks.length).toBe(20);
  expect(new Set(idsOf(hooks)).size).toBe(10);
  const created = [...new Set(idsOf(hooks))];
  const inOrder = (await stripe.events.list({ limit: 100 })).data.map(({ id }) => id).reverse();
  expect(created).not.toEqual(inOrder.filter((id) => created.includes(id)));
  const lost = await stripe.events.list({ delivery_success: false });
  expect(lost.data.length).toBe(2);
  expect(created).not.toContain(lost.data[0]!.id);
});

test('what is refused comes again, and what waits survives a restart', async () => {
  world.refuseHooks(1);
  await world.stripe.customers.create({});
  const hooks = await world.delivered();
  expect(hooks.length).toBe(1);
  await world.knob('deliveries', { isHeld: true });
  await world.stripe.customers.create({});
  await world.restart();
  await world.delivered();
  expect(world.hooks.length).toBe(2);
});

test('nobody turns knobs without the secret key', async () => {
  await expect(world.knob('clock', { advance: 1 }, 'pk_test_na')).rejects.toThrow();
  await expect(world.knob('clock', { advance: -1 })).rejects.toThrow();
  await expect(world.knob('clock', { to: 5 })).rejects.toThrow('The clock does not go back.');
  await expect(world.knob('weather', {})).rejects.toThrow('No such knob');
  const page = await fetch(`${world.url}/checkout/acct_na/cs_test_none`);
  expect(page.status).toBe(404);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});
