import type { Database } from '../../db/database.ts';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import { memberProcedure, secretProcedure, takeRate } from '../../http/procedures.ts';
import { readingMuch } from '../../http/tenant-limits.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { eraseConversation } from './erase-conversation.ts';
import { exportConversation, exportConversations } from './export-conversations.ts';
import { getTrace, getVisit } from './get-conversation.ts';
import { getConversation, listAllConversations, listConversations } from './list-conversations.ts';
import { startConversation } from './start-conversation.ts';

const { conversations } = memberProcedure;
const listed = dashboardProcedure({ page: '/convos', of: 'list' }).conversations;
const single = dashboardProcedure({ page: '/convos', of: 'conversation' }).conversations;
const ofAgent = dashboardProcedure({ page: '/convos', of: 'agent' }).conversations;

export const conversationsRoutes = (deps: { database: Database; fileStore: FileStore }) => {
  const behind = { ...deps, database: deps.database.background };
  return {
    list: ofAgent.list.handler(({ context, input }) =>
      readingMuch(context, () => listConversations(behind, context.member, input.id, input)),
    ),
    listAll: listed.listAll.handler(({ context, input: { uid: _uid, ...query } }) =>
      readingMuch(context, () => listAllConversations(behind, context.member, query)),
    ),
    exportAll: listed.exportAll.handler(async ({ context, input: { uid: _uid, format, ...filters } }) => {
      // Each reads up to every conversation of the workspace.
      await takeRate(context, [{ key: `export:${context.scope.workspaceUid}`, max: 10, windowSeconds: 60 }]);
      return readingMuch(context, async () =>
        exportConversations({ ...deps, database: deps.database.reader }, context.member, filters, format),
      );
    }),
    get: single.get.handler(({ context, input }) => getConversation(deps, context.member, input.conversationId)),
    getVisit: single.getVisit.handler(({ context, input }) => getVisit(deps, context.member, input.conversationId)),
    export: single.export.handler(async ({ context, input }) => {
      // What a client cannot look at they cannot take away.
      if (context.member.client) await getConversation(deps, context.member, input.conversationId);
      return readingMuch(context, () => exportConversation(behind, context.member, input.conversationId, input.format));
    }),
    erase: conversations.erase.handler(async ({ context, input }) => {
      await eraseConversation(deps, context.member, input.conversationId);
      return { success: true as const };
    }),
    getTrace: conversations.getTrace.handler(({ context, input }) =>
      getTrace(deps, context.scope, input.conversationId, input.messageId),
    ),
    startTest: secretProcedure.conversations.startTest.handler(({ context, input }) =>
      startConversation(deps, context.scope, {
        agentId: input.id,
        variables: {},
        lang: input.lang,
        isTest: true,
      }),
    ),
  };
};
