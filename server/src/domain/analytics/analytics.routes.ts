import type { Report } from '@antiphon/contract/analytics';
import type { Database } from '../../db/database.ts';
import { shareNext } from '../../db/share-next.ts';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import { readingMuch } from '../../http/tenant-limits.ts';
import { getReport } from './get-report.ts';
import { listComments, listScores } from './list-scores.ts';
import { listCountries, listQuestions, listSources } from './list-topics.ts';

const anyPage = dashboardProcedure({ page: ['/home', '/analytics', '/metrics'], of: 'list' }).analytics;
const homeOrTopics = dashboardProcedure({ page: ['/home', '/analytics'], of: 'list' }).analytics;
const scores = dashboardProcedure({ page: ['/analytics', '/metrics'], of: 'list' }).analytics;
const topics = dashboardProcedure({ page: '/analytics', of: 'list' }).analytics;

export const analyticsRoutes = (deps: { database: Database }) => {
  const behind = { ...deps, database: deps.database.reader };
  const share = shareNext<Report>();
  return {
    // Many people look at the same figures at once, and each look sums up a month.
    getReport: anyPage.getReport.handler(({ context, input }) => {
      const { scope, client } = context.member;
      const asked = JSON.stringify([scope.workspaceUid, client?.agentIds ?? null, input]);
      return share(asked, () => readingMuch(context, () => getReport(behind, context.member, input, new Date())));
    }),
    listQuestions: homeOrTopics.listQuestions.handler(({ context, input }) =>
      readingMuch(context, () => listQuestions(behind, context.member, input)),
    ),
    listSources: topics.listSources.handler(async ({ context, input }) => ({
      items: await readingMuch(context, () => listSources(behind, context.member, input)),
    })),
    listScores: scores.listScores.handler(({ context, input }) =>
      readingMuch(context, () => listScores(behind, context.member, input)),
    ),
    listComments: scores.listComments.handler(async ({ context, input }) => ({
      items: await readingMuch(context, () => listComments(behind, context.member, input)),
    })),
    listCountries: topics.listCountries.handler(async ({ context, input }) => ({
      items: await readingMuch(context, () => listCountries(behind, context.member, input)),
    })),
  };
};
