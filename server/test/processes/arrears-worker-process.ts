import { writeSync } from 'node:fs';
import pino from 'pino';
import { makeStripePayments } from '../../src/adapters/stripe/stripe-payments.ts';
import type { Database } from '../../src/db/database.ts';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { startArrearsRunner } from '../../src/domain/arrears/run-arrears.ts';
import { startObjectRunner } from '../../src/domain/payment-events/run-objects.ts';
import type { PaymentProvider } from '../../src/domain/payments/payments.ports.ts';

/**
 * Tells of what is late, at a time so many days ahead, and kills itself before or after a call of the provider by its name, or the commit of
 * a mail (`mail`).
 */
const [url = '', standInUrl = '', secretKey = '', days = '0', killAt = ''] = process.argv.slice(2);
const die = (at: string) => {
  if (at !== killAt) return;
  writeSync(1, `died ${at}\n`);
  process.kill(process.pid, 'SIGKILL');
  // Nothing of this process runs on.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
const opened = await openPostgres('na', url, { visitors: 12 });
const database: Database = {
  ...opened,
  // A tenant's transaction is one of the arrears' own: what is looked at is written in the system's.
  async transaction(scope, work) {
    const isOwn = 'workspaceUid' in scope;
    const result = await opened.transaction(scope, async (tx) => {
      const answer = await work(tx);
      if (isOwn) die('before mail');
      return answer;
    });
    if (isOwn) die('after mail');
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
const clock = () => new Date(Date.now() + Number(days) * 86_400_000);
const deps = { database, systemScope, makeScope, clock, sellsPlans: true, payments, log: pino({ level: 'silent' }) };
const objects = await startObjectRunner({ ...deps, leaseMs: 1_000 });
const more = { secretKey: 'test-0123456789abcdefghijklmnopqrstuvwxyz', publicUrl: null, leaseMs: 1_000 };
await startArrearsRunner({ ...deps, ...more, objects });
writeSync(1, 'ready\n');
