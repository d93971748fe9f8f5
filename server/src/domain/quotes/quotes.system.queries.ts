import { and, eq, lt } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { quotes } from '../../db/schema/quotes.ts';

export const deleteUnordered = (tx: Tx, before: Date, most: number): Promise<number> =>
  deleteSome(tx, quotes, and(eq(quotes.isOrdered, false), lt(quotes.expiresAt, before)), most);
