import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { checkDayRange, dayRange } from './day-range.ts';
import { AgentId, OrgId, WorkspaceUid } from './ids.ts';
import { PageQuery, page } from './paging.ts';

/** One line of what raised or lowered the balance. Credits, not micro-credits. */
export const UsageEntry = z.object({
  id: z.string(),
  amount: z.number().describe('Credits'),
  direction: z.enum(['increase', 'decrease']),
  causedBy: z.enum(['agent', 'feature']),
  agentId: AgentId.nullable(),
  agentTitle: z.string().nullable(),
  featureKey: z.string().describe('Such as text_turn, welcome_credits'),
  conversationId: z.string().nullable(),
  ts: z.number().int().describe('Unix seconds'),
});
export type UsageEntry = z.infer<typeof UsageEntry>;

/** What the workspace is on and what it has left. */
export const BillingAccount = z.object({
  loadTokens: z.number().describe('Credits that can be spent'),
  heldTokens: z.number().describe('Credits set aside for replies being written'),
  owedTokens: z.number().describe('Credits owed for what clients bought: new ones pay these first'),
  lastGrant: z.number().describe('Credits of the last grant'),
  renewsAt: z.number().int().nullable().describe('Unix seconds; null where the plan gives credits once'),
  contactEmail: z.string().nullable().describe('Of whoever runs this installation'),
});
export type BillingAccount = z.infer<typeof BillingAccount>;

const used = { credits: z.number(), answers: z.number().int() };

/** What agents used in some days: per day, and per agent with the most first. */
export const UsageSummary = z.object({
  ...used,
  days: z.array(z.object({ day: z.iso.date(), ...used })),
  items: z.array(z.object({ agentId: AgentId, agentTitle: z.string().nullable(), ...used })),
});
export type UsageSummary = z.infer<typeof UsageSummary>;

const orgId = OrgId.optional().describe("Whose account; without it the workspace's own");
const usage = {
  uid: WorkspaceUid,
  orgId,
  agentId: AgentId.optional(),
  from: z.iso.datetime().optional().describe('At this time or later'),
  to: z.iso.datetime().optional().describe('Before this time'),
};

/** A piece of the file; joined in their order they are the file. */
export const UsageExportPart = z.object({ text: z.string(), done: z.number().int(), isLast: z.boolean() });
export type UsageExportPart = z.infer<typeof UsageExportPart>;

export const billingContract = {
  getAccount: oc
    .route({
      method: 'GET',
      path: '/v2/workspaces/{uid}/billing',
      summary: 'Get the balance, the last grant and when credits renew',
      tags: ['Billing'],
    })
    .input(z.object({ uid: WorkspaceUid }))
    .output(BillingAccount),
  sumUsage: oc
    .route({
      method: 'GET',
      path: '/v2/workspaces/{uid}/usage/summary',
      summary: 'Sum what agents used, per day and per agent',
      tags: ['Billing'],
    })
    .input(z.object({ uid: WorkspaceUid, orgId, agentId: AgentId.optional(), ...dayRange }).superRefine(checkDayRange))
    .output(UsageSummary),
  listUsage: oc
    .route({
      method: 'GET',
      path: '/v2/workspaces/{uid}/usage',
      summary: 'List what raised or lowered the balance, newest first',
      tags: ['Billing'],
    })
    .input(PageQuery.extend(usage))
    .output(page(UsageEntry).extend({ loadTokens: z.number(), heldTokens: z.number() })),
  exportUsage: oc
    .route({
      method: 'GET',
      path: '/v2/workspaces/{uid}/usage/export',
      summary: 'Export what raised or lowered the balance as CSV, piece by piece, newest first',
      tags: ['Billing'],
    })
    .input(z.object(usage))
    .output(eventIterator(UsageExportPart)),
};
