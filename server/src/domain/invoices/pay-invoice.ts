import { randomUUID } from 'node:crypto';
import { fail } from '@antiphon/contract/errors';
import type { Invoice, InvoicePayment } from '@antiphon/contract/invoices';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { askProvider, demandPayments, type PayerDeps, type Who } from '../payments/demand-payer.ts';
import { findPayer } from '../payments/lock-payer.ts';
import { PaymentDeclined, type PaymentProvider, type PayObject } from '../payments/payments.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { findInvoice, type InvoiceRow } from './invoices.queries.ts';

export type InvoiceDeps = PayerDeps & { objects: { look(object: PayObject): Promise<void> } };

const MESSAGES = {
  paid: 'The payment is confirmed.',
  void: 'This invoice is void. Nothing is owed.',
  open: 'This invoice is not paid yet.',
};

/** Who owes: the workspace, or an org on its agency's account. */
export type Debtor = { scope: Scope; who: Who; actor: string };

const ownDebtor = (member: Member): Debtor => {
  demand(member, 'billing.write');
  return { scope: member.scope, who: null, actor: actorOf(member) };
};

export const payInvoice = async (deps: InvoiceDeps, member: Member, id: string): Promise<InvoicePayment> =>
  payInvoiceOf(deps, ownDebtor(member), id);

/** Only looks: what a browser says of a payment moves nothing. */
export const getInvoice = async (deps: InvoiceDeps, member: Member, id: string): Promise<InvoicePayment> =>
  getInvoiceOf(deps, ownDebtor(member), id);

/**
 * Charges the card that is on file for what a plan owes. An invoice is paid once, whoever asks for it how often and under whatever key; what
 * is paid is given when it is looked at (decision 60).
 */
export async function payInvoiceOf(deps: InvoiceDeps, debtor: Debtor, id: string): Promise<InvoicePayment> {
  const payments = demandPayments(deps);
  const { database, log } = deps;
  const { scope, actor } = debtor;
  const row = await database.transaction(scope, async (tx) => {
    const { invoice, payer } = await findOwn(tx, debtor, id);
    // What is asked for by an order is that order's to pay.
    if (!invoice.isOfPeriod) fail('not_found');
    if (!payer.card) fail('card_needed');
    if (payer.blocked) fail('forbidden');
    if (invoice.status === 'open') await recordAudit(tx, scope, { actor, action: 'invoice.pay', target: id });
    return invoice;
  });
  if (row.status !== 'open') return lookAt(deps, payments, debtor, id);
  const { account } = row;
  const refusal = await askProvider(
    log,
    payments.payInvoice(account, id, { isHolderAway: false }, randomUUID()).then(() => null, asRefusal),
  );
  const answer = await lookAt(deps, payments, debtor, id);
  return refusal && answer.status === 'open' && !answer.requiresAction ? fail('payment_declined') : answer;
}

/** The bank says no; or somebody was faster, and there is nothing to pay any more. */
const asRefusal = (error: unknown): Error => {
  if (error instanceof PaymentDeclined || (error instanceof VendorFailure && error.kind === 'invalid')) return error;
  throw error;
};

export const getInvoiceOf = async (deps: InvoiceDeps, debtor: Debtor, id: string): Promise<InvoicePayment> =>
  lookAt(deps, demandPayments(deps), debtor, id);

/** Nobody else's is there: not another workspace's, and not that of one of its orgs. */
async function findOwn(tx: Tx, { scope, who }: Debtor, id: string) {
  const [invoice, payer] = [await findInvoice(tx, scope, id), await findPayer(tx, scope, who)];
  return invoice && invoice.payerId === payer?.id ? { invoice, payer } : fail('not_found');
}

async function lookAt(
  { database, log, objects }: InvoiceDeps,
  payments: PaymentProvider,
  debtor: Debtor,
  id: string,
): Promise<InvoicePayment> {
  const read = async () => (await database.transaction(debtor.scope, (tx) => findOwn(tx, debtor, id))).invoice;
  const { account, status } = await read();
  const found = status === 'open' ? await askProvider(log, payments.findInvoice(account, id)) : null;
  if (found && found.status !== 'open') await objects.look({ account, kind: 'invoice', id });
  const row = await read();
  const isAsked = row.status === 'open' && found?.intent?.status === 'action';
  const clientSecret = isAsked ? (found?.intent?.clientSecret ?? null) : null;
  const message = clientSecret === null ? MESSAGES[row.status] : 'Your bank asks you to confirm this payment.';
  return { ...presentInvoice(row), message, requiresAction: clientSecret !== null, clientSecret };
}

export const presentInvoice = ({
  id,
  number,
  createdAt,
  status,
  total,
  currency,
  pageUrl,
  pdfUrl,
}: InvoiceRow): Invoice => ({
  ...{ id, number, created: Math.floor(createdAt.getTime() / 1_000), status, amount: total / 100, currency },
  ...{ hosted_invoice_url: pageUrl, invoice_pdf: pdfUrl },
});
