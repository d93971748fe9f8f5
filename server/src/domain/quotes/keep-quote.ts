import { newQuoteId, type PayerId } from '@antiphon/contract/ids';
import type { Quote } from '@antiphon/contract/quotes';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { toCredits } from '../billing/credits.rules.ts';
import { type Place, symbolOf } from './money.rules.ts';
import { findLastChange, insertQuote, type QuoteRow } from './quotes.queries.ts';

/** Long enough to type a card, too short to wait for another price. */
const LASTS_MS = 30 * 60_000;

type New = Omit<Parameters<typeof insertQuote>[2], 'id' | 'createdAt' | 'expiresAt'>;

export const keepQuote = (tx: Tx, scope: Scope, quote: New, now: Date): Promise<QuoteRow> =>
  insertQuote(tx, scope, {
    ...quote,
    ...{ id: newQuoteId(), createdAt: now, expiresAt: new Date(now.getTime() + LASTS_MS) },
  });

/** From when on the newest quoted change of this payer's was counted, in unix seconds; 0 where there was none. */
export const lastChangeOf = (tx: Tx, scope: Scope, payerId: PayerId): Promise<number> =>
  findLastChange(tx, scope, payerId);

export const presentQuote = (row: QuoteRow, { tax }: Place): Quote => ({
  ...{ quoteId: row.id, purpose: row.purpose, currency: row.currency, symbol: symbolOf(row.currency) },
  lines: row.lines.map(({ priceId: _price, unitAmount: _unit, ...line }) => line),
  ...{ subtotal: row.subtotal, discount: row.discount, discountName: row.discountName, tax: row.tax },
  ...{ taxPercent: tax?.percent ?? 0, taxName: tax?.name ?? null, total: row.total },
  ...{ recurringTotal: row.recurringTotal, credits: toCredits(row.credits) },
  expiresAt: Math.floor(row.expiresAt.getTime() / 1_000),
});
