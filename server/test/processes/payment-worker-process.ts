import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { makeStripePayments } from '../../src/adapters/stripe/stripe-payments.ts';
import type { Tx } from '../../src/db/database.ts';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { startObjectRunner } from '../../src/domain/payment-events/run-objects.ts';
import type { PaymentProvider } from '../../src/domain/payments/payments.ports.ts';

/**
 * A worker that looks at what the payment provider told of, slowly: it waits after each look, and in the middle of what it writes. It is
 * meant to be killed at any moment, and says when each look begins and ends.
 */
const [url = '', standInUrl = '', secretKey = ''] = process.argv.slice(2);
const opened = await openPostgres('na', url, { visitors: 12 });
const database = {
  ...opened,
  // Applied, and not committed yet.
  within: async <Result>(tx: Tx, scope: Parameters<typeof opened.within>[1], work: () => Promise<Result>) => {
    const result = await opened.within(tx, scope, work);
    await wait(30);
    return result;
  },
};
const secrets = { platform: [], connect: [], accounts: [] };
const real = makeStripePayments({ secretKey, publishableKey: '', isLive: false, apiUrl: new URL(standInUrl), secrets });
const payments: PaymentProvider = {
  ...real,
  async findCustomer(account, id) {
    writeSync(1, `begin ${id}\n`);
    const found = await real.findCustomer(account, id);
    await wait(60);
    writeSync(1, `end ${id}\n`);
    return found;
  },
};
const systemScope = makeSystemScope('test');
const clock = () => new Date();
await startObjectRunner({
  database,
  systemScope,
  makeScope,
  clock,
  sellsPlans: true,
  payments,
  log: pino({ level: 'silent' }),
  leaseMs: 2_000,
});
writeSync(1, 'ready\n');
