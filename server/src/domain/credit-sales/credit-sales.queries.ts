import type { OrgId } from '@antiphon/contract/ids';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { creditDebts } from '../../db/schema/billing.ts';
import { orders } from '../../db/schema/orders.ts';
import { payers } from '../../db/schema/payments.ts';
import type { Scope } from '../../db/scope.ts';
import { getBalance } from '../billing/get-balance.ts';
import type { Sellable } from './credit-sales.rules.ts';

const owed = sql`${creditDebts.amount} - ${creditDebts.paid} - ${creditDebts.forgiven}`;
const isOpen = lt(sql`${creditDebts.paid} + ${creditDebts.forgiven}`, creditDebts.amount);

/** What an org bought, from the workspace's account; `advance`: the most that the platform advances. */
export async function callSell(
  tx: Tx,
  scope: Scope,
  { id, orgId, amount, advance }: { id: string; orgId: OrgId; amount: bigint; advance: bigint },
): Promise<string | undefined> {
  const { rows } = (await tx.execute(
    sql`select credit_sell(${scope.workspaceUid}, ${id}, ${orgId}, ${amount}::bigint, ${advance}::bigint) as answer`,
  )) as unknown as { rows: { answer: string }[] };
  return rows[0]?.answer;
}

export async function callForgive(tx: Tx, scope: Scope, orgId: OrgId): Promise<void> {
  await tx.execute(sql`select credit_forgive(${scope.workspaceUid}, ${orgId})`);
}

/** What each account of the workspace owes each other one, and the platform. */
export async function listDebts(tx: Tx, scope: Scope) {
  const rows = await tx
    .select({
      debtor: creditDebts.debtor,
      creditor: creditDebts.creditor,
      owed: sql<string>`sum(${owed})::text`,
    })
    .from(creditDebts)
    .where(and(eq(creditDebts.workspaceUid, scope.workspaceUid), isOpen))
    .groupBy(creditDebts.debtor, creditDebts.creditor);
  return rows.map((row) => ({ ...row, owed: BigInt(row.owed) }));
}

/** With the workspace's account locked: whoever asks next sees what this one has written. */
export async function lockSellable(tx: Tx, scope: Scope): Promise<Sellable> {
  await tx.execute(sql`select credit_lock(${scope.workspaceUid})`);
  const { balanceMicro, heldMicro } = await getBalance(tx, scope);
  const own = (await listDebts(tx, scope)).filter(({ debtor }) => debtor.startsWith('workspace:'));
  const sum = (isMeant: (creditor: string) => boolean) =>
    own.reduce((total, { creditor, owed }) => (isMeant(creditor) ? total + owed : total), 0n);
  const [bought] = await tx
    .select({ credits: sql<string>`coalesce(sum(${orders.credits}), 0)::text` })
    .from(orders)
    .innerJoin(payers, and(eq(payers.id, orders.payerId), eq(payers.workspaceUid, scope.workspaceUid)))
    .where(
      and(
        eq(orders.workspaceUid, scope.workspaceUid),
        eq(payers.kind, 'org'),
        inArray(orders.state, ['open', 'sent', 'action']),
      ),
    );
  return {
    spendable: balanceMicro - heldMicro,
    owedToPlatform: sum((creditor) => creditor.startsWith('platform:')),
    owedToOrgs: sum((creditor) => creditor.startsWith('org:')),
    open: BigInt(bought?.credits ?? 0),
  };
}
