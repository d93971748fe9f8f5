import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AgentId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';

/** More agents than the plan allows, and what becomes of those that are over it. */
export const PausedAgents = z.object({
  over: z.number().int().describe('How many agents are over the plan'),
  pausesAt: z
    .number()
    .int()
    .nullable()
    .describe('Unix seconds: when so many of the newest are paused; null: none is over'),
  items: z
    .array(z.object({ ID: AgentId, title: z.string() }))
    .describe(`Those that do not answer, the newest first; at most ${limits.pausedAgentsShown}`),
});
export type PausedAgents = z.infer<typeof PausedAgents>;

const uid = { uid: WorkspaceUid };

export const pausedAgentsContract = {
  get: oc
    .route({
      method: 'GET',
      path: '/v2/workspaces/{uid}/paused-agents',
      summary: 'List the agents that are paused because the plan allows fewer',
      tags: ['Agents'],
    })
    .input(z.object(uid))
    .output(PausedAgents),
  swap: oc
    .route({
      method: 'POST',
      path: '/v2/workspaces/{uid}/paused-agents/swap',
      summary: 'Pause one agent in place of another',
      tags: ['Agents'],
    })
    .input(
      z.object({
        ...uid,
        resume: AgentId.describe('A paused one, which answers again'),
        pause: AgentId.describe('One that answers, which is paused in its place'),
      }),
    )
    .output(z.object({ success: z.literal(true) })),
};
