import type { AgentId } from '@antiphon/contract/ids';
import { and, desc, eq, getColumns, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Cursor } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { agentMonths, creditAccounts, usageEntries } from '../../db/schema/billing.ts';
import type { Scope } from '../../db/scope.ts';
import type { HoldTerms } from './hold-terms.rules.ts';

export type UsageRow = typeof usageEntries.$inferSelect & { agentTitle: string | null };
export type AgentMonthRow = typeof agentMonths.$inferSelect;

/** The two drivers give an int8 of a raw statement as text and as a number; as text it is exact on both. */
async function callLedger(tx: Tx, call: SQL): Promise<string | null> {
  const answer = (await tx.execute(sql`select ${call}::text as answer`)) as unknown as {
    rows: { answer: string | null }[];
  };
  return answer.rows[0]?.answer ?? null;
}

export async function callHold(
  tx: Tx,
  scope: Scope,
  hold: HoldTerms & { turnId: string; agentId: AgentId },
): Promise<string | null> {
  const expires = hold.expiresAt.toISOString();
  return callLedger(
    tx,
    sql`credit_hold(${scope.workspaceUid}, ${hold.turnId}, ${hold.agentId}, ${hold.month}, ${hold.amountMicro}::bigint, ${hold.monthlyLimitMicro}::bigint, ${expires}::timestamptz)`,
  );
}

/** Null: this turn was never held. */
export async function callSettle(
  tx: Tx,
  scope: Scope,
  settlement: { turnId: string; amount: bigint; featureKey: string; conversationId: string | null; expiredBy?: Date },
): Promise<bigint | null> {
  const { turnId, amount, featureKey, conversationId } = settlement;
  const expiredBy = settlement.expiredBy?.toISOString() ?? null;
  const charged = await callLedger(
    tx,
    sql`credit_settle(${scope.workspaceUid}, ${turnId}, ${amount}::bigint, ${featureKey}, ${conversationId}::text, ${expiredBy}::timestamptz)`,
  );
  return charged === null ? null : BigInt(charged);
}

export async function callGrant(
  tx: Tx,
  scope: Scope,
  grant: { id: string; amount: bigint; featureKey: string },
): Promise<string | null> {
  return callLedger(
    tx,
    sql`credit_grant(${scope.workspaceUid}, ${grant.id}, ${grant.amount}::bigint, ${grant.featureKey})`,
  );
}

export async function findAccount(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({ balance: creditAccounts.balance, held: creditAccounts.held, lastGrant: creditAccounts.lastGrant })
    .from(creditAccounts)
    .where(eq(creditAccounts.workspaceUid, scope.workspaceUid));
  return row ?? null;
}

export async function findAgentMonth(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  month: string,
): Promise<AgentMonthRow | null> {
  const [row] = await tx
    .select()
    .from(agentMonths)
    .where(
      and(
        eq(agentMonths.workspaceUid, scope.workspaceUid),
        eq(agentMonths.agentId, agentId),
        eq(agentMonths.month, month),
      ),
    );
  return row ?? null;
}

/** Newest first. */
export async function listUsageRows(
  tx: Tx,
  scope: Scope,
  query: { limit: number; after: Cursor | null; agentId: AgentId | null },
): Promise<UsageRow[]> {
  const { after, agentId } = query;
  return tx
    .select({ ...getColumns(usageEntries), agentTitle: sql<string | null>`${agents.draft} ->> 'title'` })
    .from(usageEntries)
    .leftJoin(agents, and(eq(agents.id, usageEntries.agentId), eq(agents.workspaceUid, scope.workspaceUid)))
    .where(
      and(
        eq(usageEntries.workspaceUid, scope.workspaceUid),
        agentId ? eq(usageEntries.agentId, agentId) : undefined,
        after
          ? or(
              lt(usageEntries.ts, after.createdAt),
              and(eq(usageEntries.ts, after.createdAt), lt(usageEntries.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(usageEntries.ts), desc(usageEntries.id))
    .limit(query.limit);
}

export type LedgerSums = Record<
  'balance' | 'held' | 'transferred' | 'used' | 'openHolds' | 'settled' | 'turns' | 'badMonths',
  bigint
>;

/** One statement, so that all figures are of one moment. Reads every transfer of the workspace. */
export async function sumLedger(tx: Tx, scope: Scope): Promise<LedgerSums> {
  const uid = scope.workspaceUid;
  const account = `workspace:${uid}`;
  const answer = (await tx.execute(sql`
    select
      coalesce((select balance from credit_accounts where workspace_uid = ${uid} and id = ${account}), 0)::text as "balance",
      coalesce((select held from credit_accounts where workspace_uid = ${uid} and id = ${account}), 0)::text as "held",
      (select coalesce(sum(case when credit_account = ${account} then amount when debit_account = ${account} then -amount else 0 end), 0)
        from credit_transfers where workspace_uid = ${uid})::text as "transferred",
      (select coalesce(sum(case direction when 'increase' then amount else -amount end), 0)
        from usage_entries where workspace_uid = ${uid})::text as "used",
      (select coalesce(sum(amount), 0) from credit_holds where workspace_uid = ${uid} and state = 'held')::text as "openHolds",
      (select coalesce(sum(settled), 0) from credit_holds where workspace_uid = ${uid})::text as "settled",
      (select coalesce(sum(amount), 0) from credit_transfers where workspace_uid = ${uid} and kind = 'turn')::text as "turns",
      (select count(*) from (
        select agent_id, month, sum(settled) as spent, coalesce(sum(amount) filter (where state = 'held'), 0) as held
        from credit_holds where workspace_uid = ${uid} group by agent_id, month
      ) turns full join (select * from agent_months where workspace_uid = ${uid}) months using (agent_id, month)
      where coalesce(turns.spent, 0) <> coalesce(months.spent, 0) or coalesce(turns.held, 0) <> coalesce(months.held, 0))::text as "badMonths"
  `)) as unknown as { rows: Record<keyof LedgerSums, string>[] };
  const [row] = answer.rows;
  if (!row) throw new Error('the sums of a ledger are one row');
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, BigInt(value)])) as LedgerSums;
}

/** The warning that is due, taken: its percentage with what is left; null where none is. */
export async function takeCreditWarning(tx: Tx, scope: Scope) {
  const usedPercent = await callLedger(tx, sql`credit_take_warning(${scope.workspaceUid})`);
  if (usedPercent === null) return null;
  const [row] = await tx
    .select({ balance: creditAccounts.balance, lastGrant: creditAccounts.lastGrant })
    .from(creditAccounts)
    .where(eq(creditAccounts.workspaceUid, scope.workspaceUid));
  return row ? { usedPercent: Number(usedPercent), ...row } : null;
}
