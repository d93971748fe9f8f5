import { memberProcedure, takeRate } from '../../http/procedures.ts';
import { listInvoices } from './list-invoices.ts';
import { getInvoice, type InvoiceDeps, payInvoice } from './pay-invoice.ts';

/** Whoever tries cards one after the other is not helped by us. */
const PAYMENTS = { max: 20, windowSeconds: 3_600 };
const { invoices } = memberProcedure;

export const invoicesRoutes = (deps: InvoiceDeps) => ({
  list: invoices.list.handler(({ context, input }) => listInvoices(deps, context.member, input)),
  get: invoices.get.handler(({ context, input }) => getInvoice(deps, context.member, input.invoiceId)),
  pay: invoices.pay.handler(async ({ context, input }) => {
    await takeRate(context, [{ key: `invoice:workspace:${context.scope.workspaceUid}`, ...PAYMENTS }]);
    return payInvoice(deps, context.member, input.invoiceId);
  }),
});
