import type { BillingAccount, ClientInvoice } from '@antiphon/contract/client-billing';
import { fail } from '@antiphon/contract/errors';
import type { PaymentMethod } from '@antiphon/contract/payments';
import { toUsd } from '../connect/connect.rules.ts';
import { demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import { findBillingDetails, findPaymentMethod } from '../payments/find-payment-method.ts';
import { listNewest } from './client-billing.queries.ts';
import { type Buyer, demandNamed, findShop } from './demand-org-payer.ts';

const INVOICES_SHOWN = 4;

type Named = { customerId: string; accountId: string };

export async function getBillingAccount(deps: PayerDeps, buyer: Buyer): Promise<BillingAccount> {
  const { isLive, isStandIn, publishableKey } = demandPayments(deps);
  const { seller, payer } = await deps.database.transaction(buyer.scope, (tx) => findShop(tx, buyer));
  const { account: accountId, isConnected, allowPlans, creditMicroUsd } = seller;
  return {
    ...{ accountId, allowPlans, usdPerCredit: toUsd(creditMicroUsd), customerId: payer?.customerId ?? '' },
    ...{ isConnected, isLive, publishableKey, isStandIn },
  };
}

/** The payer that a path names: it is looked for by the sign-in, and must be the one that is named. */
async function demandCustomer(deps: PayerDeps, buyer: Buyer, named: Named) {
  const payments = demandPayments(deps);
  const { payer, ...shop } = await deps.database.transaction(buyer.scope, (tx) => findShop(tx, buyer));
  demandNamed(named, { ...shop, customerId: payer?.customerId });
  return { payments, payer: payer ?? fail('not_found') };
}

export async function getPaymentMethod(
  deps: PayerDeps,
  buyer: Buyer,
  named: Named,
): Promise<{ paymentMethod: PaymentMethod | null }> {
  const { payments, payer } = await demandCustomer(deps, buyer, named);
  return { paymentMethod: await findPaymentMethod(deps, payments, named.accountId, payer) };
}

export async function getBillingDetails(deps: PayerDeps, buyer: Buyer, named: Named) {
  const { payments } = await demandCustomer(deps, buyer, named);
  return { customer: { id: named.customerId, ...(await findBillingDetails(deps, payments, named)) } };
}

export async function listClientInvoices(
  deps: PayerDeps,
  buyer: Buyer,
  named: Named,
): Promise<{ invoices: { data: ClientInvoice[] } }> {
  const { payer } = await demandCustomer(deps, buyer, named);
  const { scope } = buyer;
  const rows = await deps.database.transaction(scope, (tx) =>
    listNewest(tx, scope, { payerId: payer.id, limit: INVOICES_SHOWN }),
  );
  const data = rows.map(({ id, number, createdAt, status, total, pageUrl }) => ({
    ...{ id, number, created: Math.floor(createdAt.getTime() / 1_000) },
    ...{ status: status as ClientInvoice['status'], amount: total / 100, hosted_invoice_url: pageUrl },
  }));
  return { invoices: { data } };
}
