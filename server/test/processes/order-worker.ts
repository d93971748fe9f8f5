import pino from 'pino';
import { makeStripePayments } from '../../src/adapters/stripe/stripe-payments.ts';
import type { Database, Tx } from '../../src/db/database.ts';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { startOrderRunner } from '../../src/domain/orders/run-orders.ts';
import { startObjectRunner } from '../../src/domain/payment-events/run-objects.ts';
import type { PaymentProvider } from '../../src/domain/payments/payments.ports.ts';

type Options = {
  database: Database;
  standInUrl: string;
  secretKey: string;
  leaseMs: number;
  /** Told of each step: a call of the provider by its name, or `apply` (before: all is written and nothing committed). */
  reach?: (step: string) => void;
};

/** For what is going on when it is stopped. */
const GRACE_MS = 5_000;

/** Drives orders, and looks at what the provider tells of them. */
export async function startOrderWorker({ database, standInUrl, secretKey, leaseMs, reach = () => {} }: Options) {
  const stepped: Database = {
    ...database,
    within: async <Result>(tx: Tx, scope: Parameters<Database['within']>[1], work: () => Promise<Result>) => {
      const result = await database.within(tx, scope, work);
      reach('before apply');
      return result;
    },
  };
  const secrets = { platform: [], connect: [], accounts: [] };
  const apiUrl = new URL(standInUrl);
  const real = makeStripePayments({ secretKey, publishableKey: '', isLive: false, apiUrl, secrets });
  const payments = new Proxy(real, {
    get(target, name: string) {
      const member = target[name as keyof PaymentProvider] as unknown;
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        reach(`before ${name}`);
        const answer = await member.apply(target, args);
        reach(`after ${name}`);
        return answer;
      };
    },
  });
  const clock = () => new Date();
  const log = pino({ level: 'silent' });
  const deps = { database: stepped, systemScope: makeSystemScope('test'), makeScope, clock, payments, log };
  const objects = await startObjectRunner({ ...deps, sellsPlans: true, leaseMs });
  const look: typeof objects.look = async (object) => {
    await objects.look(object);
    reach('after apply');
  };
  const orders = await startOrderRunner({ ...deps, objects: { look }, leaseMs });
  return { stop: () => Promise.all([orders, objects].map((runner) => runner.stop(GRACE_MS))) };
}
