import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { newWorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { makeScope } from '../../src/db/make-scope.ts';
import { amount } from '../harness/amounts.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startPostgresServer } from '../harness/postgres-server.ts';
import { programOf } from '../harness/program-of.ts';
import { openLedger } from './ledger-load.ts';

const program = programOf('./ledger-debit-process.ts', import.meta.url);
const WORKSPACES = 10;

type Plan = { debits: number; crashes: ('postgres' | 'app')[]; postgres?: Record<string, string>; options?: string };

/**
 * A PostgreSQL and a process that debits, each killed with SIGKILL at the moments of `crashes`, spread over the run. The
 * next life is sent everything that was not acknowledged, and some of what was, as when an answer got lost.
 */
async function debitThroughCrashes(plan: Plan) {
  const server = await startPostgresServer(plan.postgres);
  try {
    const { database, url } = await createPostgresDatabase(server.url, 4);
    const uids = Array.from({ length: WORKSPACES }, newWorkspaceUid);
    for (const uid of uids) await openLedger(database, makeScope(uid)).grant(plan.debits);
    // What was set up is on the disk, whatever the plan does to the commits of the debits.
    await database.unscoped.execute(sql`checkpoint`);
    const all = Array.from({ length: plan.debits }, (_, index) => `${uids[index % WORKSPACES]}/turn-${index}`);
    const acknowledged = await sendAll(
      all,
      Object.assign(new URL(url), { search: plan.options ?? '' }).href,
      plan,
      server,
    );
    const report = await inspect(database, uids, acknowledged);
    await database.close();
    return report;
  } finally {
    await server.stop();
  }
}

async function sendAll(
  all: string[],
  url: string,
  plan: Plan,
  server: { crash(): Promise<void>; restart(): Promise<void> },
): Promise<Set<string>> {
  const acknowledged = new Set<string>();
  let crashesDone = 0;
  const isDue = () =>
    crashesDone < plan.crashes.length &&
    acknowledged.size >= ((crashesDone + 1) * all.length) / (plan.crashes.length + 1);
  let wake = () => {};
  const start = () => {
    const again = [...acknowledged].slice(-50);
    const lines = [...all.filter((line) => !acknowledged.has(line)), ...again];
    return startDebits(url, lines, (line) => {
      acknowledged.add(line);
      if (isDue()) wake();
    });
  };
  let app = start();
  for (;;) {
    const due = new Promise<'due'>((resolve) => {
      wake = () => resolve('due');
      if (isDue()) wake();
    });
    if ((await Promise.race([due, app.ended])) !== 'due') return acknowledged;
    if (plan.crashes[crashesDone++] === 'postgres') {
      await server.crash();
      await server.restart();
    } else {
      await app.kill();
      app = start();
    }
  }
}

/** `ended` resolves when everything was acknowledged, or after a kill, and rejects when the process failed by itself. */
function startDebits(url: string, lines: string[], onAcknowledged: (line: string) => void) {
  const child = spawn(process.execPath, [program, url]);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  // Each line is one write to a pipe, and short: a kill leaves no half of one.
  createInterface({ input: child.stdout }).on('line', onAcknowledged);
  child.stdin.on('error', () => {});
  child.stdin.end(lines.join('\n'));
  const ended = once(child, 'close').then(([code, signal]) => {
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the debiting process failed: ${errors}`);
  });
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { ended, kill };
}

async function inspect(database: Database, uids: ReturnType<typeof newWorkspaceUid>[], acknowledged: Set<string>) {
  const faults: string[] = [];
  const stored = new Set<string>();
  let turns = 0;
  let heldMicro = 0n;
  for (const uid of uids) {
    const ledger = openLedger(database, makeScope(uid));
    const found = await ledger.audit();
    faults.push(...found.faults);
    turns += found.turns;
    heldMicro += (await ledger.balance()).heldMicro;
    const rows = await database.transaction(makeScope(uid), (tx) =>
      tx.execute(
        sql`select substr(id, 6) as turn from credit_transfers where workspace_uid = ${uid} and kind = 'turn'`,
      ),
    );
    for (const { turn } of (rows as unknown as { rows: { turn: string }[] }).rows) stored.add(`${uid}/${turn}`);
  }
  const lost = [...acknowledged].filter((line) => !stored.has(line)).length;
  return { acknowledged: acknowledged.size, lost, turns, heldMicro, faults };
}

const DEBITS = amount(10_000, 600);
const KILLS = amount(5, 2);

it(`${DEBITS} debits through ${KILLS} kills of PostgreSQL and ${KILLS} of the app: none lost, none twice, no drift`, async () => {
  const crashes = Array.from({ length: KILLS }, () => ['postgres', 'app'] as const).flat();
  expect(await debitThroughCrashes({ debits: DEBITS, crashes })).toEqual({
    acknowledged: DEBITS,
    lost: 0,
    turns: DEBITS,
    heldMicro: 0n,
    faults: [],
  });
}, 900_000);

it('planted fault: with synchronous_commit off the same check finds acknowledged debits lost', async () => {
  // The writer of the WAL is slowed down so that each kill meets commits that were acknowledged and not yet written.
  const postgres = { wal_writer_delay: '10s', wal_writer_flush_after: '1GB' };
  const options = 'options=-c%20synchronous_commit%3Doff';
  const { lost } = await debitThroughCrashes({ debits: 600, crashes: ['postgres', 'postgres'], postgres, options });
  expect(lost).toBeGreaterThan(0);
}, 300_000);
