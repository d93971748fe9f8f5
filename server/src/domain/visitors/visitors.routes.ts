import type { FileId } from '@antiphon/contract/ids';
import {
  embedProcedure,
  knownVisitorProcedure,
  ownerProcedure,
  takeRate,
  takeShare,
  visitorProcedure,
} from '../../http/procedures.ts';
import type { CleanCss } from '../agents/agents.ports.ts';
import { leaveContact } from '../conversations/capture-contact.ts';
import { getVisitorConversation } from '../conversations/get-conversation.ts';
import { rateConversation } from '../conversations/rate-conversation.ts';
import { startConversation } from '../conversations/start-conversation.ts';
import { countryOf } from '../regions/countries.rules.ts';
import type { Signals } from '../signals/signals.ports.ts';
import { addFile } from '../turns/add-file.ts';
import type { ReplyDeps } from '../turns/prepare-reply.ts';
import type { ReplyRunner } from '../turns/run-replies.ts';
import { sendMessage } from '../turns/send-message.ts';
import { stopReply } from '../turns/stop-reply.ts';
import type { UploadDeps } from '../uploads/store-file.ts';
import { canContinue, checkCredits, getWidgetAgent, recordLoad } from './get-widget-agent.ts';

type Deps = ReplyDeps &
  UploadDeps & {
    replies: ReplyRunner;
    signals: Signals;
    cleanCss: CleanCss;
    /** In which the outermost trusted proxy names the visitor's country; null where none does. */
    countryHeader: string | null;
  };

const done = { success: true as const };
const embed = embedProcedure.visitors;
const visitor = visitorProcedure.visitors;

export const visitorsRoutes = (deps: Deps) => ({
  getAgent: embed.getAgent.handler(async ({ context }) => ({
    data: await getWidgetAgent(deps, context.scope, context.agentId),
  })),
  getUsage: embed.getUsage.handler(async ({ context }) => ({
    data: { shouldContinue: await canContinue(deps, context.scope, context.agentId) },
  })),
  checkCredits: ownerProcedure.visitors.checkCredits.handler(({ context }) => checkCredits(deps, context.scope)),
  recordAnalytics: embed.recordAnalytics.handler(({ context }) => recordLoad(deps, context.scope, context.agentId)),
  startConversation: embed.startConversation.handler(async ({ context, input }) => {
    await takeRate(context, [
      { key: `start:address:${context.addressPrefix}`, max: 20, windowSeconds: 60 },
      { key: `start:agent:${context.agentId}`, max: 600, windowSeconds: 60 },
    ]);
    return startConversation(deps, context.scope, {
      agentId: context.agentId,
      variables: input.variables ?? {},
      lang: input.lang ?? '',
      country: deps.countryHeader === null ? '' : countryOf(context.headers.get(deps.countryHeader)),
      isTest: false,
    });
  }),
  getConversation: visitor.getConversation.handler(async ({ context }) => {
    // Once for each loading of the chat: all that was said is read.
    await takeRate(context, [
      { key: `read:visitor:${context.conversationId}`, max: 60, windowSeconds: 60 },
      { key: `read:address:${context.addressPrefix}`, max: 300, windowSeconds: 60 },
    ]);
    return getVisitorConversation(deps, context.scope, context.conversationId);
  }),
  sendMessage: knownVisitorProcedure.visitors.sendMessage.handler(async ({ context, input }) => {
    const { scope, conversationId, agentId } = context;
    await takeRate(context, [
      { key: `message:visitor:${conversationId}`, max: 30, windowSeconds: 60 },
      { key: `message:address:${context.addressPrefix}`, max: 90, windowSeconds: 60 },
    ]);
    // Every turn of an agent would wait for the others at the row of its window.
    await takeShare(context, { key: `message:agent:${agentId}`, max: 1_200, windowSeconds: 60 });
    await takeShare(context, { key: `message:workspace:${scope.workspaceUid}`, max: 2_400, windowSeconds: 60 });
    const { id, text, fileIds } = input.body;
    const sent = await sendMessage(deps, scope, { conversationId, id, text, fileIds: fileIds as FileId[] });
    if (sent.handoff !== 'held') deps.replies.kick(scope, conversationId, sent.owed);
    // Operators look at what waits and at what they hold; the rest shows in the next reading of the list.
    if (sent.handoff !== 'bot') deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id: conversationId });
    return { messageId: sent.messageId, replyId: sent.replyId };
  }),
  stopReply: visitor.stopReply.handler(async ({ context }) => {
    await stopReply(deps, context.scope, context.conversationId);
    return done;
  }),
  rate: visitor.rate.handler(async ({ context, input }) => {
    await rateConversation(deps, context.scope, context.conversationId, input);
    return done;
  }),
  leaveContact: visitor.leaveContact.handler(async ({ context, input }) => {
    await takeRate(context, [{ key: `contact:visitor:${context.conversationId}`, max: 5, windowSeconds: 3_600 }]);
    await leaveContact(deps, context.scope, context.conversationId, input);
    return done;
  }),
  addFile: visitor.addFile.handler(async ({ context, input }) => {
    await takeRate(context, [
      { key: `file:visitor:${context.conversationId}`, max: 20, windowSeconds: 600 },
      { key: `file:address:${context.addressPrefix}`, max: 60, windowSeconds: 600 },
    ]);
    const { agentId, conversationId } = context;
    return addFile(deps, context.scope, { file: input.file, agentId, conversationId });
  }),
});
