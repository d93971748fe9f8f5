import { writeSync } from 'node:fs';
import pino from 'pino';
import { makeStripePayments } from '../../src/adapters/stripe/stripe-payments.ts';
import type { Database } from '../../src/db/database.ts';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { startOrderRunner } from '../../src/domain/orders/run-orders.ts';
import { startObjectRunner } from '../../src/domain/payment-events/run-objects.ts';
import type { PaymentProvider } from '../../src/domain/payments/payments.ports.ts';
import { startRechargeRunner } from '../../src/domain/recharges/run-recharges.ts';

/**
 * Buys credits where they run low, and kills itself before or after a call of the provider by its name, or a commit of the recharge's own by
 * its number: 2 is where a look is kept, 3 what was shown, later ones the order and what became of it.
 */
const [url = '', standInUrl = '', secretKey = '', killAt = ''] = process.argv.slice(2);
const die = (at: string) => {
  if (at !== killAt) return;
  writeSync(1, `died ${at}\n`);
  process.kill(process.pid, 'SIGKILL');
  // Nothing of this process runs on.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
const opened = await openPostgres('na', url, { visitors: 12 });
let commits = 0;
const database: Database = {
  ...opened,
  // A tenant's transaction is one of the recharge's own: what is looked at is written in the system's.
  async transaction(scope, work) {
    if (!('workspaceUid' in scope)) return opened.transaction(scope, work);
    commits += 1;
    const number = commits;
    const result = await opened.transaction(scope, async (tx) => {
      const answer = await work(tx);
      die(`before commit ${number}`);
      return answer;
    });
    die(`after commit ${number}`);
    return result;
  },
};
const secrets = { platform: [], connect: [], accounts: [] };
const real = makeStripePayments({ secretKey, publishableKey: '', isLive: false, apiUrl: new URL(standInUrl), secrets });
const payments = new Proxy(real, {
  get(target, name: string) {
    const member = target[name as keyof PaymentProvider] as unknown;
    if (typeof member !== 'function') return member;
    return async (...args: unknown[]) => {
      die(`before ${name}`);
      const answer = await member.apply(target, args);
      die(`after ${name}`);
      return answer;
    };
  },
});
const systemScope = makeSystemScope('test');
const clock = () => new Date();
const deps = { database, systemScope, makeScope, clock, sellsPlans: true, payments, log: pino({ level: 'silent' }) };
const objects = await startObjectRunner({ ...deps, leaseMs: 1_000 });
const orders = await startOrderRunner({ ...deps, objects, leaseMs: 1_000 });
const more = { secretKey: 'test-0123456789abcdefghijklmnopqrstuvwxyz', publicUrl: null, leaseMs: 3_000 };
const runner = await startRechargeRunner({ ...deps, ...more, orders });
setInterval(runner.wake, 250);
writeSync(1, 'ready\n');
