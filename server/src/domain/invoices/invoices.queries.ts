import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import { type Cursor, isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { invoices } from '../../db/schema/invoices.ts';
import type { Scope } from '../../db/scope.ts';

export type InvoiceRow = typeof invoices.$inferSelect;

const isIn = (scope: Scope) => eq(invoices.workspaceUid, scope.workspaceUid);

/** What was looked at earlier and comes later changes nothing: what is paid or void is so for good, but void may be paid after all. */
export async function putInvoice(tx: Tx, scope: Scope, { account, id, ...known }: Omit<InvoiceRow, 'workspaceUid'>) {
  await tx
    .insert(invoices)
    .values({ account, id, ...known, workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({
      target: [invoices.account, invoices.id],
      set: known,
      setWhere: and(isIn(scope), or(eq(invoices.status, 'open'), sql`excluded.status = 'paid'`)),
    });
}

export async function findInvoice(tx: Tx, scope: Scope, id: string): Promise<InvoiceRow | null> {
  const [row] = await tx
    .select()
    .from(invoices)
    .where(and(isIn(scope), eq(invoices.id, id)));
  return row ?? null;
}

/** The workspace's own, the newest first. */
export const listInvoiceRows = (
  tx: Tx,
  scope: Scope,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<InvoiceRow[]> =>
  tx
    .select()
    .from(invoices)
    .where(
      and(isIn(scope), eq(invoices.account, ''), after ? isBehind(invoices.createdAt, invoices.id, after) : undefined),
    )
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(limit);

/** The newest of a further period that nobody has paid. */
export async function findOpenOf(tx: Tx, scope: Scope, subscriptionId: string): Promise<InvoiceRow | null> {
  const [row] = await tx
    .select()
    .from(invoices)
    .where(
      and(
        ...[isIn(scope), eq(invoices.subscriptionId, subscriptionId), eq(invoices.status, 'open')],
        ...[eq(invoices.isOfPeriod, true), ne(invoices.total, 0)],
      ),
    )
    .orderBy(desc(invoices.createdAt))
    .limit(1);
  return row ?? null;
}
