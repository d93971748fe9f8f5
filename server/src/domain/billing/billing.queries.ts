import type { AgentId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, desc, eq, getColumns, gte, lt, type SQL, sql } from 'drizzle-orm';
import { type Cursor, isBehind } from '../../db/cursor.ts';
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
  query: { limit: number; after: Cursor | null; agentId: AgentId | null; from: Date | null; to: Date | null },
): Promise<UsageRow[]> {
  const { after, agentId, from, to } = query;
  return tx
    .select({ ...getColumns(usageEntries), agentTitle: sql<string | null>`${agents.draft} ->> 'title'` })
    .from(usageEntries)
    .leftJoin(agents, and(eq(agents.id, usageEntries.agentId), eq(agents.workspaceUid, scope.workspaceUid)))
    .where(
      and(
        eq(usageEntries.workspaceUid, scope.workspaceUid),
        agentId ? eq(usageEntries.agentId, agentId) : undefined,
        from ? gte(usageEntries.ts, from) : undefined,
        to ? lt(usageEntries.ts, to) : undefined,
        after ? isBehind(usageEntries.ts, usageEntries.id, after) : undefined,
      ),
    )
    .orderBy(desc(usageEntries.ts), desc(usageEntries.id))
    .limit(query.limit);
}

/** What agents used between the first and the last of `cuts`, added up between each of them and the next, for each agent. */
export async function sumAgentUsage(tx: Tx, scope: Scope, query: { cuts: Date[]; agentId: AgentId | null }) {
  const { cuts, agentId } = query;
  const bounds = sql`array[${sql.join(
    cuts.map((cut) => sql`${cut.toISOString()}::timestamptz`),
    sql`, `,
  )}]`;
  // `width_bucket` counts from 1: the first stretch ends at the second bound.
  const part = sql<number>`width_bucket(${usageEntries.ts}, ${bounds}) - 1`;
  return tx
    .select({
      part: sql<number>`(${part})::int`,
      agentId: usageEntries.agentId,
      agentTitle: sql<string | null>`max(${agents.draft} ->> 'title')`,
      amount: sql<string>`sum(${usageEntries.amount})::text`,
      answers: sql<number>`count(*)::int`,
    })
    .from(usageEntries)
    .leftJoin(agents, and(eq(agents.id, usageEntries.agentId), eq(agents.workspaceUid, scope.workspaceUid)))
    .where(
      and(
        eq(usageEntries.workspaceUid, scope.workspaceUid),
        eq(usageEntries.causedBy, 'agent'),
        eq(usageEntries.direction, 'decrease'),
        agentId ? eq(usageEntries.agentId, agentId) : undefined,
        gte(usageEntries.ts, cuts[0] as Date),
        lt(usageEntries.ts, cuts.at(-1) as Date),
      ),
    )
    .groupBy(sql`1`, usageEntries.agentId);
}

export type LedgerSums = Record<
  'balance' | 'held' | 'transferred' | 'used' | 'openHolds' | 'settled' | 'turns' | 'badMonths',
  bigint
>;

/** Rows that one statement adds up: some milliseconds, where a year of a busy workspace would take longer than a statement may. */
const SUMMED_AT_ONCE = 20_000;

/**
 * Reads every transfer, usage line and hold of the workspace, page by page. The figures are of one moment where nobody else
 * writes or the transaction reads repeatably.
 */
export async function sumLedger(tx: Tx, scope: Scope, atOnce = SUMMED_AT_ONCE): Promise<LedgerSums> {
  const uid = scope.workspaceUid;
  const account = `workspace:${uid}`;
  const { rows } = await read<{ balance: string; held: string }>(
    tx,
    sql`select balance::text as balance, held::text as held from credit_accounts where workspace_uid = ${uid} and id = ${account}`,
  );
  const sums: LedgerSums = {
    balance: BigInt(rows[0]?.balance ?? 0),
    held: BigInt(rows[0]?.held ?? 0),
    transferred: 0n,
    used: 0n,
    openHolds: 0n,
    settled: 0n,
    turns: 0n,
    badMonths: 0n,
  };
  const add = async (table: SQL, figures: SQL) => {
    for await (const page of pagesOf<Record<string, string>>(tx, { table, uid, figures, atOnce }))
      for (const [name, value] of Object.entries(page))
        if (name !== 'last') sums[name as keyof LedgerSums] += BigInt(value);
  };
  await add(
    sql`credit_transfers`,
    sql`coalesce(sum(case when credit_account = ${account} then amount when debit_account = ${account} then -amount else 0 end), 0)::text as "transferred",
      coalesce(sum(amount) filter (where kind = 'turn'), 0)::text as "turns"`,
  );
  await add(
    sql`usage_entries`,
    sql`coalesce(sum(case direction when 'increase' then amount else -amount end), 0)::text as "used"`,
  );
  const months = new Map<string, { spent: bigint; held: bigint }>();
  const change = (month: string, spent: bigint, held: bigint) => {
    const known = months.get(month) ?? { spent: 0n, held: 0n };
    months.set(month, { spent: known.spent + spent, held: known.held + held });
  };
  const figures = sql`agent_id || ' ' || month as month, sum(settled)::text as spent,
    coalesce(sum(amount) filter (where state = 'held'), 0)::text as held`;
  const grouped = sql`group by agent_id, month`;
  for await (const { month, spent, held } of pagesOf<{ month: string; spent: string; held: string }>(tx, {
    table: sql`credit_holds`,
    uid,
    figures,
    grouped,
    atOnce,
  })) {
    sums.settled += BigInt(spent);
    sums.openHolds += BigInt(held);
    change(month, BigInt(spent), BigInt(held));
  }
  const counted = await read<{ month: string; spent: string; held: string }>(
    tx,
    sql`select agent_id || ' ' || month as month, spent::text as spent, held::text as held from agent_months where workspace_uid = ${uid}`,
  );
  for (const { month, spent, held } of counted.rows) change(month, -BigInt(spent), -BigInt(held));
  for (const { spent, held } of months.values()) if (spent !== 0n || held !== 0n) sums.badMonths += 1n;
  return sums;
}

const read = async <Row>(tx: Tx, query: SQL) => (await tx.execute(query)) as unknown as { rows: Row[] };

type Paged = { table: SQL; uid: WorkspaceUid; figures: SQL; grouped?: SQL; atOnce: number };

/** `figures` of so many rows at a time, by their ids; grouped, a page has several rows. */
async function* pagesOf<Row extends object>(
  tx: Tx,
  { table, uid, figures, grouped, atOnce }: Paged,
): AsyncGenerator<Row> {
  let after = '';
  for (;;) {
    const page = sql`select * from ${table} where workspace_uid = ${uid} and id > ${after} order by id limit ${atOnce}`;
    const { rows } = await read<Row & { last: string | null }>(
      tx,
      sql`with page as materialized (${page}) select ${figures}, (select max(id) from page) as last from page ${grouped ?? sql``}`,
    );
    for (const row of rows) yield row as Row;
    const last = rows[0]?.last;
    if (!last) return;
    after = last;
  }
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
