import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, Tx } from './database.ts';
import { type DueKind, watchDue } from './due-work.ts';
import { keepLease, type Lease, LeaseLost } from './lease.ts';
import { runWhenAsked } from './run-when-asked.ts';
import type { SystemScope } from './scope.ts';

/** `wake`: something may be due now. `stop` waits `graceMs` for what is going on, then aborts it, and returns when all has ended. */
export type LeasedRunner = { wake(): void; stop(graceMs: number): Promise<void> };

export type Claim = { owner: string; leaseMs: number; limit: number };

/** What is due of one kind, and how it is worked on. */
export type LeasedWork<Row extends { lease: Lease }> = {
  /** What one is called in the log: "delivery". */
  noun: string;
  /** Of this process. */
  atOnce: number;
  /** Found by the look that all runners share; without it, it claims every `pollMs`. */
  dueAs?: DueKind;
  pollMs?: number;
  /** Begins every `pollMs` alone, so at most `atOnce` of them in that time; else the end of one begins the next. */
  isPaced?: boolean;
  leaseMs: number;
  /** An embedded database has one process: whatever lease stands at its start is a dead one's. */
  clearLeases(tx: Tx): Promise<unknown>;
  /** Leases what waits for the longest, at most `limit`. */
  claim(tx: Tx, claim: Claim): Promise<Row[]>;
  /** False where another has it by now. Without it no work takes as long as the lease. */
  renew?(row: Row): Promise<boolean>;
  /** Writes under the fence of its lease alone. What it throws is logged, and done again when the lease has ended. */
  work(row: Row, signal: AbortSignal): Promise<void>;
  /** What names a row in the log. */
  about(row: Row): Record<string, unknown>;
};

type Deps = { database: Database; systemScope: SystemScope; log: Logger };

/**
 * Works on what is due, found by looking. Any number of processes may run one on the same database: each row is leased by one of
 * them, and a lease that its process did not live to end is taken over.
 */
export async function startLeasedRunner<Row extends { lease: Lease }>(
  deps: Deps,
  kind: LeasedWork<Row>,
): Promise<LeasedRunner> {
  const { database, systemScope, log } = deps;
  const owner = randomUUID();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let isStopped = false;

  if (database.kind === 'embedded') await database.transaction(systemScope, kind.clearLeases);

  const claim = () =>
    database.transaction(systemScope, (tx) =>
      kind.claim(tx, { owner, leaseMs: kind.leaseMs, limit: kind.atOnce - running.size }),
    );
  const work = async (row: Row) => {
    const { renew } = kind;
    const kept = renew && keepLease(kind.leaseMs, () => renew(row));
    const signal = kept ? AbortSignal.any([stopping.signal, kept.signal]) : stopping.signal;
    try {
      await kind.work(row, signal);
    } catch (error) {
      if (!stopping.signal.aborted && !(error instanceof LeaseLost))
        log.error(
          { err: error, ...kind.about(row) },
          `${kind.noun} failed; it is tried again when its lease has ended`,
        );
    } finally {
      kept?.end();
    }
  };
  const start = (row: Row) => {
    const one = work(row).finally(() => {
      running.delete(one);
      if (!kind.isPaced) wake();
    });
    running.add(one);
  };
  const claiming = runWhenAsked(async () => {
    if (isStopped || running.size >= kind.atOnce) return;
    try {
      for (const row of await claim()) start(row);
    } catch (error) {
      log.error({ err: error }, `${kind.noun}: what is due could not be claimed; the next poll tries again`);
    }
  });
  const wake = () => claiming.ask();
  let isDue = !kind.dueAs;
  const poll = () => {
    if (isDue) wake();
    isDue = !kind.dueAs;
  };
  const timer = kind.pollMs ? setInterval(poll, kind.pollMs) : undefined;
  const found = () => {
    isDue = true;
    if (!kind.isPaced) wake();
  };
  const watch = kind.dueAs && watchDue(deps, kind.dueAs, found);
  wake();
  return {
    wake,
    async stop(graceMs) {
      isStopped = true;
      clearInterval(timer);
      await watch?.end();
      await claiming.ended();
      const grace = new AbortController();
      await Promise.race([Promise.all(running), wait(graceMs, undefined, { signal: grace.signal }).catch(() => {})]);
      grace.abort();
      stopping.abort();
      await Promise.all(running);
    },
  };
}
