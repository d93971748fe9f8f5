import { memberProcedure, takeRate } from '../../http/procedures.ts';
import { readingMuch } from '../../http/tenant-limits.ts';
import { getPage, getRun } from './get-run.ts';
import { getCrawl, listCrawls } from './list-crawls.ts';
import { type PreviewDeps, previewCrawl } from './preview-crawl.ts';
import { createCrawl, pauseCrawl, updateCrawl } from './save-crawl.ts';
import { settleRun } from './settle-run.ts';

const { crawls } = memberProcedure;
type Target = Parameters<typeof getCrawl>[2];
type RunTarget = Parameters<typeof getRun>[2];
const targetOf = (input: { id: Target['agentId']; docId: Target['documentId'] }): Target => ({
  agentId: input.id,
  documentId: input.docId,
});
const runOf = (input: Parameters<typeof targetOf>[0] & { runId: RunTarget['runId'] }): RunTarget => ({
  ...targetOf(input),
  runId: input.runId,
});

export const crawlsRoutes = (deps: PreviewDeps) => ({
  list: crawls.list.handler(({ context, input: { uid: _uid, ...query } }) => listCrawls(deps, context.scope, query)),
  create: crawls.create.handler(async ({ context, input: { id, ...plan } }) => {
    await takeRate(context, [
      { key: `knowledge:${context.scope.workspaceUid}`, max: 60, windowSeconds: 60 },
      { key: `knowledge:${context.scope.workspaceUid}`, max: 1_000, windowSeconds: 3_600 },
    ]);
    return createCrawl(deps, context.member, id, plan);
  }),
  preview: crawls.preview.handler(async ({ context, input: { id, ...where } }) => {
    await takeRate(context, [{ key: `crawl-preview:${context.scope.workspaceUid}`, max: 20, windowSeconds: 60 }]);
    return readingMuch(context, () => previewCrawl(deps, context.member, id, where));
  }),
  get: crawls.get.handler(({ context, input }) => getCrawl(deps, context.member, targetOf(input))),
  update: crawls.update.handler(({ context, input: { id, docId, ...plan } }) =>
    updateCrawl(deps, context.member, targetOf({ id, docId }), plan),
  ),
  pause: crawls.pause.handler(({ context, input }) =>
    pauseCrawl(deps, context.member, targetOf(input), input.isPaused),
  ),
  getRun: crawls.getRun.handler(({ context, input }) => getRun(deps, context.scope, runOf(input), input)),
  getPage: crawls.getPage.handler(({ context, input }) => getPage(deps, context.scope, runOf(input), input.pageId)),
  approve: crawls.approve.handler(({ context, input }) => settleRun(deps, context.member, runOf(input), 'approve')),
  discard: crawls.discard.handler(({ context, input }) => settleRun(deps, context.member, runOf(input), 'discard')),
});
