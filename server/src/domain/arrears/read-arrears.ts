import type { PastDue } from '@antiphon/contract/subscriptions';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { readInvoice } from '../invoices/keep-invoice.ts';
import { listOpen } from './arrears.queries.ts';
import { endOf } from './arrears.rules.ts';

const seconds = (time: Date) => Math.floor(time.getTime() / 1_000);

/** What a plan owes, since when, and when it ends; null where it owes nothing. */
export async function readArrears(tx: Tx, scope: Scope, subscriptionId: string): Promise<PastDue | null> {
  const [row] = (await listOpen(tx, scope, subscriptionId)).filter(({ isEnding }) => !isEnding);
  const invoice = row ? await readInvoice(tx, scope, row.invoiceId) : null;
  if (!row || !invoice) return null;
  const { id: invoiceId, total, currency, pageUrl } = invoice;
  return {
    ...{ invoiceId, since: seconds(row.since), endsAt: seconds(endOf(row.since)) },
    ...{ amount: total / 100, currency, hosted_invoice_url: pageUrl },
  };
}
