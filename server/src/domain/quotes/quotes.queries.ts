import type { PayerId, QuoteId } from '@antiphon/contract/ids';
import { and, eq, gt } from 'drizzle-orm';
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

const isTheirs = (scope: Scope, { id, payerId }: { id: QuoteId; payerId: PayerId }) =>
  and(eq(quotes.workspaceUid, scope.workspaceUid), eq(quotes.id, id), eq(quotes.payerId, payerId));

/** Null: it is not theirs, is over, or was ordered by already. */
export async function markOrdered(
  tx: Tx,
  scope: Scope,
  quote: { id: QuoteId; payerId: PayerId; now: Date },
): Promise<QuoteRow | null> {
  const [row] = await tx
    .update(quotes)
    .set({ isOrdered: true })
    .where(and(isTheirs(scope, quote), eq(quotes.isOrdered, false), gt(quotes.expiresAt, quote.now)))
    .returning();
  return row ?? null;
}
