import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AgentId, WorkspaceUid } from './ids.ts';
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

export const billingContract = {
  listUsage: oc
    .route({
      method: 'GET',
      path: '/v2/workspaces/{uid}/usage',
      summary: 'List what raised or lowered the balance, newest first',
      tags: ['Billing'],
    })
    .input(PageQuery.extend({ uid: WorkspaceUid, agentId: AgentId.optional() }))
    .output(page(UsageEntry).extend({ loadTokens: z.number(), heldTokens: z.number() })),
};
