import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { amount } from '../harness/amounts.ts';
import { newTestScope, openTestPostgres } from '../harness/database.ts';
import { openLedger, plantFault, runParallel } from './ledger-load.ts';

const CONNECTIONS = 20;

/** Sends every id twice, the two of one id at the same moment, and answers what stands in the ledger then. */
async function sendTwice(database: Database, idsCount: number) {
  const ledger = openLedger(database, newTestScope());
  await ledger.grant(3 * idsCount);
  const sent = Array.from({ length: 2 * idsCount }, (_, index) => `turn-${Math.floor(index / 2)}`);
  let refused = 0;
  await runParallel(sent, CONNECTIONS, async (id) => {
    if (!(await ledger.debitAtOnce(id).catch(() => false))) refused++;
  });
  const { balanceMicro, heldMicro } = await ledger.balance();
  return { ...(await ledger.audit()), refused, spent: 3 * idsCount - Number(balanceMicro / 1_000_000n), heldMicro };
}

const TURNS = amount(10_000, 300);

it(`charges ${TURNS} turns, each sent twice over 20 connections, exactly once each`, async () => {
  const database = await openTestPostgres(CONNECTIONS);
  expect(await sendTwice(database, TURNS)).toEqual({
    faults: [],
    turns: TURNS,
    ids: TURNS,
    refused: 0,
    spent: TURNS,
    heldMicro: 0n,
  });
}, 300_000);

it('planted fault: without the unique keys the same check finds turns charged twice', async () => {
  const database = await openTestPostgres(CONNECTIONS);
  for (const table of ['credit_holds', 'credit_transfers', 'usage_entries'])
    await database.unscoped.execute(sql.raw(`alter table ${table} drop constraint ${table}_pkey`));
  const onConflict = '\n  on conflict (workspace_uid, id) do nothing';
  await plantFault(database, 'credit_grant', [[onConflict, '']]);
  await plantFault(database, 'credit_hold', [
    [
      `values (p_workspace, p_turn, p_agent, p_month, p_amount, p_expires, v_org)${onConflict}`,
      'select p_workspace, p_turn, p_agent, p_month, p_amount, p_expires, v_org\n  where not exists (select from credit_holds where workspace_uid = p_workspace and id = p_turn)',
    ],
  ]);
  const { turns, ids, faults } = await sendTwice(database, 500);
  expect(ids).toBeLessThanOrEqual(500);
  expect(turns > ids || faults.length > 0).toBe(true);
}, 300_000);
