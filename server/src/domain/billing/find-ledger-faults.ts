import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { sumLedger } from './billing.queries.ts';

/**
 * Compares what a workspace's account, holds, months and usage lines say with the transfers, which are the truth. An empty
 * list: no drift. Each fault is a sentence with both figures, in micro-credits.
 */
export async function findLedgerFaults(tx: Tx, scope: Scope): Promise<string[]> {
  const sums = await sumLedger(tx, scope);
  const faults: string[] = [];
  const compare = (what: string, actual: bigint, expected: bigint) => {
    if (actual !== expected) faults.push(`${what}: ${actual} instead of ${expected}`);
  };
  compare('balance', sums.balance, sums.transferred);
  compare('sum of the usage lines', sums.used, sums.transferred);
  compare('held by the account', sums.held, sums.openHolds);
  compare('settled by the turns', sums.settled, sums.turns);
  compare('months of agents that disagree with their turns', sums.badMonths, 0n);
  if (sums.balance < sums.held) faults.push(`balance below the floor: ${sums.balance} with ${sums.held} held`);
  return faults;
}
