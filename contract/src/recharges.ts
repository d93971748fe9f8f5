import { oc } from '@orpc/contract';
import * as z from 'zod';
import { WorkspaceUid } from './ids.ts';
import { byQuote, Order } from './orders.ts';
import { CURRENCIES, TopUpWanted } from './quotes.ts';
import { RECHARGE } from './recharge-steps.ts';

export const stepped = ({ min, max, step }: { min: number; max: number; step: number }) =>
  z.number().int().min(min).max(max).multipleOf(step);

export const RECHARGE_STANDINGS = [
  ...(['off', 'ready', 'on_its_way', 'retrying', 'paused'] as const),
  ...(['free_plan', 'no_card', 'past_due', 'blocked', 'monthly_limit', 'daily_limit', 'not_sold'] as const),
] as const;
export type RechargeStanding = (typeof RECHARGE_STANDINGS)[number];

export const PAUSE_REASONS = ['declined', 'holder_needed', 'card_refused'] as const;

/** As it stands now. Sums of the month with tax, in the smallest unit. */
export const Recharge = z.object({
  automaticBilling: z.boolean(),
  internal: z.object({
    autochargeCreditThreshold: z.number().int().describe('Credits'),
    autochargeCreditAmount: z.number().int().describe('Before tax, in the currency'),
    monthlyChargeLimit: z.number().int().describe('With tax, in the currency; 0: no limit'),
  }),
  standing: z.enum(RECHARGE_STANDINGS).describe('Why it does or does not recharge'),
  pausedReason: z.enum(PAUSE_REASONS).nullable(),
  nextTryAt: z.number().int().nullable().describe('Unix seconds; null where nothing is tried again'),
  currency: z.enum(CURRENCIES),
  symbol: z.string(),
  each: z.number().int().describe('What one recharge takes, with tax'),
  charged: z.number().int().describe('In this month (UTC)'),
});
export type Recharge = z.infer<typeof Recharge>;

const ignored = (why: string) => z.string().max(20).optional().describe(`Accepted and ignored: ${why}`);

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Billing'], successStatus: 200 });

export const rechargesContract = {
  topUp: route('POST', '/stripe/top-up-usd', 'Buy credits with the card that is charged')
    .input(
      z.object({
        userId: WorkspaceUid,
        region: ignored('the path says it'),
        amount: TopUpWanted.shape.amount,
        currency: z
          .string()
          .trim()
          .toLowerCase()
          .pipe(z.enum(CURRENCIES))
          .optional()
          .describe('What the caller believes to be charged in; another one is refused'),
        quoteId: byQuote,
      }),
    )
    .output(Order.extend({ message: z.string() })),
  get: route(
    'GET',
    '/v2/workspaces/{uid}/recharge',
    'Get when credits are bought by themselves, and what stands against it',
  )
    .input(z.object({ uid: WorkspaceUid }))
    .output(Recharge),
  save: route('POST', '/rpc/postChangeAutoBilling', 'Set when credits are bought by themselves')
    .input(
      z.object({
        uid: WorkspaceUid,
        autoBilling: z.boolean(),
        threshold: stepped(RECHARGE.threshold).optional().describe('Credits; as it is where nothing is said'),
        amount: stepped(RECHARGE.amount)
          .optional()
          .describe('Before tax, in the currency; as it is where nothing is said'),
        monthlyChargeLimit: stepped(RECHARGE.monthlyLimit)
          .optional()
          .describe('With tax, in the currency; 0: no limit; as it is where nothing is said'),
      }),
    )
    .output(z.object({ success: z.boolean(), message: z.string(), recharge: Recharge })),
  tryAgain: route('POST', '/v2/workspaces/{uid}/recharge/try-again', 'Go on with a paused recharge, once')
    .input(z.object({ uid: WorkspaceUid }))
    .output(Recharge),
};
