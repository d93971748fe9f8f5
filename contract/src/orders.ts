import { oc } from '@orpc/contract';
import * as z from 'zod';
import { OrderId, QuoteId, WorkspaceUid } from './ids.ts';
import { CURRENCIES } from './quotes.ts';

/**
 * What became of a payment. paid: it is. action: the card's holder is asked, with `clientSecret`. processing: it is on its way. void: it was given up, or
 * declined. failed: nobody paid in time.
 */
export const Order = z.object({
  orderId: OrderId,
  purpose: z.enum(['top_up', 'subscription', 'addons', 'client_credits', 'client_plan']),
  status: z.enum(['paid', 'action', 'processing', 'void', 'failed']),
  transactionId: z.string().describe('The provider’s id of the invoice; empty where there is none yet'),
  amount: z.number().describe('What is asked for, in the currency'),
  amountPaid: z.number().describe('0 until it is paid'),
  currency: z.enum(CURRENCIES),
  tax: z.object({ amount: z.number(), currency: z.enum(CURRENCIES) }),
  credits: z.number().describe('That it pays for'),
  requiresAction: z.boolean(),
  clientSecret: z
    .string()
    .nullable()
    .describe('With which a browser asks the card’s holder; null where nobody is asked'),
  createdAt: z.number().int().describe('Unix seconds'),
});
export type Order = z.infer<typeof Order>;

/** The quote that was shown, by which the payment is made once; without it the same sum within a minute is the same payment. */
export const byQuote = QuoteId.optional().describe('What was shown: it is ordered by once');

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Billing'], successStatus: 200 });

export const ordersContract = {
  list: route('GET', '/v2/workspaces/{uid}/orders', 'List payments that are not finished, newest first')
    .input(z.object({ uid: WorkspaceUid }))
    .output(z.object({ items: z.array(Order) })),
  get: route('GET', '/v2/workspaces/{uid}/orders/{orderId}', 'Get what became of a payment')
    .input(z.object({ uid: WorkspaceUid, orderId: OrderId }))
    .output(Order),
  cancel: route(
    'POST',
    '/v2/workspaces/{uid}/orders/{orderId}/cancel',
    'Give up a payment that waits for the card’s holder',
  )
    .input(z.object({ uid: WorkspaceUid, orderId: OrderId }))
    .output(Order),
};
