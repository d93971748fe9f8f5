import type { Database } from '../../db/database.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { getPaused } from './get-paused.ts';
import { swapPaused } from './swap-paused.ts';

const { pausedAgents } = memberProcedure;

export const pausedAgentsRoutes = (deps: { database: Database }) => ({
  get: pausedAgents.get.handler(({ context }) => getPaused(deps, context.scope)),
  swap: pausedAgents.swap.handler(async ({ context, input }) => {
    await swapPaused(deps, context.member, input);
    return { success: true as const };
  }),
});
