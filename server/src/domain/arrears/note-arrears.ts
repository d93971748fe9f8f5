import type { PayerId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findOwed, readInvoice } from '../invoices/keep-invoice.ts';
import type { PaySubscription } from '../payments/subscriptions.ports.ts';
import { insertArrears, listOpen, updateArrears } from './arrears.queries.ts';

type Owing = Pick<PaySubscription, 'id' | 'status'> & { payerId: PayerId; account: string };

export const isLate = ({ status }: { status: PaySubscription['status'] }): boolean =>
  status === 'past_due' || status === 'unpaid';

/**
 * What a subscription that was just looked at says of what is owed: it begins, is over, or ends with the plan. Called under the payer's lock,
 * with the invoices written down. Answers since when something is owed; null where nothing is.
 */
export async function noteArrears(tx: Tx, scope: Scope, owing: Owing, now: Date): Promise<Date | null> {
  const { id: subscriptionId, payerId, account } = owing;
  const owed = isLate(owing) ? await findOwed(tx, scope, subscriptionId) : null;
  if (owed)
    await insertArrears(tx, scope, { invoiceId: owed.id, payerId, subscriptionId, account, since: now, nextAt: now });
  let since: Date | null = null;
  for (const row of await listOpen(tx, scope, subscriptionId)) {
    const status = (await readInvoice(tx, scope, row.invoiceId))?.status ?? 'void';
    // What is void while the plan ends is what we ourselves made of it.
    const isOver = status === 'paid' || (status === 'void' && (!row.isEnding || owing.status === 'canceled'));
    if (isOver) await updateArrears(tx, scope, row.invoiceId, { nextAt: null });
    else if (owing.status === 'canceled' && !row.isEnding)
      await updateArrears(tx, scope, row.invoiceId, { isEnding: true, nextAt: now });
    else if (isLate(owing) && row.invoiceId === owed?.id) since = row.since;
  }
  return since;
}
