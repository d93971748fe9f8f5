import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ApplyDeps } from '../payments/apply-customer.ts';
import type { PaymentProvider } from '../payments/payments.ports.ts';
import type { ObjectRunner } from './payment-events.ports.ts';
import { type ClaimedObject, claimDue, clearLeases, markDirty } from './payment-events.system.queries.ts';
import { settleObject } from './settle-object.ts';

/** Of a region that takes no payments. */
const IDLE: ObjectRunner = { wake: () => {}, look: async () => {}, stop: async () => {} };

/** Calls of this process at once: the provider allows a hundred a second. */
const AT_ONCE = 8;
const POLL_MS = 1_000;
/** Longer than a look takes, with its calls of ten seconds; whoever takes longer writes nothing. */
const LEASE_MS = 60_000;

type Deps = ApplyDeps & { payments: PaymentProvider | null; log: Logger; leaseMs?: number; findsWork?: boolean };

/**
 * Any number of processes may run one on the same database: each object is leased by one of them at a time. One that only answers requests
 * (`findsWork` false) looks at what its own callers wait for, and leaves the rest to the others.
 */
export async function startObjectRunner(deps: Deps): Promise<ObjectRunner> {
  const { database, systemScope, log, payments, leaseMs = LEASE_MS, findsWork = true } = deps;
  if (!payments) return IDLE;
  const owner = randomUUID();
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let isAskedAgain = false;
  let claiming: Promise<void> | undefined;

  if (database.kind === 'embedded') await database.transaction(systemScope, (tx) => clearLeases(tx, systemScope));

  const claim = () =>
    database.transaction(systemScope, (tx) =>
      claimDue(tx, systemScope, { owner, leaseMs, limit: AT_ONCE - running.size }),
    );
  const start = (object: ClaimedObject) => {
    const work = settleObject({ ...deps, payments }, object)
      // Its lease ends by itself, and it is looked at again.
      .catch((error) => log.error({ err: error, object: object.id }, 'payments: an object could not be given back'))
      .finally(() => {
        running.delete(work);
        wake();
      });
    running.add(work);
  };
  const wake = () => {
    isAskedAgain = true;
    if (isStopping || !findsWork) return;
    claiming ??= (async () => {
      try {
        while (isAskedAgain && !isStopping && running.size < AT_ONCE) {
          isAskedAgain = false;
          for (const object of await claim()) start(object);
        }
      } catch (error) {
        log.error({ err: error }, 'payments: objects could not be claimed; the next poll tries again');
      } finally {
        claiming = undefined;
      }
    })();
  };
  const timer = setInterval(wake, POLL_MS);
  wake();
  return {
    wake,
    async look(object) {
      const claimed = await database.transaction(systemScope, async (tx) => {
        await markDirty(tx, systemScope, object);
        return claimDue(tx, systemScope, { owner, leaseMs, limit: 1, only: object });
      });
      await Promise.all(claimed.map((one) => settleObject({ ...deps, payments }, one)));
    },
    async stop(graceMs) {
      isStopping = true;
      clearInterval(timer);
      const grace = new AbortController();
      await claiming;
      await Promise.race([Promise.all(running), wait(graceMs, undefined, { signal: grace.signal }).catch(() => {})]);
      grace.abort();
    },
  };
}
