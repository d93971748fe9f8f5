import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { startArrearsRunner } from '../../src/domain/arrears/run-arrears.ts';
import { startOrderRunner } from '../../src/domain/orders/run-orders.ts';
import { reconcile } from '../../src/domain/payment-events/reconcile.ts';
import { replay } from '../../src/domain/payment-events/replay.ts';
import { startObjectRunner } from '../../src/domain/payment-events/run-objects.ts';
import { startRechargeRunner } from '../../src/domain/recharges/run-recharges.ts';
import { EVENT_SECRETS, paymentEnvironment, paymentsOf, settleDeps } from '../factories/payer-factory.ts';
import { startTestApi, testSecretKey, until } from '../harness/api.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';
import type { Turn } from './payment-model.ts';

const HOUR = 3_600;
const DAY_HOURS = 24;
const TRAVELS = { well: {}, late: { isHeld: true }, lost: { drop: 1_000 }, often: { copies: 5 } };
/** Hundreds of events, each several times. */
const DELIVERED_MS = 120_000;
/** Longer than any turn takes: what is still busy then is held by nobody. */
const SETTLED_MS = 300_000;
const FAILING = ['/v1/invoices', '/v1/subscriptions'];

export type PaymentWorld = Awaited<ReturnType<typeof startPaymentWorld>>;

/** A provider with nothing in it, a server that answers requests, and workers that are told when to look. One clock for all. */
export async function startPaymentWorld(database: Database) {
  const standIn = await startPaymentsStandIn();
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead * 1_000);
  const environment = { ...paymentEnvironment(standIn), ROLE: 'web' };
  const api = await startTestApi(database, environment, undefined, undefined, clock);
  const url = `${api.origin}/api/na/stripe/events/platform`;
  await standIn.knob('endpoints', { kind: 'platform', url, secret: EVENT_SECRETS.platform[0] ?? '', isOnly: true });
  const own = { secretKey: testSecretKey, publicUrl: 'https://example.com' };
  const deps = { ...settleDeps(database), ...own, clock, payments: paymentsOf(standIn) };
  const objects = await startObjectRunner(deps);
  const orders = await startOrderRunner({ ...deps, objects });
  const runners = [objects, orders, await startArrearsRunner({ ...deps, objects })];
  runners.push(await startRechargeRunner({ ...deps, orders }));

  /** What is due or under way, and how much was ever begun. */
  const look = async () => {
    const now = clock().toISOString();
    const { rows } = (await database.unscoped.execute(sql`select
      (select count(*) from payment_objects where next_at <= now() or lease_owner is not null)
        + (select count(*) from orders where next_at <= ${now}::timestamptz or lease_owner is not null)
        + (select count(*) from arrears where next_at <= ${now}::timestamptz or lease_owner is not null)
        + (select count(*) from recharge_settings where lease_owner is not null) as busy,
      (select coalesce(sum(lease_attempt), 0) from payment_objects) + (select coalesce(sum(lease_attempt), 0) from orders)
        + (select coalesce(sum(lease_attempt), 0) from recharge_settings) as begun`)) as unknown as {
      rows: { busy: string; begun: string }[];
    };
    return { busy: Number(rows[0]?.busy), begun: Number(rows[0]?.begun) };
  };
  const left = async () => {
    const { rows } = (await database.unscoped.execute(sql`select kind || ' ' || object_id as one from payment_objects
        where next_at <= now() or lease_owner is not null
      union all select 'order ' || id || ' ' || state from orders where next_at is not null or lease_owner is not null
      union all select 'arrears ' || invoice_id from arrears where next_at is not null or lease_owner is not null
      union all select 'recharge ' || payer_id from recharge_settings where lease_owner is not null`)) as unknown as {
      rows: { one: string }[];
    };
    return rows.map(({ one }) => one).join(', ');
  };
  let isHeld = false;
  /** Returns when nobody has anything to do any more before time passes. */
  const settle = async (looks = 3) => {
    let last = -1;
    const deadline = Date.now() + SETTLED_MS;
    for (let quiet = 0; quiet < looks; ) {
      if (!isHeld)
        await until(
          () => standIn.knob('deliveries', {}),
          ({ undelivered }) => undelivered === 0,
          DELIVERED_MS,
        );
      for (const runner of runners) runner.wake();
      await new Promise((resolve) => setTimeout(resolve, 15));
      const { busy, begun } = await look();
      quiet = busy === 0 && begun === last ? quiet + 1 : 0;
      last = begun;
      if (quiet === 0 && Date.now() > deadline) throw new Error(`still due or under way: ${await left()}`);
    }
  };
  const travel = (how: object) =>
    standIn.knob('deliveries', { isHeld: false, drop: 0, copies: 1, shuffle: null, ...how });
  let isNightDue = false;
  /** What was lost is found in the night, after people were about in the day. */
  const night = async () => {
    if (!isNightDue) return;
    isNightDue = false;
    await travel({});
    await reconcile(deps);
    await settle();
  };
  const pass = async (hours: number) => {
    if (hours === 0) return;
    ahead += hours * HOUR;
    await standIn.knob('clock', { advance: hours * HOUR });
    await settle();
    isNightDue ||= hours >= DAY_HOURS;
  };
  /** The answers that were to be spoilt and that nobody asked for. */
  const mend = async () => {
    for (const path of FAILING) await standIn.call(path, {}).catch(() => {});
  };
  return {
    ...{ api, standIn, database, deps, clock },
    /** `seed`: of the order in which events are sent. */
    async turn({ hours, events, answers }: Turn, seed: number) {
      isHeld = false;
      await night();
      isHeld = events === 'late';
      await travel({ shuffle: seed, ...TRAVELS[events] });
      await pass(hours);
      if (answers)
        for (const path of FAILING) await standIn.knob('failures', { ...answers, method: 'POST', path, times: 1 });
    },
    mend,
    /** What nobody could look at. */
    async parked(): Promise<string[]> {
      const { rows } = (await database.unscoped.execute(
        sql`select kind || ' ' || object_id as object from payment_objects where done_version <> version`,
      )) as unknown as { rows: { object: string }[] };
      return rows.map(({ object }) => object);
    },
    /** Everything is as it is: nothing is held back any more, and everything was looked for. */
    async end() {
      isHeld = false;
      await travel({});
      await mend();
      await settle();
      // Nobody waits for a bank longer than a day.
      await pass(25);
      await night();
      await this.again();
    },
    /** Looks at everything once more, as if all events came again. */
    async again() {
      await replay(deps, { since: new Date(0) });
      await settle(6);
    },
    async stop() {
      for (const runner of runners) await runner.stop(20_000);
      await api.stop();
      await standIn.stop();
    },
  };
}
