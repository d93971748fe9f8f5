import { writeSync } from 'node:fs';
import pino from 'pino';
import { makeStripePayments } from '../../src/adapters/stripe/stripe-payments.ts';
import type { Tx } from '../../src/db/database.ts';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { startOrderRunner } from '../../src/domain/orders/run-orders.ts';
import { startObjectRunner } from '../../src/domain/payment-events/run-objects.ts';
import type { PaymentProvider } from '../../src/domain/payments/payments.ports.ts';

/**
 * Drives orders, and kills itself before or after one of its steps: a call of the provider by its name, or `apply`, the transaction in which
 * credits are given (before: all is written and nothing committed).
 */
const [url = '', standInUrl = '', secretKey = '', killAt = '', lease = '1000'] = process.argv.slice(2);
const die = (at: string) => {
  if (at !== killAt) return;
  writeSync(1, `died ${at}\n`);
  process.kill(process.pid, 'SIGKILL');
  // Nothing of this process runs on.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
const opened = await openPostgres('na', url, { visitors: 12 });
const database = {
  ...opened,
  within: async <Result>(tx: Tx, scope: Parameters<typeof opened.within>[1], work: () => Promise<Result>) => {
    const result = await opened.within(tx, scope, work);
    die('before apply');
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
const objects = await startObjectRunner({ ...deps, leaseMs: Number(lease) });
const look: typeof objects.look = async (object) => {
  await objects.look(object);
  die('after apply');
};
await startOrderRunner({ ...deps, objects: { look }, leaseMs: Number(lease) });
writeSync(1, 'ready\n');
