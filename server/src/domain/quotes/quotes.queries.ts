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
