import { availableParallelism, loadavg } from 'node:os';
import { newAgentId, newWorkspaceUid } from '@antiphon/contract/ids';
import pg from 'pg';
import { makeScope } from '../src/db/make-scope.ts';
import { fromCredits } from '../src/domain/billing/credits.rules.ts';
import { findLedgerFaults } from '../src/domain/billing/find-ledger-faults.ts';
import { grantCredits } from '../src/domain/billing/grant-credits.ts';
import { holdTurn } from '../src/domain/billing/hold-turn.ts';
import { settleTurn } from '../src/domain/billing/settle-turn.ts';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { startPostgresServer } from '../test/harness/postgres-server.ts';

const TARGET = 300;
const CONNECTIONS = 16;
const SECONDS = 5;

/** Calls `work` on all connections at once until the time is over; returns how often a second. */
async function measure(work: (id: number) => Promise<void>): Promise<number> {
  let calls = 0;
  const started = performance.now();
  const end = started + SECONDS * 1_000;
  const loop = async () => {
    while (performance.now() < end) await work(calls++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  return calls / ((performance.now() - started) / 1_000);
}

/** The floor: what one row of this disk and machine can do at best, one durable commit a call, no round trip wasted. */
async function measureFloor(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  await pool.query('create table floor (id int primary key, n bigint not null)');
  await pool.query('insert into floor values (1, 0)');
  const commits = await measure(
    async () => void (await pool.query('update floor set n = n + 1 where id = 1 returning n')),
  );
  await pool.end();
  return commits;
}

const server = await startPostgresServer();
try {
  const { database, url, drop } = await createPostgresDatabase(server.url, CONNECTIONS);
  const floor = await measureFloor(url);
  const scope = makeScope(newWorkspaceUid());
  const agentId = newAgentId();
  const start = { id: 'start', amountMicro: fromCredits(10_000_000), featureKey: 'welcome_credits' };
  await database.transaction(scope, (tx) => grantCredits(tx, scope, start));
  const turns = await measure(async (id) => {
    const turn = { turnId: `turn-${id}`, agentId };
    const now = new Date();
    const limit = fromCredits(5_000_000);
    await database.transaction(scope, (tx) =>
      holdTurn(tx, scope, { ...turn, amountMicro: fromCredits(2), monthlyLimitMicro: limit, now }),
    );
    const used = { ...turn, conversationId: 'cnv_1', amountMicro: fromCredits(1), featureKey: 'text_turn' };
    await database.transaction(scope, (tx) => settleTurn(tx, scope, used));
  });
  const faults = await database.transaction(scope, (tx) => findLedgerFaults(tx, scope));
  if (faults.length > 0) throw new Error(`the ledger does not add up: ${faults.join('; ')}`);
  console.log(`P8 hold+settle turns/s on one hot account: ${Math.round(turns)} (target >= ${TARGET})`);
  console.log(
    `   floor, bare \`update ... returning\` commits/s on one row: ${Math.round(floor)} (a turn is two commits)`,
  );
  const [load = 0] = loadavg();
  console.log(`   load of the machine meanwhile: ${load.toFixed(1)} on ${availableParallelism()} cores`);
  await drop();
} finally {
  await server.stop();
}
