import type { InvoicePayment } from '@antiphon/contract/invoices';
import { type Buyer, demandShop } from '../client-billing/demand-org-payer.ts';
import { actorOf } from '../identity/identity.policy.ts';
import { type Debtor, getInvoiceOf, type InvoiceDeps, payInvoiceOf } from '../invoices/pay-invoice.ts';

/** What a client's org owes its agency for a further month, charged to the org's card. */
export const payOwed = async (deps: InvoiceDeps, buyer: Buyer, id: string): Promise<InvoicePayment> =>
  payInvoiceOf(deps, await debtorOf(deps, buyer), id);

export const getOwed = async (deps: InvoiceDeps, buyer: Buyer, id: string): Promise<InvoicePayment> =>
  getInvoiceOf(deps, await debtorOf(deps, buyer), id);

async function debtorOf({ database }: InvoiceDeps, buyer: Buyer): Promise<Debtor> {
  const { scope, actor } = buyer;
  const { who } = await database.transaction(scope, (tx) => demandShop(tx, buyer));
  return { scope, who, actor: actorOf({ userId: null, client: actor }) };
}
