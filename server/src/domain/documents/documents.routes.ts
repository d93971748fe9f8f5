import { dashboardProcedure } from '../../http/client-procedures.ts';
import { takeRate } from '../../http/procedures.ts';
import { readingMuch } from '../../http/tenant-limits.ts';
import type { UploadDeps } from '../uploads/store-file.ts';
import type { FetchPage } from '../websites/websites.ports.ts';
import { addDocument } from './add-document.ts';
import { deleteDocument } from './delete-document.ts';
import { getDocument, listDocuments } from './list-documents.ts';
import { searchAsAgent } from './search-as-agent.ts';
import { refreshDocument, updateDocument } from './update-document.ts';

const { knowledge } = dashboardProcedure({ page: '/kb', of: 'agent' });
type Target = Parameters<typeof getDocument>[2];
const targetOf = (input: { id: Target['agentId']; docId: Target['documentId'] }): Target => ({
  agentId: input.id,
  documentId: input.docId,
});

export const documentsRoutes = (deps: UploadDeps & { fetchPage: FetchPage }) => ({
  list: knowledge.list.handler(({ context, input: { id, ...query } }) =>
    listDocuments(deps, context.scope, { ...query, agentId: id }),
  ),
  add: knowledge.add.handler(async ({ context, input }) => {
    await takeRate(context, [
      { key: `knowledge:${context.scope.workspaceUid}`, max: 60, windowSeconds: 60 },
      { key: `knowledge:${context.scope.workspaceUid}`, max: 1_000, windowSeconds: 3_600 },
    ]);
    return addDocument(deps, context.member, input.id, input);
  }),
  get: knowledge.get.handler(({ context, input }) => getDocument(deps, context.scope, targetOf(input))),
  update: knowledge.update.handler(({ context, input }) =>
    updateDocument(deps, context.member, targetOf(input), input),
  ),
  delete: knowledge.delete.handler(async ({ context, input }) => {
    await deleteDocument(deps, context.member, targetOf(input));
    return { success: true as const };
  }),
  refresh: knowledge.refresh.handler(({ context, input }) => refreshDocument(deps, context.member, targetOf(input))),
  search: knowledge.search.handler(async ({ context, input: { id: agentId, q, limit } }) => ({
    items: await readingMuch(context, () =>
      searchAsAgent({ ...deps, database: deps.database.background }, context.scope, { agentId, q, limit }),
    ),
  })),
});
