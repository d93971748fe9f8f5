import type { Database } from '../../db/database.ts';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import { getReport } from './get-report.ts';
import { listCountries, listQuestions, listSources } from './list-topics.ts';

const anyPage = dashboardProcedure({ page: ['/home', '/analytics', '/metrics'], of: 'list' }).analytics;
const homeOrTopics = dashboardProcedure({ page: ['/home', '/analytics'], of: 'list' }).analytics;
const topics = dashboardProcedure({ page: '/analytics', of: 'list' }).analytics;

export const analyticsRoutes = (deps: { database: Database }) => ({
  getReport: anyPage.getReport.handler(({ context, input }) => getReport(deps, context.member, input, new Date())),
  listQuestions: homeOrTopics.listQuestions.handler(({ context, input }) => listQuestions(deps, context.member, input)),
  listSources: topics.listSources.handler(async ({ context, input }) => ({
    items: await listSources(deps, context.member, input),
  })),
  listCountries: topics.listCountries.handler(async ({ context, input }) => ({
    items: await listCountries(deps, context.member, input),
  })),
});
