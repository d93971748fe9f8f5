import type { Database } from '../../db/database.ts';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { getLayout, saveLayout } from './flow-layout.ts';

const seen = dashboardProcedure({ page: 'any', of: 'agent' }).flows;

export const flowsRoutes = (deps: { database: Database }) => ({
  getLayout: seen.getLayout.handler(async ({ context, input }) => ({
    positions: await getLayout(deps, context.scope, input.id),
  })),
  saveLayout: memberProcedure.flows.saveLayout.handler(async ({ context, input: { id, positions } }) => {
    await saveLayout(deps, context.member, { id, positions });
    return { positions };
  }),
});
