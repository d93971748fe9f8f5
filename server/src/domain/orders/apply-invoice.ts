import type { OrgId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import { grantCredits } from '../billing/grant-credits.ts';
import { sellCredits } from '../credit-sales/sell-credits.ts';
import { keepInvoice } from '../invoices/keep-invoice.ts';
import type { ApplyDeps } from '../payments/apply-customer.ts';
import type { PayInvoice } from '../payments/invoices.ports.ts';
import { lockPayerOf } from '../payments/lock-payer.ts';
import { settleReversals } from '../reversals/settle-reversals.ts';
import { noteFirstPayment } from '../workspaces/note-payment.ts';
import type { OrderRow } from './orders.queries.ts';
import { lockOrderOf, setState } from './orders.system.queries.ts';

/** Writes down what an invoice says of its order, and gives what is paid, once; add-ons, which their subscription has, are seen to elsewhere. */
export async function applyInvoice(deps: ApplyDeps, tx: Tx, account: string, found: PayInvoice): Promise<void> {
  const { systemScope } = deps;
  const payer = await lockPayerOf(tx, systemScope, { account, customerId: found.customerId });
  if (!payer) return;
  const scope = deps.makeScope(payer.workspaceUid);
  await deps.database.within(tx, scope, () => keepInvoice(tx, scope, { account, payerId: payer.id, found }));
  const { orderId, changedAt } = found;
  const of = { account, invoiceId: found.id, orderId, changedAt, payerId: payer.id };
  const order = await lockOrderOf(tx, systemScope, of);
  if (order) await settleOrder(deps, tx, { order, orgId: payer.orgId }, found);
}

type Ordered = { order: OrderRow; orgId: OrgId | null };

async function settleOrder(deps: ApplyDeps, tx: Tx, { order, orgId }: Ordered, found: PayInvoice): Promise<void> {
  const { systemScope } = deps;
  const set = (known: Parameters<typeof setState>[3]) =>
    setState(tx, systemScope, order.id, { invoiceId: found.id, subscriptionId: found.subscriptionId, ...known });
  if (found.status === 'paid') {
    // Whatever was to become of it: who paid gets what they paid for.
    await set({ state: 'paid', nextAt: null });
    await give(deps, tx, { order, orgId }, found.id);
  } else if (found.status === 'void')
    await set({ state: order.ending === 'declined' || order.ending === 'canceled' ? 'void' : 'failed', nextAt: null });
  else if (order.nextAt === null) return;
  else if (found.intent?.status === 'action') await set({ state: 'action' });
  // The bank said no while nobody of ours was there: the driver ends it.
  else if (found.intent?.status === 'failed') await set({ state: 'sent', nextAt: deps.clock() });
}

/** The account is locked last. A plan gives its credits with each period, and is seen to elsewhere. */
async function give({ database, makeScope }: ApplyDeps, tx: Tx, { order, orgId }: Ordered, invoiceId: string) {
  const scope = makeScope(order.workspaceUid);
  await database.within(tx, scope, async () => {
    const id = `inv:${invoiceId}`;
    if (orgId === null) await noteFirstPayment(tx, scope);
    if (order.purpose === 'top_up')
      await grantCredits(tx, scope, { id, amountMicro: order.credits, featureKey: 'top_up' });
    if (order.purpose === 'client_credits' && orgId !== null)
      await sellCredits(tx, scope, { id, orgId, amountMicro: order.credits });
    await settleReversals(tx, scope, { account: order.account, invoiceId, orgId });
  });
}
