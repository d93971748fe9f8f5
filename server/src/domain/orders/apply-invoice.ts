import type { Tx } from '../../db/database.ts';
import { grantCredits } from '../billing/grant-credits.ts';
import type { Apply, ApplyDeps } from '../payments/apply-customer.ts';
import type { PayInvoice } from '../payments/invoices.ports.ts';
import { lockPayerOf } from '../payments/lock-payer.ts';
import type { PaymentProvider, PayObject } from '../payments/payments.ports.ts';
import { noteFirstPayment } from '../workspaces/note-first-payment.ts';
import type { OrderRow } from './orders.queries.ts';
import { lockOrderOf, setState } from './orders.system.queries.ts';

/** Fetches an invoice: what it says of its order is so, and what is paid is given, once. */
export async function fetchInvoice(deps: ApplyDeps, payments: PaymentProvider, object: PayObject): Promise<Apply> {
  const { account, id } = object;
  const found = await payments.findInvoice(account, id);
  return async (tx) => {
    if (!found) return;
    const { systemScope } = deps;
    const payer = await lockPayerOf(tx, systemScope, { account, customerId: found.customerId });
    if (!payer) return;
    const of = { account, invoiceId: id, orderId: found.orderId, payerId: payer.id };
    const order = await lockOrderOf(tx, systemScope, of);
    if (order) await settleOrder(deps, tx, order, found);
  };
}

async function settleOrder(deps: ApplyDeps, tx: Tx, order: OrderRow, found: PayInvoice): Promise<void> {
  const { systemScope } = deps;
  const set = (known: Parameters<typeof setState>[3]) =>
    setState(tx, systemScope, order.id, { invoiceId: found.id, ...known });
  if (found.status === 'paid') {
    // Whatever was to become of it: who paid gets what they paid for.
    await set({ state: 'paid', nextAt: null });
    await give(deps, tx, order, found.id);
  } else if (found.status === 'void')
    await set({ state: order.ending === 'declined' || order.ending === 'canceled' ? 'void' : 'failed', nextAt: null });
  else if (order.nextAt === null) return;
  else if (found.intent?.status === 'action') await set({ state: 'action' });
  // The bank said no while nobody of ours was there: the driver ends it.
  else if (found.intent?.status === 'failed') await set({ state: 'sent', nextAt: deps.clock() });
}

/** The account is locked last. */
async function give({ database, makeScope }: ApplyDeps, tx: Tx, order: OrderRow, invoiceId: string): Promise<void> {
  const scope = makeScope(order.workspaceUid);
  await database.within(tx, scope, async () => {
    await noteFirstPayment(tx, scope);
    await grantCredits(tx, scope, { id: `inv:${invoiceId}`, amountMicro: order.credits, featureKey: 'top_up' });
  });
}
