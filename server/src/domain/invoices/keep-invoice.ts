import type { PayerId } from '@antiphon/contract/ids';
import type { Currency } from '@antiphon/contract/quotes';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { PayInvoice } from '../payments/invoices.ports.ts';
import { findInvoice, findOpenOf, type InvoiceRow, putInvoice } from './invoices.queries.ts';

/** Writes down what was fetched, in the transaction that applies it. A draft may still be thrown away, and is nobody's business. */
export async function keepInvoice(
  tx: Tx,
  scope: Scope,
  { account, payerId, found }: { account: string; payerId: PayerId; found: PayInvoice },
): Promise<void> {
  const { id, status, currency, total, subscriptionId, isOfPeriod, number, pageUrl, pdfUrl, createdAt } = found;
  if (status === 'draft') return;
  await putInvoice(tx, scope, {
    ...{ account, id, payerId, status, currency: currency as Currency, total, subscriptionId, isOfPeriod },
    ...{ number, pageUrl, pdfUrl, createdAt },
  });
}

export const readInvoice = (tx: Tx, scope: Scope, id: string): Promise<InvoiceRow | null> => findInvoice(tx, scope, id);

/** What a plan owes of a further period: the newest invoice that nobody has paid; null where it owes nothing. */
export const findOwed = (tx: Tx, scope: Scope, subscriptionId: string): Promise<InvoiceRow | null> =>
  findOpenOf(tx, scope, subscriptionId);
