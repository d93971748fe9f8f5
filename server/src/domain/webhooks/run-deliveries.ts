import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import { keepLease, renewed } from '../../db/lease.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import type { DeliveryRunner, WebhookDeps } from './webhooks.ports.ts';
import { updateLeased } from './webhooks.queries.ts';
import { type Claimed, claimDue, clearLeases } from './webhooks.system.queries.ts';

/** A process that only answers requests leaves the sending to the others, who find what is due by looking. */
export const IDLE_DELIVERIES: DeliveryRunner = { wake: () => {}, stop: async () => {} };

/** Requests of this process at once. */
const AT_ONCE = 256;
/** As many are taken for one endpoint at a time (one where it has been failing), while fewer than `BUSY_AT` are on their way. */
const PER_ENDPOINT = 8;
const BUSY_AT = 4;
/** A failure now and then is no reason to slow down. */
const FLAKY_MS = 60_000;
const POLL_MS = 1_000;
/** Longer than an attempt takes, with what is written before and after: it is hardly ever renewed. */
const LEASE_MS = 45_000;

type Deps = WebhookDeps & {
  log: Logger;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  retryDelaysMs?: readonly number[];
  leaseMs?: number;
};

/**
 * Sends what is due, in no promised order; a slow endpoint holds up itself alone. Any number of processes may run one on the same database: each delivery is leased
 * by one of them, and a lease that its process did not live to end is taken over.
 */
export async function startDeliveryRunner(deps: Deps): Promise<DeliveryRunner> {
  const { database, systemScope, log } = deps;
  const owner = randomUUID();
  const leaseMs = deps.leaseMs ?? LEASE_MS;
  const stopping = new AbortController();
  const busy = new Map<WorkspaceUid, number>();
  const running = new Set<Promise<void>>();
  let claiming: Promise<void> | undefined;
  let isAskedAgain = false;

  if (database.kind === 'embedded') await database.transaction(systemScope, (tx) => clearLeases(tx, systemScope));

  const claim = () => {
    return database.transaction(systemScope, (tx) =>
      claimDue(tx, systemScope, {
        owner,
        leaseMs,
        flakyMs: FLAKY_MS,
        perEndpoint: PER_ENDPOINT,
        limit: AT_ONCE - running.size,
        busy: [...busy].filter(([, count]) => count >= BUSY_AT).map(([uid]) => uid),
      }),
    );
  };
  const start = ({ id, workspaceUid, lease }: Claimed) => {
    const scope = deps.makeScope(workspaceUid);
    busy.set(workspaceUid, (busy.get(workspaceUid) ?? 0) + 1);
    const kept = keepLease(leaseMs, async () => {
      const change = renewed(leaseMs);
      return !!(await database.transaction(scope, (tx) => updateLeased(tx, scope, { id, lease }, change)));
    });
    const signal = AbortSignal.any([stopping.signal, kept.signal]);
    const work = deliverWebhook(deps, scope, { id, lease }, signal)
      // The lease ends by itself, and the delivery is tried again.
      .catch((error) => log.error({ err: error, deliveryId: id }, 'delivery failed'))
      .finally(() => {
        kept.end();
        running.delete(work);
        const left = (busy.get(workspaceUid) ?? 1) - 1;
        if (left > 0) busy.set(workspaceUid, left);
        else busy.delete(workspaceUid);
        if (left < BUSY_AT) wake();
      });
    running.add(work);
  };
  const wake = () => {
    isAskedAgain = true;
    if (stopping.signal.aborted) return;
    claiming ??= (async () => {
      try {
        while (isAskedAgain && !stopping.signal.aborted && running.size < AT_ONCE) {
          isAskedAgain = false;
          for (const claimed of await claim()) start(claimed);
        }
      } catch (error) {
        log.error({ err: error }, 'deliveries could not be claimed; the next poll tries again');
      } finally {
        claiming = undefined;
      }
    })();
  };
  const timer = setInterval(wake, POLL_MS);
  wake();
  return {
    wake,
    async stop(graceMs) {
      clearInterval(timer);
      isAskedAgain = false;
      const grace = new AbortController();
      await claiming;
      await Promise.race([Promise.all(running), wait(graceMs, undefined, { signal: grace.signal }).catch(() => {})]);
      grace.abort();
      stopping.abort();
      await Promise.all(running);
    },
  };
}
