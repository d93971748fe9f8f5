import { oc } from '@orpc/contract';
import * as z from 'zod';
import { WorkspaceUid } from './ids.ts';
import { PageQuery, page } from './paging.ts';
import { CURRENCIES } from './quotes.ts';

export const InvoiceId = z.string().regex(/^in_\w{1,250}$/);

/** What the payment provider asked for, and whether it was paid. */
export const Invoice = z.object({
  id: z.string().describe('The provider’s'),
  number: z.string(),
  created: z.number().int().describe('Unix seconds'),
  status: z.enum(['open', 'paid', 'void']),
  amount: z.number(),
  currency: z.enum(CURRENCIES),
  hosted_invoice_url: z.string().describe('The provider’s page of it; empty where there is none'),
  invoice_pdf: z.string().describe('Empty where there is none'),
});
export type Invoice = z.infer<typeof Invoice>;

/** As a payment of it is at the moment. */
export const InvoicePayment = Invoice.extend({
  message: z.string(),
  requiresAction: z.boolean(),
  clientSecret: z
    .string()
    .nullable()
    .describe('With which a browser asks the card’s holder; null where nobody is asked'),
});
export type InvoicePayment = z.infer<typeof InvoicePayment>;

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Billing'], successStatus: 200 });
const one = z.object({ uid: WorkspaceUid, invoiceId: InvoiceId });

export const invoicesContract = {
  list: route('GET', '/v2/workspaces/{uid}/invoices', 'List invoices, newest first')
    .input(PageQuery.extend({ uid: WorkspaceUid }))
    .output(page(Invoice)),
  get: route(
    'GET',
    '/v2/workspaces/{uid}/invoices/{invoiceId}',
    'Get whether an invoice is paid; an open one is looked at',
  )
    .input(one)
    .output(InvoicePayment),
  pay: route(
    'POST',
    '/v2/workspaces/{uid}/invoices/{invoiceId}/pay',
    'Pay what a plan owes, with the card that is charged',
  )
    .input(one)
    .output(InvoicePayment),
};
