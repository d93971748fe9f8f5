import { LeaseLost } from '../../db/lease.ts';
import type { PayInvoice } from '../payments/invoices.ports.ts';
import { PaymentDeclined, type PaymentProvider } from '../payments/payments.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { driveCheckout } from './drive-checkout.ts';
import type { DriveDeps } from './orders.ports.ts';
import { FINAL, isTooOld, keyOf, lookAgainAt, retryMs, type Step, stepOf } from './orders.rules.ts';
import { type ClaimedOrder, giveBack, noteOrder } from './orders.system.queries.ts';

/** More than any order takes: one that goes in a circle is given back. */
const CALLS_MAX = 10;

/**
 * Brings an order that is leased as far as it goes: paid, waiting for the card's holder, or ended. Whatever becomes of it is then looked at
 * and applied as after an event (decision 60): nothing here gives credits.
 */
export async function driveOrder(deps: DriveDeps, order: ClaimedOrder): Promise<void> {
  const { database, systemScope, objects, clock, log } = deps;
  try {
    const made = order.purpose === 'client_plan' ? await sell(deps, order) : await charge(deps, order);
    if (made) await objects.look({ account: order.account, kind: 'invoice', id: made.id });
    const back = { nextAt: lookAgainAt(order, clock()), failures: 0 };
    await database.transaction(systemScope, (tx) => giveBack(tx, systemScope, order, back));
  } catch (error) {
    // Over meanwhile, as by an event that was faster, or another's: whoever waits for it reads what became of it.
    if (error instanceof LeaseLost) {
      const back = { nextAt: lookAgainAt(order, clock()), failures: order.failures };
      return database.transaction(systemScope, (tx) => giveBack(tx, systemScope, order, back));
    }
    if (!(error instanceof VendorFailure)) throw error;
    const failures = order.failures + 1;
    log.warn({ err: error, order: order.id, failures }, 'orders: a step failed; it is tried again');
    const back = { nextAt: new Date(clock().getTime() + retryMs(failures)), failures };
    await database.transaction(systemScope, (tx) => giveBack(tx, systemScope, order, back));
  }
}

type Known = Parameters<typeof noteOrder>[3];

/** Writes down what is known of an order, while it is ours, and answers it as it is then. */
function noting({ database, systemScope }: DriveDeps, claimed: ClaimedOrder) {
  let order = claimed;
  return async (known: Known): Promise<ClaimedOrder> => {
    const isOurs = await database.transaction(systemScope, (tx) => noteOrder(tx, systemScope, order, known));
    if (!isOurs) throw new LeaseLost();
    order = { ...order, ...known };
    return order;
  };
}

const sell = (deps: DriveDeps, order: ClaimedOrder) => driveCheckout(deps, order, noting(deps, order));

/** Call after call, each as what is there asks for it. Null: nothing is there, and the order is over. */
async function charge(deps: DriveDeps, claimed: ClaimedOrder): Promise<PayInvoice | null> {
  const { log } = deps;
  let order = claimed;
  const noted = noting(deps, claimed);
  const note = async (known: Known) => {
    order = await noted(known);
  };
  // What became of the last call nobody knows: what is there is looked at before anything is asked for again.
  let invoice = order.state === 'open' ? null : await findMade(deps, order);
  if (isTooOld(order, deps.clock()) && order.ending === null) await note({ ending: 'expired' });
  for (let calls = 0; calls < CALLS_MAX; calls += 1) {
    if (invoice && order.invoiceId === null)
      await note({ invoiceId: invoice.id, subscriptionId: invoice.subscriptionId });
    const step = stepOf(order, invoice);
    if (step === 'look') return invoice;
    if (step === 'end') {
      await note({ state: order.ending === 'canceled' ? 'void' : 'failed', nextAt: null });
      return null;
    }
    if ('ending' in step) {
      if (step.ending === 'other_total')
        log.error(
          { order: order.id, invoice },
          'orders: the provider asks for another sum than the quote; nothing is sold',
        );
      await note({ ending: step.ending, declineCode: step.declineCode });
      continue;
    }
    if (order.state === 'open') await note({ state: 'sent' });
    const made = await callStep(deps, order, { step, invoice });
    if (made === 'refused' || made === 'other_total') await note({ ending: made });
    else if (made instanceof PaymentDeclined)
      await note({ ending: 'declined', declineCode: made.isFinal ? FINAL : made.code });
    else invoice = made;
  }
  return invoice;
}

type Call = Extract<Step, { call: string }>;

/** The invoice as the call left it, null where it left none; or that the provider says no, for good. */
async function callStep(
  deps: DriveDeps,
  order: ClaimedOrder,
  { step, invoice }: { step: Call; invoice: PayInvoice | null },
): Promise<PayInvoice | null | 'refused' | 'other_total' | PaymentDeclined> {
  try {
    if (step.call === 'change' && !(await isStillSo(deps, order))) return 'other_total';
    return await call(deps, order, { step, invoice });
  } catch (error) {
    if (!isNo(error)) throw error;
    // What is there does not say that this card is of no use any more; whether it was paid is told when it is made void.
    if (error instanceof PaymentDeclined && error.isFinal && order.isHolderAway) return error;
    // Somebody else may have been faster, or the bank has said no: that is told by what is there now.
    const found = await findMade(deps, order);
    const next = stepOf(order, found);
    const isSame = typeof next === 'object' && 'call' in next && next.call === step.call;
    if (!isSame) return found;
    if (error instanceof PaymentDeclined) return error;
    if (step.call === 'void' || step.call === 'delete') throw error;
    deps.log.error({ err: error, order: order.id, step: step.call }, 'orders: the provider refuses; nothing is sold');
    return 'refused';
  }
}

/** Nothing was done, and asking again is of no use. */
const isNo = (error: unknown): error is VendorFailure =>
  error instanceof VendorFailure && (error.kind === 'invalid' || error.kind === 'not_found');

async function call(
  { payments }: DriveDeps,
  order: ClaimedOrder,
  { step, invoice }: { step: Call; invoice: PayInvoice | null },
): Promise<PayInvoice | null> {
  const { account, customerId, currency, sale, id: orderId, isHolderAway } = order;
  const key = keyOf(orderId, step.call, order.failures);
  const id = invoice?.id ?? '';
  const [line = { name: '', amount: 0 }] = sale.lines;
  switch (step.call) {
    case 'invoice': {
      const sold = { customerId, currency, orderId };
      return payments.createInvoice(account, { ...sold, taxRateId: sale.taxRateId, fee: sale.fee ?? 0 }, key);
    }
    case 'subscribe': {
      const { planKey, taxRateId, promotionCodeId } = sale;
      const lines = sale.lines.flatMap(({ priceId, quantity }) => (priceId === null ? [] : [{ priceId, quantity }]));
      const sold = { lines, taxRateId, promotionCodeId, planKey: planKey ?? '' };
      return payments.createSubscription(account, { customerId, orderId, ...sold }, key);
    }
    case 'change':
      return sale.change ? payments.changeItems(account, sale.change, key) : null;
    case 'line':
      return payments.addInvoiceLine(account, id, { name: line.name, amount: line.amount }, key);
    case 'finalize':
      return payments.finalizeInvoice(account, id, key);
    case 'pay':
      return payments.payInvoice(account, id, { isHolderAway }, key);
    case 'void':
      return giveUp(payments, order, { invoice, key });
    case 'delete':
      await payments.deleteInvoice(account, id, key);
      return null;
  }
}

/** A change is charged by the call that makes it: whether it costs what was quoted has to be asked before. */
async function isStillSo({ payments, log }: DriveDeps, { account, sale, amount, currency, id }: ClaimedOrder) {
  if (!sale.change) return false;
  const theirs = await payments.previewChange(account, sale.change);
  const isSame = theirs.total === amount && theirs.currency === currency;
  if (!isSame) log.error({ order: id, amount, currency, theirs }, 'orders: a change costs another sum than the quote');
  return isSame;
}

/** A subscription that nobody has paid for ends, and its invoice with it; else there would be another one to pay. */
async function giveUp(
  payments: PaymentProvider,
  { account, purpose }: ClaimedOrder,
  { invoice, key }: { invoice: PayInvoice | null; key: string },
): Promise<PayInvoice | null> {
  const { id = '', subscriptionId = null } = invoice ?? {};
  // With the invoice of a change goes the change, and the subscription stays as it is.
  if (subscriptionId === null || purpose === 'addons') return payments.voidInvoice(account, id, key);
  const subscription = await payments.findSubscription(account, subscriptionId);
  // Paid in this moment: what is there is looked at again.
  if (subscription?.status === 'incomplete') await payments.endSubscription(account, subscriptionId, key);
  const left = await payments.findInvoice(account, id);
  return left?.status === 'open' && subscription?.status !== 'active'
    ? payments.voidInvoice(account, id, `${key}:invoice`)
    : left;
}

function findMade({ payments }: DriveDeps, { account, invoiceId, customerId, id, sale }: ClaimedOrder) {
  if (invoiceId !== null) return payments.findInvoice(account, invoiceId);
  if (sale.change) return payments.findChangeInvoice(account, sale.change);
  return payments.findOrderInvoice(account, { customerId, orderId: id });
}
