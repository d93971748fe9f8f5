import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { sumLedger } from './billing.queries.ts';

/**
 * Compares what the accounts, holds, months and usage lines of a workspace say with the transfers, which are the truth. An empty
 * list: no drift. Each fault is a sentence with both figures, in micro-credits, and the account where it is an org's.
 */
export async function findLedgerFaults(tx: Tx, scope: Scope): Promise<string[]> {
  const { accounts, badMonths } = await sumLedger(tx, scope);
  const faults: string[] = [];
  const compare = (what: string, actual: bigint, expected: bigint) => {
    if (actual !== expected) faults.push(`${what}: ${actual} instead of ${expected}`);
  };
  for (const [key, sums] of accounts) {
    const of = key.startsWith('org:') ? `${key} ` : '';
    compare(`${of}balance`, sums.balance, sums.transferred);
    compare(`${of}sum of the usage lines`, sums.used, sums.transferred);
    compare(`${of}held by the account`, sums.held, sums.openHolds);
    compare(`${of}settled by the turns`, sums.settled, sums.turns);
    compare(`${of}paid of its debts`, sums.paid, sums.paying);
    if (sums.balance < sums.held) faults.push(`${of}balance below the floor: ${sums.balance} with ${sums.held} held`);
  }
  compare('months of agents that disagree with their turns', badMonths, 0n);
  return faults;
}
