import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startLeasedRunner } from '../../db/run-leased.ts';
import type { PaymentProvider, PayObject } from '../payments/payments.ports.ts';
import type { SubscriptionDeps } from '../subscriptions/apply-subscription.ts';
import type { ObjectRunner } from './payment-events.ports.ts';
import { type ClaimedObject, claimDue, clearLeases, findProgress, markDirty } from './payment-events.system.queries.ts';
import { settleObject } from './settle-object.ts';

const POLL_MS = 50;
/** As long as its own calls take. */
const WAIT_MS = 10_000;

const IDLE = { wake: () => {}, stop: async () => {} };

/** Calls of this process at once: the provider allows a hundred a second. */
const AT_ONCE = 8;
/** Longer than a look takes, with its calls of ten seconds; whoever takes longer writes nothing. */
const LEASE_MS = 60_000;

type Deps = SubscriptionDeps & { payments: PaymentProvider | null; log: Logger; leaseMs?: number; findsWork?: boolean };

/**
 * Looks at what the provider told of. A process that only answers requests (`findsWork` false) looks at what its own callers wait
 * for, and leaves the rest to the others; a region that takes no payments has nothing to look at.
 */
export async function startObjectRunner(deps: Deps): Promise<ObjectRunner> {
  const { database, systemScope, payments, leaseMs = LEASE_MS, findsWork = true } = deps;
  if (!payments) return { ...IDLE, look: async () => {} };
  const owner = randomUUID();
  const settle = (object: ClaimedObject) => settleObject({ ...deps, payments, look }, object);
  const runner = !findsWork
    ? IDLE
    : await startLeasedRunner(deps, {
        noun: 'look at a payment object',
        atOnce: AT_ONCE,
        dueAs: 'paymentObject',
        leaseMs,
        clearLeases: (tx) => clearLeases(tx, systemScope),
        claim: (tx, claim) => claimDue(tx, systemScope, claim),
        work: settle,
        about: ({ id }) => ({ object: id }),
      });
  return { ...runner, look };

  async function look(object: PayObject): Promise<void> {
    const { version, claimed } = await database.transaction(systemScope, async (tx) => ({
      version: await markDirty(tx, systemScope, object),
      claimed: await claimDue(tx, systemScope, { owner, leaseMs, limit: 1, only: object }),
    }));
    await Promise.all(claimed.map(settle));
    // Somebody else is at it, and looks again when they are done.
    const until = performance.now() + WAIT_MS;
    while (claimed.length === 0 && performance.now() < until) {
      const state = await database.transaction(systemScope, (tx) => findProgress(tx, systemScope, object));
      if (!state || state.doneVersion >= version || state.failures > 0) return;
      await wait(POLL_MS);
    }
  }
}
