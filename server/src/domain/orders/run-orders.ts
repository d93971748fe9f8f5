import { randomUUID } from 'node:crypto';
import { startLeasedRunner } from '../../db/run-leased.ts';
import type { PaymentProvider } from '../payments/payments.ports.ts';
import { driveOrder } from './drive-order.ts';
import type { DriveDeps, OrderRunner } from './orders.ports.ts';
import { claimOrders, clearLeases } from './orders.system.queries.ts';

const IDLE = { wake: () => {}, stop: async () => {} };

const AT_ONCE = 8;
/** Longer than all calls of an order take together, with ten seconds each: a fence stands before whatever is written later. */
const LEASE_MS = 120_000;

type Deps = Omit<DriveDeps, 'payments'> & {
  payments: PaymentProvider | null;
  leaseMs?: number;
  findsWork?: boolean;
};

/** Goes on with orders that nobody waits for, or whose process died. One that only answers requests drives those of its own callers. */
export async function startOrderRunner(deps: Deps): Promise<OrderRunner> {
  const { database, systemScope, payments, clock, leaseMs = LEASE_MS, findsWork = true } = deps;
  if (!payments) return { ...IDLE, advance: async () => {} };
  const owner = randomUUID();
  const runner = !findsWork
    ? IDLE
    : await startLeasedRunner(deps, {
        noun: 'order',
        atOnce: AT_ONCE,
        pollMs: 1_000,
        leaseMs,
        clearLeases: (tx) => clearLeases(tx, systemScope),
        claim: (tx, claim) => claimOrders(tx, systemScope, { ...claim, now: clock() }),
        work: (order) => driveOrder({ ...deps, payments }, order),
        about: ({ id }) => ({ order: id }),
      });
  return {
    ...runner,
    async advance(only) {
      const claim = { owner, leaseMs, limit: 1, now: clock(), only };
      const claimed = await database.transaction(systemScope, (tx) => claimOrders(tx, systemScope, claim));
      await Promise.all(claimed.map((order) => driveOrder({ ...deps, payments }, order)));
    },
  };
}
