import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { newOrgId, type OrgId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import type { Scope } from '../../src/db/scope.ts';
import { findLedgerFaults } from '../../src/domain/billing/find-ledger-faults.ts';
import { getBalance } from '../../src/domain/billing/get-balance.ts';
import { grantCredits, moveCredits } from '../../src/domain/billing/grant-credits.ts';
import { sellCredits } from '../../src/domain/credit-sales/sell-credits.ts';
import { makeOrgsWithAgent, setBilling } from '../factories/org-accounts.ts';
import { newTestScope, openTestPostgres } from '../harness/database.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { programOf } from '../harness/program-of.ts';
import { openLedger, plantFault } from './ledger-load.ts';

const program = programOf('./ledger-transfer-process.ts', import.meta.url);
const MICRO = 1_000_000n;
const DEADLOCK = '40P01';
type Failed = { code?: string; cause?: { code?: string } };
const codeOf = (work: Promise<unknown>) =>
  work.then(String, (error: Failed) => error.code ?? error.cause?.code ?? String(error));

const move = (database: Database, scope: Scope, id: string, from: OrgId | null, to: OrgId | null) =>
  codeOf(
    database.transaction(scope, (tx) =>
      moveCredits(tx, scope, { id, from, to, amountMicro: MICRO, featureKey: 'transfer' }),
    ),
  );

async function read(database: Database, scope: Scope, orgId: OrgId) {
  return database.transaction(scope, async (tx) => ({
    workspace: (await getBalance(tx, scope)).balanceMicro / MICRO,
    org: (await getBalance(tx, scope, orgId)).balanceMicro / MICRO,
    faults: await findLedgerFaults(tx, scope),
  }));
}

/** Fifty at once of the one credit that is left. */
async function takeTheLast(database: Database) {
  const scope = newTestScope();
  const orgId = newOrgId();
  await openLedger(database, scope).grant(2);
  await move(database, scope, 'first', null, orgId);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => move(database, scope, `last-${at}`, null, orgId)),
  );
  const count = (what: string) => answers.filter((one) => one === what).length;
  return { moved: count('true'), refused: count('no_credits'), ...(await read(database, scope, orgId)) };
}

test('of 50 transfers of the last credit at once, one moves it', async () => {
  const database = await openTestPostgres(20);
  expect(await takeTheLast(database)).toEqual({ moved: 1, refused: 49, workspace: 0n, org: 2n, faults: [] });
});

test('planted: counted first and written then, the last credit is moved more than once', async () => {
  const database = await openTestPostgres(20);
  const mend = await plantFault(database, 'credit_transfer', [
    [
      'perform from credit_accounts where workspace_uid = p_workspace and id in (v_from, v_to) for update;',
      `if (select balance - held < p_amount from credit_accounts where id = v_from) then raise exception using errcode = 'AC001'; end if;
       perform pg_sleep(0.5);`,
    ],
    ['perform credit_lock(p_workspace);', ''],
    [' and balance - held >= p_amount', ''],
  ]);
  await database.unscoped.execute(sql`alter table credit_accounts drop constraint credit_floor`);
  const { moved, faults } = await takeTheLast(database);
  await mend();
  expect(moved).toBeGreaterThan(1);
  expect(faults.join()).toContain('below the floor');
});

test('transfers that cross, and turns between them, wait for each other and never for ever', async () => {
  const database = await openTestPostgres(20);
  const { scope, agentId, orgIds } = await makeOrgsWithAgent(database, 1);
  const orgId = orgIds[0]!;
  const ledger = openLedger(database, scope, agentId);
  await ledger.grant(100);
  for (let at = 0; at < 50; at += 1) expect(await move(database, scope, `first-${at}`, null, orgId)).toBe('true');
  await setBilling(database, scope, orgId, true);
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, at) =>
      at % 3 === 0
        ? move(database, scope, `there-${at}`, null, orgId)
        : at % 3 === 1
          ? move(database, scope, `back-${at}`, orgId, null)
          : codeOf(ledger.debit(`turn-${at}`)),
    ),
  );
  expect(new Set(answers)).toEqual(new Set(['true']));
  expect(await read(database, scope, orgId)).toEqual({ workspace: 50n, org: 10n, faults: [] });
}, 300_000);

// Planted: the account made only when its credits come -> deadlock detected.
test('the first credits of orgs come from many at once', async () => {
  const database = await openTestPostgres(20);
  const scope = newTestScope();
  await openLedger(database, scope).grant(200);
  const orgIds = Array.from({ length: 10 }, newOrgId);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => move(database, scope, `first-${at}`, null, orgIds[at % 10]!)),
  );
  expect(new Set(answers)).toEqual(new Set(['true']));
  expect(await read(database, scope, orgIds[0]!)).toEqual({ workspace: 0n, org: 20n, faults: [] });
});

const sell = (database: Database, scope: Scope, id: string, orgId: OrgId, credits = 1n) =>
  codeOf(database.transaction(scope, (tx) => sellCredits(tx, scope, { id, orgId, amountMicro: credits * MICRO })));
const grant = (database: Database, scope: Scope, id: string) =>
  codeOf(
    database.transaction(scope, (tx) => grantCredits(tx, scope, { id, amountMicro: MICRO, featureKey: 'top_up' })),
  );

/** Sales to four orgs, each told twice, credits that pay what they left owed, and transfers back. */
async function sellInACrowd(database: Database) {
  const { scope, orgIds } = await makeOrgsWithAgent(database, 4);
  await openLedger(database, scope).grant(1);
  for (const orgId of orgIds) await sell(database, scope, `first-${orgId}`, orgId, 1_500n);
  const answers = await Promise.all(
    Array.from({ length: 240 }, (_, at) => {
      const orgId = orgIds[at % 4]!;
      if (at % 3 === 0) return grant(database, scope, `grant-${at}`);
      if (at % 3 === 1) return move(database, scope, `back-${at}`, orgId, null);
      return sell(database, scope, `sale-${at % 8}-${Math.floor(at / 48)}`, orgId);
    }),
  );
  return { answers: [...new Set(answers)].toSorted(), faults: (await read(database, scope, orgIds[0]!)).faults };
}

test('sales, what pays their debts, and transfers back wait for each other and never for ever', async () => {
  expect(await sellInACrowd(await openTestPostgres(20))).toEqual({ answers: ['true', 'undefined'], faults: [] });
}, 300_000);

test("planted: where the workspace's account is not locked first, they wait for ever", async () => {
  const database = await openTestPostgres(20);
  const mend = await plantFault(database, 'credit_lock', [[' for update', '']]);
  const { answers } = await sellInACrowd(database).finally(mend);
  expect(answers).toContain(DEADLOCK);
}, 300_000);

test("an account is its own workspace's, whatever id a caller brings", async () => {
  const database = await openTestPostgres(20);
  const { scope, orgIds } = await makeOrgsWithAgent(database, 1);
  const stranger = newTestScope();
  for (const one of [scope, stranger]) await openLedger(database, one).grant(10);
  expect(await move(database, scope, 'own', null, orgIds[0]!)).toBe('true');
  expect(await move(database, stranger, 'theirs', null, orgIds[0]!)).not.toBe('true');
  expect(await move(database, stranger, 'taken', orgIds[0]!, null)).toBe('no_credits');
  expect(await read(database, scope, orgIds[0]!)).toEqual({ workspace: 9n, org: 1n, faults: [] });
  expect(await read(database, stranger, orgIds[0]!)).toEqual({ workspace: 10n, org: 0n, faults: [] });
});

/** A process that moves credits, killed when so many are acknowledged; the next life is sent all that was not, and some that was. */
async function moveThroughKills(ids: string[], kills: number) {
  const { database, url } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 8);
  onTestFinished(() => database.close());
  const { scope, orgIds } = await makeOrgsWithAgent(database, 1);
  await openLedger(database, scope).grant(ids.length);
  const acknowledged = new Set<string>();
  let lives = 0;
  for (; acknowledged.size < ids.length; lives += 1) {
    const child = spawn(process.execPath, [program, url, scope.workspaceUid, orgIds[0]!]);
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const due = lives < kills ? ((lives + 1) * ids.length) / (kills + 1) : Number.POSITIVE_INFINITY;
    createInterface({ input: child.stdout }).on('line', (id) => {
      acknowledged.add(id);
      if (acknowledged.size >= due) child.kill('SIGKILL');
    });
    child.stdin.on('error', () => {});
    const again = [...acknowledged].slice(-20);
    child.stdin.end([...ids.filter((id) => !acknowledged.has(id)), ...again].join('\n'));
    const [code, signal] = await once(child, 'close');
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the moving process failed: ${errors}`);
  }
  return { lives, ...(await read(database, scope, orgIds[0]!)) };
}

test('through three kills of the process each credit moves once', async () => {
  const ids = Array.from({ length: 600 }, (_, at) => `transfer-${at}`);
  expect(await moveThroughKills(ids, 3)).toEqual({ lives: 4, workspace: 0n, org: 600n, faults: [] });
}, 300_000);
