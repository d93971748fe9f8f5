import { oc } from '@orpc/contract';
import * as z from 'zod';
import { NamedOrg } from './client-billing.ts';
import { AgencyPlan } from './connect.ts';
import { InvoiceId, InvoicePayment } from './invoices.ts';
import { PastDue } from './subscriptions.ts';

/** What an org is on: by `priceId` the plan among those that are sold, where it is sold still. */
export const OrgSubscription = z.object({
  id: z.string(),
  status: z
    .enum(['active', 'past_due', 'unpaid'])
    .describe(
      'active: paid for. past_due: the last payment failed and is tried again. unpaid: it gives nothing until it is paid',
    ),
  priceId: z.string(),
});
export type OrgSubscription = z.infer<typeof OrgSubscription>;

export const ClientPlan = OrgSubscription.extend({
  name: z.string(),
  credits: z.number().int().describe('With each payment'),
  price: z.number().describe('US dollars a month, as it was when it was bought'),
  renewsAt: z.number().int().nullable().describe('Unix seconds; null where it ends'),
  cancelsAt: z.number().int().nullable().describe('Unix seconds; null where it goes on'),
  pastDue: PastDue.nullable().describe('Null where the plan is paid for'),
});
export type ClientPlan = z.infer<typeof ClientPlan>;

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Client billing'], successStatus: 200 });

const ignored = (why: string) => z.string().max(2_000).nullish().describe(`Accepted and ignored: ${why}`);

/** What an org subscribes to at its agency. On the agency's host alone. */
export const clientPlansContract = {
  getPlans: route('GET', '/rpc/getPlans', 'List the plans that one’s agency sells')
    .input(z.object({ agencyAccountId: ignored('the server knows it') }))
    .output(z.object({ plans: z.array(AgencyPlan) })),
  getPlan: route('GET', '/client/plan', 'Get the plan that one’s org is on')
    .input(z.object({}))
    .output(z.object({ plan: ClientPlan.nullable() })),
  create: route(
    'POST',
    '/stripe/connect/create-subscription',
    'Get the page on which a plan is paid, open for half an hour',
  )
    .input(
      NamedOrg.extend({
        priceId: z.string().min(1).max(255).describe('Of a plan that is on sale'),
        customerEmail: ignored('the page asks for it'),
        customerId: ignored('the server knows it'),
        successUrl: ignored('the server knows where one is'),
        cancelUrl: ignored('the server knows where one is'),
      }),
    )
    .output(z.object({ sessionUrl: z.string() })),
  cancel: route('POST', '/stripe/connect/cancel-subscription', 'End the plan when its period ends')
    .input(NamedOrg.extend({ subscriptionId: z.string().min(1).max(255) }))
    .output(z.object({ message: z.string(), subscription: ClientPlan })),
  reactivate: route('POST', '/stripe/connect/reactivate-subscription', 'Let a plan go on that was to end')
    .input(NamedOrg.extend({ subscriptionId: z.string().min(1).max(255) }))
    .output(z.object({ message: z.string(), subscription: ClientPlan })),
  getInvoice: route(
    'GET',
    '/client/invoices/{invoiceId}',
    'Get whether what one’s plan owes is paid; an open one is looked at',
  )
    .input(z.object({ invoiceId: InvoiceId }))
    .output(InvoicePayment),
  payInvoice: route(
    'POST',
    '/client/invoices/{invoiceId}/pay',
    'Pay what one’s plan owes, with the card that is charged',
  )
    .input(z.object({ invoiceId: InvoiceId }))
    .output(InvoicePayment),
};
