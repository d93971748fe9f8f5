import { oc } from '@orpc/contract';
import * as z from 'zod';
import { QuoteId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';

export const CURRENCIES = ['usd', 'eur', 'gbp'] as const;
export type Currency = (typeof CURRENCIES)[number];
export const PLAN_IDS = ['pay_as_you_go'] as const;
export type PlanId = (typeof PLAN_IDS)[number];
export const ADDON_IDS = ['workspace-seat', 'client_seat', 'concurrent-call-line', 'twilio-phone-number'] as const;
export type AddonId = (typeof ADDON_IDS)[number];
export const BILLING_CYCLES = ['monthly', 'yearly'] as const;
export type BillingCycle = (typeof BILLING_CYCLES)[number];

export const ADDON_QUANTITY_MAX = 10;

/** A code as it may be at the provider. */
export const DiscountCode = z
  .string()
  .trim()
  .min(1, 'Please enter a discount code')
  .regex(/^[A-Za-z0-9-]{1,100}$/, 'Invalid discount code');

/** `amount_off` in the smallest unit of its own currency. Of a code that does not count, all else is null. */
export const DiscountAnswer = z.object({
  valid: z.boolean(),
  percent_off: z.number().nullable(),
  amount_off: z.number().int().nullable(),
  currency: z.enum(CURRENCIES).nullable(),
  name: z.string().nullable(),
  duration: z.enum(['forever', 'once', 'repeating']).nullable(),
});
export type DiscountAnswer = z.infer<typeof DiscountAnswer>;

export const WantedAddon = z.object({
  addonId: z.enum(ADDON_IDS),
  quantity: z.number().int().min(1).max(ADDON_QUANTITY_MAX),
});

/** Each add-on once. */
const wantedAddons = z
  .array(WantedAddon)
  .max(ADDON_IDS.length)
  .refine((all) => new Set(all.map(({ addonId }) => addonId)).size === all.length, 'Each add-on may be named once');

export const topUpUsd = z.number().positive().max(limits.topUpUsdMax).describe('In dollars, whatever is charged');

export const TopUpWanted = z.object({ purpose: z.literal('top_up'), amount: topUpUsd });
export const SubscriptionWanted = z.object({
  purpose: z.literal('subscription'),
  planId: z.enum(PLAN_IDS),
  billingCycle: z.enum(BILLING_CYCLES).default('monthly'),
  addons: wantedAddons.default([]),
  discountCode: DiscountCode.nullish(),
});

const minor = z.number().int().describe('In the smallest unit of the currency');

/** What something costs, for half an hour. */
export const Quote = z.object({
  quoteId: QuoteId,
  purpose: z.enum(['top_up', 'subscription', 'addons', 'client_credits', 'client_plan']),
  currency: z.enum(CURRENCIES),
  symbol: z.string(),
  lines: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      quantity: z.number().int(),
      amount: minor,
      discount: minor,
      tax: minor,
    }),
  ),
  subtotal: minor,
  discount: minor,
  discountName: z.string().nullable(),
  tax: minor,
  taxPercent: z.number(),
  taxName: z.string().nullable(),
  total: minor,
  recurringTotal: minor.describe('Of each later period; 0 where it is paid once'),
  credits: z.number().describe('That are given once it is paid'),
  expiresAt: z.number().int().describe('Unix seconds'),
});
export type Quote = z.infer<typeof Quote>;

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Billing'], successStatus: 200 });

export const quotesContract = {
  create: route('POST', '/v2/workspaces/{uid}/quotes', 'Say what something costs, for half an hour')
    .input(
      z.object({
        uid: WorkspaceUid,
        wanted: z.discriminatedUnion('purpose', [TopUpWanted, SubscriptionWanted]),
        country: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .optional()
          .describe('Where the card’s address will be; counts until a card is saved'),
      }),
    )
    .output(Quote),
  checkCode: route('POST', '/stripe/check-discount-code', 'Ask whether a discount code counts: ten an hour')
    .input(
      z.object({
        userId: WorkspaceUid,
        region: z.string().max(20).optional().describe('Accepted and ignored: the path says it'),
        discountCode: DiscountCode,
      }),
    )
    .output(z.object({ discount: DiscountAnswer })),
};
