import { oc } from '@orpc/contract';
import * as z from 'zod';
import { WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { PLAN_FAULTS } from './plan-faults.ts';

/** What an agency sells to its clients, every month. */
export const AgencyPlan = z.object({
  productId: z.string().describe('By which it is saved again'),
  priceId: z.string().describe('By which it is bought; empty while it is not on sale'),
  name: z.string(),
  price: z.number().describe('US dollars a month: the credits times the final price of a credit'),
  credits: z.number().int(),
  features: z.array(z.string()),
  isPopular: z.boolean(),
});
export type AgencyPlan = z.infer<typeof AgencyPlan>;

const GivenPlan = z.object({
  productId: z.string().max(60).nullish().describe('Of a plan that is there already'),
  priceId: z.string().max(255).nullish().describe('Accepted and ignored'),
  name: z.string().trim().min(1, PLAN_FAULTS.name).max(limits.agencyPlanNameCharsMax),
  price: z.number().nullish().describe('Must be what the credits cost: it is counted here'),
  credits: z
    .number()
    .int(PLAN_FAULTS.credits)
    .min(limits.agencyPlanCreditsMin, PLAN_FAULTS.credits)
    .max(limits.agencyPlanCreditsMax, PLAN_FAULTS.credits),
  features: z
    .array(z.string().trim().min(1, PLAN_FAULTS.feature).max(limits.agencyPlanFeatureCharsMax))
    .min(1, PLAN_FAULTS.feature)
    .max(limits.agencyPlanFeaturesMax, PLAN_FAULTS.features),
  isPopular: z.boolean().default(false),
});
export type GivenPlan = z.infer<typeof GivenPlan>;

/** The account of an agency at the payment provider, on which its clients pay. */
export const StripeConnect = z.object({
  email: z.string(),
  accountId: z.string().describe('Empty until one was made'),
  isConnected: z.boolean().describe('Cards can be charged and money is paid out'),
  payouts_enabled: z.boolean(),
  USDPerToken: z.number().describe('US dollars that the agency adds to the price of a credit'),
  allowPlans: z.boolean(),
  plans: z.array(AgencyPlan),
});

export const ConnectView = z.object({
  stripeConnect: StripeConnect,
  takesCards: z.boolean(),
  isDisconnected: z.boolean().describe('It was connected, and its owner took that back'),
  isPriced: z.boolean().describe('The billing settings were saved'),
  creditUSD: z.number().describe('US dollars that a credit costs before the agency adds to it'),
  feePercent: z.number().describe('Of each payment, for the platform'),
  isLive: z.boolean().describe('False: no money moves'),
});
export type ConnectView = z.infer<typeof ConnectView>;

const PricePerCredit = z
  .number(PLAN_FAULTS.extra)
  .min(0, PLAN_FAULTS.extra)
  .max(limits.extraUsdPerCreditMax, PLAN_FAULTS.extra);

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Auto Billing'], successStatus: 200 });

const ofWorkspace = z.object({ workspace: WorkspaceUid.describe('Its uid') });

export const connectContract = {
  get: route('GET', '/v2/workspaces/{uid}/connect', 'Get the account on which clients pay, and what is sold there')
    .input(z.object({ uid: WorkspaceUid }))
    .output(ConnectView),
  refresh: route('POST', '/v2/workspaces/{uid}/connect/refresh', 'Ask the payment provider how far the account is')
    .input(z.object({ uid: WorkspaceUid }))
    .output(ConnectView),
  createAccount: route('POST', '/stripe/connect/create-account', 'Make an account at the payment provider, once')
    .input(ofWorkspace)
    .output(z.object({ success: z.literal(true), accountId: z.string() })),
  createAccountLink: route('POST', '/stripe/connect/account-link', 'Where the account is set up: once, within minutes')
    .input(ofWorkspace)
    .output(z.object({ redirectUrl: z.string() })),
  saveSettings: route('POST', '/v2/workspaces/{uid}/connect', 'Save what a credit costs, and whether plans are sold')
    .input(z.object({ uid: WorkspaceUid, USDPerToken: PricePerCredit, allowPlans: z.boolean() }))
    .output(ConnectView),
  upsertPlans: route('POST', '/rpc/upsertAgencyPlans', 'Save the plans: the ones that are not sent are sold no more')
    .input(
      z.object({
        workspaceId: WorkspaceUid,
        agencyAccountId: z.string().max(255).nullish().describe('Accepted and ignored: the server knows it'),
        plans: z.array(GivenPlan).max(limits.agencyPlansMax),
      }),
    )
    .output(z.object({ success: z.literal(true), updatedPlans: z.array(AgencyPlan) })),
  proposePlans: route(
    'POST',
    '/rpc/assemblePreBuiltPlansFromStripe',
    'Propose plans from the monthly prices in US dollars that stand on the account',
  )
    .input(z.object({ workspaceId: WorkspaceUid }))
    .output(z.object({ plans: z.array(AgencyPlan) })),
};
