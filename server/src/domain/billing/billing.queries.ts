import type { AgentId, OrgId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, desc, eq, getColumns, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { type Cursor, isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { agentMonths, creditAccounts, creditDebts, usageEntries } from '../../db/schema/billing.ts';
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

/** `from` and `to` are accounts: null is the workspace's own. */
export async function callTransfer(
  tx: Tx,
  scope: Scope,
  { id, from, to, amount, kind }: { id: string; from: AccountOwner; to: AccountOwner; amount: bigint; kind: string },
): Promise<string | null> {
  return callLedger(
    tx,
    sql`credit_transfer(${scope.workspaceUid}, ${id}, ${from}::text, ${to}::text, ${amount}::bigint, ${kind})`,
  );
}

/** Whose account an agent's next turn is charged to. */
export async function findPayingOrg(tx: Tx, scope: Scope, agentId: AgentId): Promise<AccountOwner> {
  return (await callLedger(tx, sql`paying_org(${scope.workspaceUid}, ${agentId})`)) as AccountOwner;
}

/** An org's account, or (null) the workspace's own. */
export type AccountOwner = OrgId | null;

const keyOf = (scope: Scope, orgId: AccountOwner) =>
  orgId === null ? `workspace:${scope.workspaceUid}` : `org:${orgId}`;

const isAccount = (scope: Scope, orgId: AccountOwner) =>
  and(eq(creditAccounts.workspaceUid, scope.workspaceUid), eq(creditAccounts.id, keyOf(scope, orgId)));

const isLineOf = (orgId: AccountOwner) => (orgId === null ? isNull(usageEntries.orgId) : eq(usageEntries.orgId, orgId));

/** Of the last grant, as the highest of the thresholds that warnings have. */
const usedPercent = sql<number>`credit_used_percent(credit_accounts)`;

export async function findAccount(tx: Tx, scope: Scope, orgId: AccountOwner = null) {
  const [row] = await tx
    .select({
      balance: creditAccounts.balance,
      held: creditAccounts.held,
      lastGrant: creditAccounts.lastGrant,
      usedPercent,
    })
    .from(creditAccounts)
    .where(isAccount(scope, orgId));
  return row ?? null;
}

/** Until the transaction ends nobody spends from it. The workspace's own is locked before any other of it. */
export async function lockAccount(tx: Tx, scope: Scope, orgId: AccountOwner) {
  await callLedger(tx, sql`credit_lock(${scope.workspaceUid})`);
  const [row] = await tx
    .select({ balance: creditAccounts.balance, held: creditAccounts.held })
    .from(creditAccounts)
    .where(isAccount(scope, orgId))
    .for('update');
  return row ?? null;
}

export function listOrgBalances(tx: Tx, scope: Scope, ids: readonly OrgId[]) {
  const keys = ids.map((id) => keyOf(scope, id));
  return tx
    .select({ key: creditAccounts.id, balance: creditAccounts.balance, usedPercent })
    .from(creditAccounts)
    .where(and(eq(creditAccounts.workspaceUid, scope.workspaceUid), inArray(creditAccounts.id, keys)));
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
  query: {
    limit: number;
    after: Cursor | null;
    orgId: AccountOwner;
    agentId: AgentId | null;
    from: Date | null;
    to: Date | null;
  },
): Promise<UsageRow[]> {
  const { after, orgId, agentId, from, to } = query;
  return tx
    .select({ ...getColumns(usageEntries), agentTitle: sql<string | null>`${agents.draft} ->> 'title'` })
    .from(usageEntries)
    .leftJoin(agents, and(eq(agents.id, usageEntries.agentId), eq(agents.workspaceUid, scope.workspaceUid)))
    .where(
      and(
        eq(usageEntries.workspaceUid, scope.workspaceUid),
        isLineOf(orgId),
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
export async function sumAgentUsage(
  tx: Tx,
  scope: Scope,
  query: { cuts: Date[]; orgId: AccountOwner; agentId: AgentId | null },
) {
  const { cuts, orgId, agentId } = query;
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
        isLineOf(orgId),
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
  'balance' | 'held' | 'transferred' | 'used' | 'openHolds' | 'settled' | 'turns' | 'paid' | 'paying' | 'owed',
  bigint
>;

/** Rows that one statement adds up: some milliseconds, where a year of a busy workspace would take longer than a statement may. */
const SUMMED_AT_ONCE = 20_000;

/**
 * Reads every transfer, usage line and hold of the workspace, page by page: the sums of each of its accounts by its key, and how
 * many months of agents disagree with their holds. The figures are of one moment where nobody else writes or the transaction
 * reads repeatably.
 */
export async function sumLedger(tx: Tx, scope: Scope, atOnce = SUMMED_AT_ONCE) {
  const uid = scope.workspaceUid;
  const accounts = new Map<string, LedgerSums>();
  const sumsOf = (account: string) => {
    const none = { balance: 0n, held: 0n, transferred: 0n, used: 0n, openHolds: 0n, settled: 0n, turns: 0n };
    const known = accounts.get(account) ?? { ...none, paid: 0n, paying: 0n, owed: 0n };
    accounts.set(account, known);
    return known;
  };
  const take = ({ account = '', last: _, ...figures }: Record<string, string>) => {
    if (account.startsWith('platform:')) return;
    const sums = sumsOf(account);
    for (const [name, value] of Object.entries(figures)) sums[name as keyof LedgerSums] += BigInt(value);
  };
  const add = async (table: SQL, figures: SQL, grouped = sql`group by 1`) => {
    for await (const row of pagesOf<Record<string, string>>(tx, { table, uid, figures, grouped, atOnce })) take(row);
  };
  take({ account: keyOf(scope, null) });
  const { rows } = await read<Record<string, string>>(
    tx,
    sql`select id as account, balance::text as balance, held::text as held from credit_accounts where workspace_uid = ${uid}`,
  );
  rows.forEach(take);
  await add(
    sql`credit_transfers`,
    sql`account, sum(change)::text as "transferred", coalesce(sum(-change) filter (where kind = 'turn'), 0)::text as "turns",
      coalesce(sum(-change) filter (where kind = 'debt' and change < 0), 0)::text as "paying"`,
    sql`cross join lateral (values (credit_account, amount), (debit_account, -amount)) side (account, change) group by 1`,
  );
  const account = sql`credit_account(${uid}, org_id) as account`;
  await add(
    sql`usage_entries`,
    sql`${account}, sum(case direction when 'increase' then amount else -amount end)::text as "used"`,
  );
  await add(
    sql`credit_holds`,
    sql`${account}, sum(settled)::text as "settled", coalesce(sum(amount) filter (where state = 'held'), 0)::text as "openHolds"`,
  );
  await add(
    sql`credit_debts`,
    sql`debtor as account, sum(paid)::text as "paid", sum(amount - paid - forgiven)::text as "owed"`,
  );
  return { accounts, badMonths: await countBadMonths(tx, uid, atOnce) };
}

/** Months of agents in which not so much was spent or is held as their turns say. */
async function countBadMonths(tx: Tx, uid: WorkspaceUid, atOnce: number): Promise<bigint> {
  type Month = { month: string; spent: string; held: string };
  const months = new Map<string, { spent: bigint; held: bigint }>();
  const change = (month: string, spent: bigint, held: bigint) => {
    const known = months.get(month) ?? { spent: 0n, held: 0n };
    months.set(month, { spent: known.spent + spent, held: known.held + held });
  };
  const figures = sql`agent_id || ' ' || month as month, sum(settled)::text as spent,
    coalesce(sum(amount) filter (where state = 'held'), 0)::text as held`;
  const turns = { table: sql`credit_holds`, uid, figures, grouped: sql`group by agent_id, month`, atOnce };
  for await (const { month, spent, held } of pagesOf<Month>(tx, turns)) change(month, BigInt(spent), BigInt(held));
  const counted = await read<Month>(
    tx,
    sql`select agent_id || ' ' || month as month, spent::text as spent, held::text as held from agent_months where workspace_uid = ${uid}`,
  );
  for (const { month, spent, held } of counted.rows) change(month, -BigInt(spent), -BigInt(held));
  let bad = 0n;
  for (const { spent, held } of months.values()) if (spent !== 0n || held !== 0n) bad += 1n;
  return bad;
}

const read = async <Row>(tx: Tx, query: SQL) => (await tx.execute(query)) as unknown as { rows: Row[] };

type Paged = { table: SQL; uid: WorkspaceUid; figures: SQL; grouped: SQL; atOnce: number };

/** `figures` of so many rows at a time, by their ids: of each page a row for each group. */
async function* pagesOf<Row extends object>(
  tx: Tx,
  { table, uid, figures, grouped, atOnce }: Paged,
): AsyncGenerator<Row> {
  let after = '';
  for (;;) {
    const page = sql`select * from ${table} where workspace_uid = ${uid} and id > ${after} order by id limit ${atOnce}`;
    const { rows } = await read<Row & { last: string | null }>(
      tx,
      sql`with page as materialized (${page}) select ${figures}, (select max(id) from page) as last from page ${grouped}`,
    );
    for (const row of rows) yield row as Row;
    const last = rows[0]?.last;
    if (!last) return;
    after = last;
  }
}

/** The warning that is due to an account, taken: its percentage with what is left; null where none is. */
export async function takeCreditWarning(tx: Tx, scope: Scope, orgId: AccountOwner) {
  const taken = await callLedger(tx, sql`credit_take_warning(${scope.workspaceUid}, ${orgId}::text)`);
  const account = taken === null ? null : await findAccount(tx, scope, orgId);
  return account && { ...account, usedPercent: Number(taken) };
}

/** What the workspace's own account owes: to the platform, which advanced it, and to orgs, which paid for it. */
export async function sumOwed(tx: Tx, { workspaceUid }: Scope): Promise<bigint> {
  const open = sql`${creditDebts.amount} - ${creditDebts.paid} - ${creditDebts.forgiven}`;
  const [row] = await tx
    .select({ owed: sql<string>`coalesce(sum(${open}), 0)::text` })
    .from(creditDebts)
    .where(
      and(
        eq(creditDebts.workspaceUid, workspaceUid),
        eq(creditDebts.debtor, `workspace:${workspaceUid}`),
        lt(sql`${creditDebts.paid} + ${creditDebts.forgiven}`, creditDebts.amount),
      ),
    );
  return BigInt(row?.owed ?? 0);
}
