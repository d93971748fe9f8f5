import type { PayCheckout } from '../payments/checkouts.ports.ts';
import type { PayObject } from '../payments/payments.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { DriveDeps } from './orders.ports.ts';
import { keyOf } from './orders.rules.ts';
import type { ClaimedOrder, noteOrder } from './orders.system.queries.ts';

/** Writes down what is about to be done, or was learnt. */
type Note = (known: Parameters<typeof noteOrder>[3]) => Promise<ClaimedOrder>;

/**
 * Brings an order that is paid on a page of the provider's as far as it goes: a page to be shown, or what was bought there. Until its
 * address was written down nobody can have paid on it, so that one whose answer is lost is asked for anew, under the same key. Null:
 * the order is over, or waits for whoever pays.
 */
export async function driveCheckout(deps: DriveDeps, order: ClaimedOrder, note: Note): Promise<PayObject | null> {
  const { payments, clock } = deps;
  const { account } = order;
  const terms = order.sale.checkout;
  const isLate = !terms || clock().getTime() >= terms.expiresAt * 1_000;
  let page = order.checkout && (await payments.findCheckout(account, order.checkout.id));
  if (!page) {
    if (order.ending !== null || isLate || !terms) return over(order, note);
    page = await open(deps, await note({ state: 'sent' }), terms);
    if (!page) return over(await note({ ending: 'refused' }), note);
    if (page.url !== null) await note({ checkout: { id: page.id, url: page.url }, state: 'action' });
  }
  if (page.status === 'open' && (order.ending !== null || isLate)) page = await close(deps, order, page);
  if (page?.status === 'complete') return bought(deps, order, page);
  if (page?.status === 'expired') return over(order, note);
  await note({ state: 'action' });
  return null;
}

type Terms = NonNullable<ClaimedOrder['sale']['checkout']>;

/** Null: the provider says no, for good. */
async function open({ payments, log }: DriveDeps, order: ClaimedOrder, terms: Terms): Promise<PayCheckout | null> {
  const { account, customerId, id: orderId, sale, failures } = order;
  const { feePercent, successUrl, cancelUrl, expiresAt } = terms;
  const priceId = sale.lines[0]?.priceId ?? '';
  const asked = { customerId, orderId, priceId, feePercent, successUrl, cancelUrl };
  try {
    const key = keyOf(orderId, 'checkout', failures);
    return await payments.createCheckout(account, { ...asked, expiresAt: new Date(expiresAt * 1_000) }, key);
  } catch (error) {
    if (!(error instanceof VendorFailure) || !['invalid', 'not_found', 'forbidden'].includes(error.kind)) throw error;
    log.error({ err: error, order: orderId }, 'orders: the provider opens no page; nothing is sold');
    return null;
  }
}

/** Whoever was faster has paid: that is told by what is there now. */
async function close({ payments }: DriveDeps, { account, id, failures }: ClaimedOrder, page: PayCheckout) {
  await payments.expireCheckout(account, page.id, keyOf(id, 'expire', failures)).catch((error: unknown) => {
    if (!(error instanceof VendorFailure) || error.kind !== 'invalid') throw error;
  });
  return payments.findCheckout(account, page.id);
}

/** What is there is looked at, and settles the order. */
async function bought(
  { payments }: DriveDeps,
  { account }: ClaimedOrder,
  page: PayCheckout,
): Promise<PayObject | null> {
  const subscription = await payments.findSubscription(account, page.subscriptionId ?? '');
  const id = subscription?.latestInvoiceId;
  return id ? { account, kind: 'invoice', id } : null;
}

async function over(order: ClaimedOrder, note: Note): Promise<null> {
  await note({
    state: order.ending === 'canceled' ? 'void' : 'failed',
    ending: order.ending ?? 'expired',
    nextAt: null,
  });
  return null;
}
