import { type AgentId, newAgentId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../../src/db/database.ts';
import type { Scope } from '../../src/db/scope.ts';
import { fromCredits, MICRO } from '../../src/domain/billing/credits.rules.ts';
import { findLedgerFaults } from '../../src/domain/billing/find-ledger-faults.ts';
import { getBalance } from '../../src/domain/billing/get-balance.ts';
import { grantCredits } from '../../src/domain/billing/grant-credits.ts';
import { holdTurn } from '../../src/domain/billing/hold-turn.ts';
import { settleTurn } from '../../src/domain/billing/settle-turn.ts';

/** One agent of one workspace that spends whole credits. */
export function openLedger(database: Database, scope: Scope, agentId: AgentId = newAgentId()) {
  const run = <Result>(work: (tx: Tx) => Promise<Result>) => database.transaction(scope, work);
  const holdIn = (tx: Tx, turnId: string, credits: number, monthlyCredits: number | null) =>
    holdTurn(tx, scope, {
      turnId,
      agentId,
      amountMicro: fromCredits(credits),
      monthlyLimitMicro: monthlyCredits === null ? null : fromCredits(monthlyCredits),
      now: new Date(),
    });
  const settleIn = (tx: Tx, turnId: string, credits: number) => {
    const used = { conversationId: null, amountMicro: fromCredits(credits), featureKey: 'text_turn' };
    return settleTurn(tx, scope, { turnId, agentId, ...used });
  };
  const hold = (turnId: string, credits: number, monthlyCredits: number | null = null) =>
    run((tx) => holdIn(tx, turnId, credits, monthlyCredits));
  const settle = (turnId: string, credits: number) => run((tx) => settleIn(tx, turnId, credits));
  return {
    hold,
    settle,
    /** Hold and settle, each committed, as around a model call. False: no credits. */
    async debit(turnId: string): Promise<boolean> {
      const outcome = await hold(turnId, 1);
      if (outcome === 'no_credits') return false;
      return (await settle(turnId, 1)) === MICRO;
    },
    /** Hold and settle in one transaction. */
    debitAtOnce: (turnId: string): Promise<boolean> =>
      run(async (tx) => {
        await holdIn(tx, turnId, 1, null);
        return (await settleIn(tx, turnId, 1)) === MICRO;
      }),
    grant: (credits: number) =>
      run((tx) =>
        grantCredits(tx, scope, { id: 'start', amountMicro: fromCredits(credits), featureKey: 'welcome_credits' }),
      ),
    balance: () => run((tx) => getBalance(tx, scope)),
    /** What stands in the tables, counted there and not taken from any answer. */
    async audit() {
      const faults = await run((tx) => findLedgerFaults(tx, scope));
      const rows = await run((tx) =>
        tx.execute(sql`select count(*)::int as turns, count(distinct id)::int as ids from credit_transfers
          where workspace_uid = ${scope.workspaceUid} and kind = 'turn'`),
      );
      const { turns, ids } = (rows as unknown as { rows: { turns: number; ids: number }[] }).rows[0] ?? {
        turns: 0,
        ids: 0,
      };
      return { faults, turns, ids };
    },
  };
}

/** Works through `items` in their order, `width` at a time. */
export async function runParallel<Item>(items: readonly Item[], width: number, work: (item: Item) => Promise<void>) {
  let next = 0;
  const loop = async () => {
    while (next < items.length) await work(items[next++] as Item);
  };
  await Promise.all(Array.from({ length: width }, loop));
}

/**
 * Breaks a function of the ledger on purpose, to show that a check notices. Throws where the text to break is not there.
 * Returns what mends it again.
 */
export async function plantFault(database: Database, name: string, changes: [from: string, to: string][]) {
  const found = await database.unscoped.execute(
    sql`select pg_get_functiondef(oid) as definition from pg_proc where proname = ${name}`,
  );
  const whole = (found as unknown as { rows: { definition: string }[] }).rows[0]?.definition ?? '';
  let broken = whole;
  for (const [from, to] of changes) {
    if (!broken.includes(from)) throw new Error(`${name} does not contain: ${from}`);
    broken = broken.replaceAll(from, to);
  }
  await database.unscoped.execute(sql.raw(broken));
  return async () => void (await database.unscoped.execute(sql.raw(whole)));
}
