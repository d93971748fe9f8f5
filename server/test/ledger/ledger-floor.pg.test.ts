import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { amount } from '../harness/amounts.ts';
import { newTestScope, openTestPostgres } from '../harness/database.ts';
import { openLedger, plantFault, runParallel } from './ledger-load.ts';

const CONNECTIONS = 20;

/** More debits of one credit than there are credits, all at once; the balance is looked at all the while. */
async function overdraw(database: Database, debitsCount: number, credits: number) {
  const ledger = openLedger(database, newTestScope());
  await ledger.grant(credits);
  let lowest = BigInt(credits) * 1_000_000n;
  let succeeded = 0;
  let isDone = false;
  const look = async () => {
    const { balanceMicro, heldMicro } = await ledger.balance();
    if (balanceMicro - heldMicro < lowest) lowest = balanceMicro - heldMicro;
  };
  const watching = (async () => {
    while (!isDone) await look();
  })();
  const ids = Array.from({ length: debitsCount }, (_, index) => `turn-${index}`);
  await runParallel(ids, CONNECTIONS - 1, async (id) => {
    if (await ledger.debit(id).catch(() => false)) succeeded++;
  });
  isDone = true;
  await watching;
  await look();
  const { faults, turns } = await ledger.audit();
  return { succeeded, turns, lowest, faults };
}

const DEBITS = amount(10_000, 600);
const CREDITS = amount(6_000, 400);

it(`lets exactly ${CREDITS} of ${DEBITS} debits on ${CREDITS} credits succeed, and never falls below 0`, async () => {
  const database = await openTestPostgres(CONNECTIONS);
  const { succeeded, turns, lowest, faults } = await overdraw(database, DEBITS, CREDITS);
  expect({ succeeded, turns, lowest, faults }).toEqual({ succeeded: CREDITS, turns: CREDITS, lowest: 0n, faults: [] });
}, 300_000);

const withoutGuard: [string, string][] = [[' and balance - held >= p_amount', '']];

it('planted fault: with the guard gone, the floor of the table still refuses', async () => {
  const database = await openTestPostgres(CONNECTIONS);
  await plantFault(database, 'credit_hold', withoutGuard);
  const { succeeded, lowest, faults } = await overdraw(database, 600, 300);
  expect({ succeeded, lowest, faults }).toEqual({ succeeded: 300, lowest: 0n, faults: [] });
}, 300_000);

it('planted fault: with guard and floor gone, the same check finds the overdraft', async () => {
  const database = await openTestPostgres(CONNECTIONS);
  await plantFault(database, 'credit_hold', withoutGuard);
  await database.unscoped.execute(sql`alter table credit_accounts drop constraint credit_floor`);
  const { succeeded, lowest, faults } = await overdraw(database, 600, 300);
  expect(succeeded).toBeGreaterThan(300);
  expect(lowest).toBeLessThan(0n);
  expect(faults.join()).toContain('below the floor');
}, 300_000);
