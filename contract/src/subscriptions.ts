import { oc } from '@orpc/contract';
import * as z from 'zod';
import { WorkspaceUid } from './ids.ts';
import { byQuote, Order } from './orders.ts';
import { PaymentMethod } from './payments.ts';
import { ADDON_IDS, CURRENCIES, DiscountCode, PLAN_IDS, WantedAddon } from './quotes.ts';
import { Region } from './regions.ts';

export const ignored = z.string().max(20).optional().describe('Accepted and ignored: the path says it');
export const userId = { userId: WorkspaceUid, region: ignored };

/** What a plan owes of a further period. */
export const PastDue = z.object({
  invoiceId: z.string(),
  since: z.number().int().describe('Unix seconds'),
  endsAt: z.number().int().describe('Unix seconds: then the plan ends'),
  amount: z.number().describe('What is owed, in the currency'),
  currency: z.enum(CURRENCIES),
  hosted_invoice_url: z.string().describe('Where it can be paid as well'),
});
export type PastDue = z.infer<typeof PastDue>;

/** What a workspace is on. Free where nothing is paid for. */
export const CurrentPlan = z.object({
  name: z.enum(['free', ...PLAN_IDS]),
  status: z.enum(['active', 'past_due', 'unpaid']).describe('Of the free plan: active'),
  subscriptionId: z.string().nullable(),
  renewalDate: z.number().int().nullable().describe('Unix seconds; null where nothing is renewed'),
  cancels: z.boolean(),
  cancelsAt: z.number().int().nullable().describe('Unix seconds'),
  currency: z.enum(CURRENCIES).nullable().describe('Null until something was paid'),
  pastDue: PastDue.nullable().describe('Null where the plan is paid for'),
  addons: z.array(
    z.object({
      addonKey: z.enum(ADDON_IDS),
      quantity: z.number().int().describe('From the next period on'),
      paidQuantity: z.number().int().describe('Until this period ends: at least as many'),
    }),
  ),
});
export type CurrentPlan = z.infer<typeof CurrentPlan>;

/** How a workspace pays, as it was looked at last; of the provider only the address is asked. */
export const UserData = z.object({
  paymentMethod: PaymentMethod.nullable().describe('Null where nothing can be charged'),
  customer: z.object({ id: z.string() }).nullable().describe('Null until a card was typed for the first time'),
  subscriptions: z
    .array(
      z.object({
        id: z.string(),
        status: z.enum(['active', 'past_due', 'unpaid']),
        current_period_end: z.number().int().describe('Unix seconds'),
        cancel_at: z.number().int().nullable().describe('Unix seconds'),
      }),
    )
    .describe('The one that counts; empty on the free plan'),
  internalKeyRef: Region.describe('Whose account at the payment provider it is: each region has its own'),
  currency: z.enum(CURRENCIES).nullable().describe('Null until something was paid'),
  subscriptionItems: z.array(z.object({ key: z.string(), quantity: z.number().int() })),
});
export type UserData = z.infer<typeof UserData>;

/** Enough for a sentence or two. */
const REASON_MAX = 500;

const done = z.object({ message: z.string(), plan: CurrentPlan });

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Billing'], successStatus: 200 });

export const subscriptionsContract = {
  get: route('GET', '/v2/workspaces/{uid}/subscription', 'Get the plan, its add-ons and when it renews or ends')
    .input(z.object({ uid: WorkspaceUid }))
    .output(CurrentPlan),
  getUserData: route('POST', '/stripe/get-user-data', 'Get how the workspace pays, and for what')
    .input(z.object(userId))
    .output(UserData),
  create: route('POST', '/stripe/create-subscription', 'Upgrade, with the card that is charged')
    .input(
      z.object({
        ...userId,
        planId: z.enum(PLAN_IDS),
        addonsToShow: z.array(WantedAddon).max(ADDON_IDS.length).nullish(),
        discountCode: z.union([DiscountCode, z.literal('')]).nullish(),
        quoteId: byQuote,
      }),
    )
    .output(Order.extend({ message: z.string(), subscriptionId: z.string() })),
  getPage: route('POST', '/rpc/createAgencySubscriptionSession', 'Get the page on which the plan is bought')
    .input(z.object({ uid: WorkspaceUid }))
    .output(z.object({ sessionUrl: z.string() })),
  confirm: route(
    'POST',
    '/stripe/confirm-subscription-payment',
    'Ask whether the payment that the holder confirmed has come',
  )
    .input(
      z.object({
        ...userId,
        paymentIntentId: z.string().max(255).optional().describe('Accepted and ignored: what is there is looked at'),
        subscriptionId: z.string().max(255),
      }),
    )
    .output(Order.extend({ message: z.string(), subscriptionId: z.string() })),
  cancel: route('POST', '/stripe/cancel-subscription', 'End the plan when its period ends')
    .input(z.object({ ...userId, reason: z.string().trim().min(1).max(REASON_MAX) }))
    .output(done),
  reactivate: route('POST', '/stripe/reactivate-subscription', 'Let the plan go on after all')
    .input(z.object(userId))
    .output(done),
};
