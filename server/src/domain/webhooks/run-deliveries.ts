import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import { renewed } from '../../db/lease.ts';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import type { WebhookDeps } from './webhooks.ports.ts';
import { updateLeased } from './webhooks.queries.ts';
import { claimDue, clearLeases } from './webhooks.system.queries.ts';

/** A process that only answers requests leaves the sending to the others, who find what is due by looking. */
export const IDLE_DELIVERIES: LeasedRunner = { wake: () => {}, stop: async () => {} };

/** Requests of this process at once. */
const AT_ONCE = 256;
/** As many are taken for one endpoint at a time (one where it has been failing), while fewer than `BUSY_AT` are on their way. */
const PER_ENDPOINT = 8;
const BUSY_AT = 4;
/** A failure now and then is no reason to slow down. */
const FLAKY_MS = 60_000;
/** Longer than an attempt takes, with what is written before and after: it is hardly ever renewed. */
const LEASE_MS = 45_000;

type Deps = WebhookDeps & {
  log: Logger;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  retryDelaysMs?: readonly number[];
  leaseMs?: number;
};

/** Sends what is due, in no promised order; a slow endpoint holds up itself alone. */
export function startDeliveryRunner(deps: Deps): Promise<LeasedRunner> {
  const { database, systemScope, leaseMs = LEASE_MS } = deps;
  const underWay = new Map<WorkspaceUid, number>();
  const count = (uid: WorkspaceUid, by: 1 | -1) => {
    const now = (underWay.get(uid) ?? 0) + by;
    if (now > 0) underWay.set(uid, now);
    else underWay.delete(uid);
  };
  return startLeasedRunner(deps, {
    noun: 'delivery',
    atOnce: AT_ONCE,
    dueAs: 'webhookDelivery',
    leaseMs,
    clearLeases: (tx) => clearLeases(tx, systemScope),
    claim(tx, claim) {
      const busy = [...underWay].filter(([, count]) => count >= BUSY_AT).map(([uid]) => uid);
      return claimDue(tx, systemScope, { ...claim, flakyMs: FLAKY_MS, perEndpoint: PER_ENDPOINT, busy });
    },
    async renew({ id, workspaceUid, lease }) {
      const scope = deps.makeScope(workspaceUid);
      const change = renewed(leaseMs);
      return !!(await database.transaction(scope, (tx) => updateLeased(tx, scope, { id, lease }, change)));
    },
    async work({ id, workspaceUid, lease }, signal) {
      count(workspaceUid, 1);
      try {
        await deliverWebhook(deps, deps.makeScope(workspaceUid), { id, lease }, signal);
      } finally {
        count(workspaceUid, -1);
      }
    },
    about: ({ id }) => ({ deliveryId: id }),
  });
}
