import type { PayerId, QuoteId } from '@antiphon/contract/ids';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { quotes } from '../../db/schema/quotes.ts';
import type { Scope } from '../../db/scope.ts';

export type QuoteRow = typeof quotes.$inferSelect;

export async function insertQuote(
  tx: Tx,
  scope: Scope,
  quote: Omit<typeof quotes.$inferInsert, 'workspaceUid'>,
): Promise<QuoteRow> {
  const [row] = await tx
    .insert(quotes)
    .values({ ...quote, workspaceUid: scope.workspaceUid })
    .returning();
  return row as QuoteRow;
}

/** Locked until the transaction ends; null where it is not theirs. */
export async function lockTheirs(
  tx: Tx,
  scope: Scope,
  { id, payerId }: { id: QuoteId; payerId: PayerId },
): Promise<QuoteRow | null> {
  const [row] = await tx
    .select()
    .from(quotes)
    .where(and(eq(quotes.workspaceUid, scope.workspaceUid), eq(quotes.id, id), eq(quotes.payerId, payerId)))
    .for('no key update');
  return row ?? null;
}

export async function setOrdered(tx: Tx, scope: Scope, id: QuoteId) {
  await tx
    .update(quotes)
    .set({ isOrdered: true })
    .where(and(eq(quotes.workspaceUid, scope.workspaceUid), eq(quotes.id, id)));
}

/** Unix seconds. */
export async function findLastChange(tx: Tx, scope: Scope, payerId: PayerId): Promise<number> {
  const [row] = await tx
    .select({ at: sql<string | null>`max((${quotes.wanted}->'change'->>'prorationAt')::bigint)` })
    .from(quotes)
    .where(and(eq(quotes.workspaceUid, scope.workspaceUid), eq(quotes.payerId, payerId), eq(quotes.purpose, 'addons')));
  return Number(row?.at ?? 0);
}
