import { memberProcedure, secretProcedure } from '../../http/procedures.ts';
import { getConversation, getTrace, listConversations, listUnanswered } from './get-conversation.ts';
import { startConversation } from './start-conversation.ts';
import type { ReplyDeps } from './write-reply.ts';

const { conversations } = memberProcedure;

export const conversationsRoutes = (deps: Pick<ReplyDeps, 'database'>) => ({
  list: conversations.list.handler(({ context, input }) => listConversations(deps, context.scope, input.id, input)),
  get: conversations.get.handler(({ context, input }) => getConversation(deps, context.scope, input.conversationId)),
  getTrace: conversations.getTrace.handler(({ context, input }) =>
    getTrace(deps, context.scope, input.conversationId, input.messageId),
  ),
  listUnanswered: conversations.listUnanswered.handler(({ context, input }) =>
    listUnanswered(deps, context.scope, input.id, input),
  ),
  startTest: secretProcedure.conversations.startTest.handler(({ context, input }) =>
    startConversation(deps, context.scope, { agentId: input.id, variables: {}, lang: '', isTest: true }),
  ),
});
