import { newAgentId } from '@antiphon/contract/ids';
import { expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { getAgentMonth } from '../../src/domain/billing/get-agent-month.ts';
import { amount } from '../harness/amounts.ts';
import { newTestScope, openTestPostgres } from '../harness/database.ts';
import { openLedger, plantFault, runParallel } from './ledger-load.ts';

const CONNECTIONS = 20;
/** One USD at cost. */
const CAP = amount(1_000, 300);
const TURNS = amount(5_000, 400);

/** All turns of one agent ask at once; those that may, run and are settled only after every one has asked. */
async function spendAtOnce(database: Database, turnsCount: number) {
  const scope = newTestScope();
  const agentId = newAgentId();
  const ledger = openLedger(database, scope, agentId);
  await ledger.grant(1_000_000);
  const turns = Array.from({ length: turnsCount }, (_, index) => ({ id: `turn-${index}`, credits: 1 + (index % 3) }));
  const allowed: typeof turns = [];
  let unexpected = 0;
  await runParallel(turns, CONNECTIONS, async (turn) => {
    const outcome = await ledger.hold(turn.id, turn.credits, CAP);
    if (outcome === 'new') allowed.push(turn);
    else if (outcome !== 'spend_limit') unexpected++;
  });
  await runParallel(allowed, CONNECTIONS, async (turn) => void (await ledger.settle(turn.id, turn.credits)));
  const { spentMicro } = await database.transaction(scope, (tx) => getAgentMonth(tx, scope, agentId, new Date()));
  return { spent: Number(spentMicro / 1_000_000n), unexpected, ...(await ledger.audit()) };
}

it(`${TURNS} turns at once never exceed an agent's monthly limit of ${CAP} credits, and reach it`, async () => {
  const { spent, unexpected, faults } = await spendAtOnce(await openTestPostgres(CONNECTIONS), TURNS);
  expect({ spent, unexpected, faults }).toEqual({ spent: CAP, unexpected: 0, faults: [] });
}, 300_000);

it('planted fault: counted only after the call, the same check finds the limit exceeded', async () => {
  const database = await openTestPostgres(CONNECTIONS);
  await plantFault(database, 'credit_hold', [['spent + held + p_amount', 'spent + p_amount']]);
  const { spent } = await spendAtOnce(database, 1_000);
  expect(spent).toBeGreaterThan(CAP);
}, 300_000);
