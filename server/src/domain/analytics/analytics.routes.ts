import type { Database } from '../../db/database.ts';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import { readingMuch } from '../../http/tenant-limits.ts';
import { getReport } from './get-report.ts';
import { listCountries, listQuestions, listSources } from './list-topics.ts';

const anyPage = dashboardProcedure({ page: ['/home', '/analytics', '/metrics'], of: 'list' }).analytics;
const homeOrTopics = dashboardProcedure({ page: ['/home', '/analytics'], of: 'list' }).analytics;
const topics = dashboardProcedure({ page: '/analytics', of: 'list' }).analytics;

export const analyticsRoutes = (deps: { database: Database }) => {
  const behind = { ...deps, database: deps.database.background };
  return {
    getReport: anyPage.getReport.handler(({ context, input }) =>
      readingMuch(context, () => getReport(behind, context.member, input, new Date())),
    ),
    listQuestions: homeOrTopics.listQuestions.handler(({ context, input }) =>
      readingMuch(context, () => listQuestions(behind, context.member, input)),
    ),
    listSources: topics.listSources.handler(async ({ context, input }) => ({
      items: await readingMuch(context, () => listSources(behind, context.member, input)),
    })),
    listCountries: topics.listCountries.handler(async ({ context, input }) => ({
      items: await readingMuch(context, () => listCountries(behind, context.member, input)),
    })),
  };
};
