import type { Invoice } from '@antiphon/contract/invoices';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { demandPayments } from '../payments/demand-payer.ts';
import { listInvoiceRows } from './invoices.queries.ts';
import { type InvoiceDeps, presentInvoice } from './pay-invoice.ts';

type Wanted = { cursor?: string | undefined; limit: number };

/** As they were looked at last: nothing is asked of the provider, so that nobody is shown what another customer has there. */
export async function listInvoices(
  deps: InvoiceDeps,
  member: Member,
  { cursor, limit }: Wanted,
): Promise<{ items: Invoice[]; nextCursor: string | null }> {
  demand(member, 'billing.write');
  demandPayments(deps);
  const { scope } = member;
  const after = readCursor(cursor);
  const rows = await deps.database.transaction(scope, (tx) => listInvoiceRows(tx, scope, { after, limit: limit + 1 }));
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(presentInvoice), nextCursor: last ? writeCursor(last.createdAt, last.id) : null };
}
