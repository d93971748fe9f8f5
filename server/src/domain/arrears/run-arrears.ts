import type { Logger } from 'pino';
import { LeaseLost } from '../../db/lease.ts';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { PaymentProvider } from '../payments/payments.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { ClaimedArrears } from './arrears.queries.ts';
import { retryMs } from './arrears.rules.ts';
import { claimArrears, clearLeases, giveBack } from './arrears.system.queries.ts';
import { type ArrearsDeps, goOn } from './go-on.ts';

const AT_ONCE = 4;
const POLL_MS = 5_000;
/** Longer than all calls of one take together, with ten seconds each. */
const LEASE_MS = 120_000;

type Deps = Omit<ArrearsDeps, 'payments'> & { payments: PaymentProvider | null; log: Logger; leaseMs?: number };

/** Tells of what is not paid, and ends plans that nobody pays for. A region that takes no payments has none. */
export async function startArrearsRunner(deps: Deps): Promise<LeasedRunner> {
  const { systemScope, payments, clock, log, leaseMs = LEASE_MS } = deps;
  if (!payments) return { wake: () => {}, stop: async () => {} };
  return startLeasedRunner(deps, {
    noun: 'payment that is late',
    atOnce: AT_ONCE,
    pollMs: POLL_MS,
    leaseMs,
    clearLeases: (tx) => clearLeases(tx, systemScope),
    claim: (tx, claim) => claimArrears(tx, systemScope, { ...claim, now: clock() }),
    work: (row) => goOnOrLater({ ...deps, payments, log }, row),
    about: ({ invoiceId }) => ({ invoice: invoiceId }),
  });
}

async function goOnOrLater(deps: ArrearsDeps & { log: Logger }, row: ClaimedArrears): Promise<void> {
  const { database, systemScope, clock, log } = deps;
  try {
    await goOn(deps, row);
  } catch (error) {
    if (error instanceof LeaseLost || !(error instanceof VendorFailure)) throw error;
    log.warn(
      { err: error, invoice: row.invoiceId, failures: row.failures + 1 },
      'arrears: a step failed; it is tried again',
    );
    const then = new Date(clock().getTime() + retryMs(row.failures));
    await database.transaction(systemScope, (tx) => giveBack(tx, systemScope, row, then));
  }
}
