import { LeaseLost } from '../../db/lease.ts';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { PaymentProvider } from '../payments/payments.ports.ts';
import { giveBack, type RunDeps, recharge } from './recharge.ts';
import type { ClaimedRecharge } from './recharges.queries.ts';
import { claimRecharges, clearLeases } from './recharges.system.queries.ts';

const AT_ONCE = 4;
const POLL_MS = 15_000;
/** Longer than the quote and the payment take together, with ten seconds a call. */
const LEASE_MS = 180_000;

type Deps = Omit<RunDeps, 'payments'> & {
  payments: PaymentProvider | null;
  leaseMs?: number;
};

/** Looks at whose credits run low: by the clock, and when somebody wakes it. A region that takes no payments has nobody to look at. */
export async function startRechargeRunner(deps: Deps): Promise<LeasedRunner> {
  const { systemScope, payments, clock, leaseMs = LEASE_MS } = deps;
  if (!payments) return { wake: () => {}, stop: async () => {} };
  return startLeasedRunner(deps, {
    noun: 'recharge',
    atOnce: AT_ONCE,
    pollMs: POLL_MS,
    leaseMs,
    clearLeases: (tx) => clearLeases(tx, systemScope),
    claim: (tx, claim) => claimRecharges(tx, systemScope, { ...claim, now: clock() }),
    work: (row) => rechargeOrLater({ ...deps, payments }, row),
    about: ({ payerId }) => ({ payer: payerId }),
  });
}

/** What could not be asked is asked again in a minute; an order that was written is driven by whoever drives orders. */
async function rechargeOrLater(deps: RunDeps, row: ClaimedRecharge): Promise<void> {
  try {
    await recharge(deps, row);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    deps.log.warn({ err: error, payer: row.payerId }, 'recharges: one could not be begun; it is tried again');
    await giveBack(deps, deps.makeScope(row.workspaceUid), row);
  }
}
