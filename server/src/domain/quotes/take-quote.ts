import { fail } from '@antiphon/contract/errors';
import type { PayerId, QuoteId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { lockTheirs, type QuoteRow, setOrdered } from './quotes.queries.ts';

export type { QuoteRow };

/** Whoever else orders by it waits. Fails with `quote_over` where it is not theirs. */
export async function lockQuote(tx: Tx, scope: Scope, of: { id: QuoteId; payerId: PayerId }): Promise<QuoteRow> {
  return (await lockTheirs(tx, scope, of)) ?? fail('quote_over');
}

/** Fails with `quote_over` where it was ordered by, its time is over, or the payer has moved since. */
export function demandValid(
  quote: QuoteRow,
  payer: { country: string | null; currency: string | null },
  now: Date,
): void {
  const isSame = quote.country === payer.country && (payer.currency ?? quote.currency) === quote.currency;
  if (quote.isOrdered || quote.expiresAt <= now || !isSame) fail('quote_over');
}

export const markOrdered = (tx: Tx, scope: Scope, id: QuoteId) => setOrdered(tx, scope, id);
