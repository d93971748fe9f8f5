import type { Database } from '../../db/database.ts';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import { readingMuch } from '../../http/tenant-limits.ts';
import { listUnanswered } from './list-unanswered.ts';
import { mergeUnanswered, settleUnanswered } from './settle-unanswered.ts';

const read = dashboardProcedure({ page: ['/home', '/analytics', '/kb', '/convos'], of: 'agent' }).unanswered;
const { unanswered } = dashboardProcedure({ page: '/kb', of: 'agent' });

export const unansweredRoutes = (deps: { database: Database }) => {
  const behind = { ...deps, database: deps.database.background };
  return {
    list: read.list.handler(({ context, input }) =>
      readingMuch(context, () => listUnanswered(behind, context.scope, input.id, input)),
    ),
    settle: unanswered.settle.handler(async ({ context, input }) => {
      await settleUnanswered(deps, context.member, input.id, input);
      return { success: true as const };
    }),
    merge: unanswered.merge.handler(async ({ context, input }) => {
      await mergeUnanswered(deps, context.member, input.id, input);
      return { success: true as const };
    }),
  };
};
