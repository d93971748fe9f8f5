import { oc } from '@orpc/contract';
import * as z from 'zod';
import { OrgId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';

const INVALID_AMOUNT = 'Please enter a valid amount to transfer.';

/** Credits, not micro-credits: the smallest amount is a millionth. */
const TransferAmount = z.number(INVALID_AMOUNT).min(0.000_001, INVALID_AMOUNT).max(limits.transferMax, INVALID_AMOUNT);

export const TransferDirection = z.enum(['workspace_to_org', 'org_to_workspace']);
export type TransferDirection = z.infer<typeof TransferDirection>;

/** What the two accounts hold once the credits have moved. */
export const TransferResult = z.object({
  success: z.literal(true),
  loadTokens: z.number().describe('Credits of the org'),
  workspaceLoadTokens: z.number().describe('Credits of the workspace'),
});
export type TransferResult = z.infer<typeof TransferResult>;

export const orgCreditsContract = {
  transfer: oc
    .route({
      method: 'POST',
      path: '/v2/workspaces/{uid}/orgs/{orgId}/credit-transfers',
      summary: 'Move credits between the workspace and an org',
      tags: ['Orgs'],
    })
    .input(
      z.object({
        uid: WorkspaceUid,
        orgId: OrgId,
        id: z
          .string()
          .regex(/^[\w-]{8,64}$/)
          .describe('Made by the caller: sent again, the credits have moved once'),
        direction: TransferDirection,
        amount: TransferAmount,
      }),
    )
    .output(TransferResult),
};
