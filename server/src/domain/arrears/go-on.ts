import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { findAgencyFace } from '../agencies/find-agency-face.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { listOrgPayers } from '../clients/list-org-payers.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';
import { readInvoice } from '../invoices/keep-invoice.ts';
import { listPayingAddressesWithin } from '../members/list-member-addresses.ts';
import { keyOf } from '../orders/orders.rules.ts';
import type { PaymentProvider, PayObject } from '../payments/payments.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { findWorkspaceName } from '../workspaces/find-workspace-owner.ts';
import { type ArrearsRow, type ClaimedArrears, lockClaimed, noteDone } from './arrears.queries.ts';
import { billingPage, dayIn, endOf, nextAt, stepOf, sumIn } from './arrears.rules.ts';

export type ArrearsDeps = {
  database: Database;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  payments: PaymentProvider;
  objects: { look(object: PayObject): Promise<void> };
  clock: () => Date;
  secretKey: string;
  publicUrl: string | null;
};

/**
 * One step of what is not paid: a mail whose day has come, or the end of the plan. What is there is looked at before, so that nobody is
 * told of what they have paid while its event was lost.
 */
export async function goOn(deps: ArrearsDeps, claimed: ClaimedArrears): Promise<void> {
  const { database, payments, objects } = deps;
  const scope = deps.makeScope(claimed.workspaceUid);
  const { account, invoiceId } = claimed;
  const found = await payments.findInvoice(account, invoiceId);
  if (found?.status !== 'open') await objects.look({ account, kind: 'invoice', id: invoiceId });
  const isEnding = await database.transaction(scope, async (tx) => {
    const row = await lockClaimed(tx, scope, claimed);
    if (!row) {
      await noteDone(tx, scope, claimed, {});
      return false;
    }
    const step = stepOf(row, deps.clock());
    if (step === 'end') {
      if (!row.isEnding) await noteEnd(tx, scope, row);
      await noteDone(tx, scope, claimed, { isEnding: true }, true);
      return true;
    }
    const told = step === 'wait' ? row.told : step.mail + 1;
    if (step !== 'wait') await mail(deps, tx, scope, row, step.mail);
    await noteDone(tx, scope, claimed, { told, nextAt: nextAt({ ...row, told }), failures: 0 });
    return false;
  });
  if (isEnding) await end(deps, scope, claimed);
}

const noteEnd = (tx: Tx, scope: Scope, { subscriptionId, invoiceId, since }: ArrearsRow) =>
  recordAudit(tx, scope, {
    ...{ actor: 'system', action: 'plan.end_unpaid', target: subscriptionId },
    details: { invoiceId, since: since.toISOString() },
  });

/** To everybody who may pay, in the transaction that notes it: a mail leaves once, whoever dies. */
async function mail(deps: ArrearsDeps, tx: Tx, scope: Scope, row: ArrearsRow, which: number) {
  const { invoiceId, since } = row;
  const invoice = await readInvoice(tx, scope, invoiceId);
  if (!invoice) return;
  if (row.account !== '') return mailOrg(deps, tx, scope, { row, invoice, which });
  const workspaceName = await findWorkspaceName(tx, scope);
  const url = billingPage(deps.publicUrl, deps.database.region, scope.workspaceUid);
  for (const { email, language } of await listPayingAddressesWithin(deps, tx, scope.workspaceUid)) {
    const sum = sumIn(language, invoice.total, invoice.currency);
    const props = { workspaceName, sum, endsOn: dayIn(language, endOf(since)), which, isClient: false, url };
    await queueWhereAllowed(deps, tx, scope, { template: 'payment_overdue', to: email, language, props });
  }
}

type Owed = { row: ArrearsRow; invoice: { total: number; currency: string; pageUrl: string }; which: number };

/** In the agency's name, to the people of the org that pays; the link leads to the provider's page of the invoice. */
async function mailOrg(deps: ArrearsDeps, tx: Tx, scope: Scope, { row, invoice, which }: Owed) {
  const payers = await listOrgPayers(tx, scope, row.payerId);
  const agency = await findAgencyFace(deps, tx, scope);
  for (const { orgName, email, language } of payers) {
    const sum = sumIn(language, invoice.total, invoice.currency);
    const said = { workspaceName: orgName, sum, endsOn: dayIn(language, endOf(row.since)), which, isClient: true };
    const props = { ...said, url: invoice.pageUrl };
    const brand = agency ? { brandName: agency.name } : {};
    await queueWhereAllowed(deps, tx, scope, { template: 'payment_overdue', to: email, language, ...brand, props });
  }
}

/**
 * The invoice first, that nobody pays for a plan that is gone; then the plan. Each is looked at, and what is there decides: who was faster
 * and paid keeps it.
 */
async function end({ payments, objects, database, clock }: ArrearsDeps, scope: Scope, claimed: ClaimedArrears) {
  const { invoiceId, subscriptionId, failures, account } = claimed;
  const invoice = await payments.findInvoice(account, invoiceId);
  if (invoice?.status === 'open')
    await unlessRefused(payments.voidInvoice(account, invoiceId, keyOf(invoiceId, 'void', failures)));
  await objects.look({ account, kind: 'invoice', id: invoiceId });
  const isOwed = await database.transaction(scope, (tx) => lockClaimed(tx, scope, claimed));
  if (isOwed) {
    const subscription = await payments.findSubscription(account, subscriptionId);
    if (subscription && subscription.status !== 'canceled')
      await unlessRefused(payments.endSubscription(account, subscriptionId, keyOf(invoiceId, 'end', failures)));
    await objects.look({ account, kind: 'subscription', id: subscriptionId });
  }
  // Over by now; else what did not come about is tried again.
  const next = new Date(clock().getTime() + 60_000);
  await database.transaction(scope, async (tx) => {
    const row = await lockClaimed(tx, scope, claimed);
    await noteDone(tx, scope, claimed, row ? { nextAt: next } : {});
  });
}

/** What is there tells. */
const unlessRefused = (call: Promise<unknown>) =>
  call.catch((error: unknown) => {
    if (!(error instanceof VendorFailure) || error.kind !== 'invalid') throw error;
  });
