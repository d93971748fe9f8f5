import type { OrgId, PayerId } from '@antiphon/contract/ids';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { reversals } from '../../db/schema/reversals.ts';
import type { Scope } from '../../db/scope.ts';

type Reversal = typeof reversals.$inferInsert;
type Key = { account: string; chargeId: string };

const isCharge = (scope: Scope, { account, chargeId }: Key) =>
  and(
    ...[eq(reversals.workspaceUid, scope.workspaceUid)],
    ...[eq(reversals.account, account), eq(reversals.chargeId, chargeId)],
  );

export async function findReversal(tx: Tx, scope: Scope, key: Key) {
  const [row] = await tx.select().from(reversals).where(isCharge(scope, key));
  return row ?? null;
}

export async function putReversal(tx: Tx, scope: Scope, found: Omit<Reversal, 'workspaceUid'>) {
  const { amount, reversed, dispute, disputes, unblockedAt } = found;
  await tx
    .insert(reversals)
    .values({ ...found, workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({
      target: [reversals.account, reversals.chargeId],
      set: { amount, reversed, dispute, disputes, unblockedAt },
      setWhere: eq(reversals.workspaceUid, scope.workspaceUid),
    });
}

/** Whether a payment of theirs is in dispute, or was lost in one without an operator's word since. */
export async function hasDispute(tx: Tx, scope: Scope, payerId: PayerId): Promise<boolean> {
  const rows = await tx
    .select({ id: reversals.chargeId })
    .from(reversals)
    .where(
      and(
        ...[eq(reversals.workspaceUid, scope.workspaceUid), eq(reversals.payerId, payerId)],
        ...[inArray(reversals.dispute, ['open', 'lost']), isNull(reversals.unblockedAt)],
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Of disputes that are lost: one that is open still blocks. */
export async function setUnblocked(tx: Tx, scope: Scope, payerId: PayerId, now: Date) {
  await tx
    .update(reversals)
    .set({ unblockedAt: now })
    .where(
      and(
        ...[eq(reversals.workspaceUid, scope.workspaceUid), eq(reversals.payerId, payerId)],
        ...[eq(reversals.dispute, 'lost'), isNull(reversals.unblockedAt)],
      ),
    );
}

/** Those of an invoice that is written down, with what it came to. */
export const listOfInvoice = (tx: Tx, scope: Scope, { account, invoiceId }: { account: string; invoiceId: string }) =>
  tx
    .select({
      ...{ chargeId: reversals.chargeId, reversed: reversals.reversed, total: invoices.total },
      ...{ creditsTaken: reversals.creditsTaken, moves: reversals.moves },
    })
    .from(reversals)
    .innerJoin(invoices, and(eq(invoices.account, reversals.account), eq(invoices.id, reversals.invoiceId)))
    .where(
      and(
        ...[eq(reversals.workspaceUid, scope.workspaceUid), eq(invoices.workspaceUid, scope.workspaceUid)],
        ...[eq(reversals.account, account), eq(reversals.invoiceId, invoiceId)],
      ),
    );

export async function setTaken(
  tx: Tx,
  scope: Scope,
  key: Key,
  { creditsTaken, moves }: { creditsTaken: bigint; moves: number },
) {
  await tx.update(reversals).set({ creditsTaken, moves }).where(isCharge(scope, key));
}

/** The micro-credits that an invoice (its id, as SQL) gave a workspace, or an org, with what of them is still owed; text. */
export function givenBy({ workspaceUid }: Scope, invoiceId: SQL): SQL {
  const isIts = sql`workspace_uid = ${workspaceUid} and id in ('grant:inv:' || ${invoiceId}, 'sale:inv:' || ${invoiceId})`;
  return sql`(select coalesce(sum(amount), 0)::text from (
    select amount from credit_transfers where ${isIts} union all select amount from credit_debts where ${isIts}) moved)`;
}

export async function sumGiven(tx: Tx, scope: Scope, invoiceId: string): Promise<bigint> {
  const { rows } = (await tx.execute(sql`select ${givenBy(scope, sql`${invoiceId}::text`)} as given`)) as unknown as {
    rows: { given: string }[];
  };
  return BigInt(rows[0]?.given ?? 0);
}

export type Owed = { id: string; from: string; to: string; amount: bigint; advance: bigint };
type Lines = { kind: string; lineFrom: string | null; lineTo: string | null };

export async function callOwe(tx: Tx, scope: Scope, owed: Owed & Lines): Promise<void> {
  const { id, from, to, amount, kind, lineFrom, lineTo, advance } = owed;
  await tx.execute(sql`
    select credit_owe(${scope.workspaceUid}, ${id}, ${from}, ${to}, ${amount}::bigint, ${kind}, ${lineFrom}, ${lineTo}, ${advance}::bigint)`);
}

/** The key of an account: an org's, or (null) the workspace's own. */
export const keyOf = (scope: Scope, orgId: OrgId | null): string =>
  orgId === null ? `workspace:${scope.workspaceUid}` : `org:${orgId}`;
