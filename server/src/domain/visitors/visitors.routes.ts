import type { FileId } from '@antiphon/contract/ids';
import { WIDGET_LANGUAGES } from '@antiphon/contract/visitor-texts';
import type { LeasedRunner } from '../../db/run-leased.ts';
import {
  embedProcedure,
  knownVisitorProcedure,
  ownerProcedure,
  publicProcedure,
  takeRate,
  takeShare,
  visitorProcedure,
} from '../../http/procedures.ts';
import type { CleanCss } from '../agents/agents.ports.ts';
import { leaveContact, setVariables } from '../conversations/capture-contact.ts';
import { getVisitorConversation } from '../conversations/get-conversation.ts';
import { rateConversation, setThumb } from '../conversations/rate-conversation.ts';
import { startConversation } from '../conversations/start-conversation.ts';
import { decideAction } from '../function-calls/decide-action.ts';
import { listActions } from '../function-calls/list-actions.ts';
import { countryOf } from '../regions/countries.rules.ts';
import type { Signals } from '../signals/signals.ports.ts';
import { addFile } from '../turns/add-file.ts';
import type { ReplyDeps } from '../turns/prepare-reply.ts';
import type { ReplyRunner } from '../turns/run-replies.ts';
import { sendMessage } from '../turns/send-message.ts';
import { stopReply } from '../turns/stop-reply.ts';
import type { UploadDeps } from '../uploads/store-file.ts';
import { countUnread } from './count-unread.ts';
import { findHours } from './find-hours.ts';
import { canContinue, checkCredits, getWidgetAgent, recordLoad } from './get-widget-agent.ts';
import { bareSeenPage, toVisit } from './visit.rules.ts';

type Deps = ReplyDeps &
  UploadDeps & {
    replies: ReplyRunner;
    functionCalls: LeasedRunner;
    signals: Signals;
    cleanCss: CleanCss;
    /** In which the outermost trusted proxy names the visitor's country; null where none does. */
    countryHeader: string | null;
  };

const done = { success: true as const };
const languages = WIDGET_LANGUAGES.map((code) => ({
  code,
  name: new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code,
}));
const embed = embedProcedure.visitors;
const visitor = visitorProcedure.visitors;

export const visitorsRoutes = (deps: Deps) => ({
  getAgent: embed.getAgent.handler(async ({ context, input }) => ({
    data: await getWidgetAgent(deps, context.scope, context.agentId, {
      page: input.lang ?? '',
      accepted: context.headers.get('accept-language') ?? '',
      environment: input.environment,
    }),
  })),
  getUsage: embed.getUsage.handler(async ({ context }) => ({
    data: { shouldContinue: await canContinue(deps, context.scope, context.agentId) },
  })),
  checkCredits: ownerProcedure.visitors.checkCredits.handler(({ context, input }) =>
    checkCredits(deps, context.scope, input.agentId ?? null),
  ),
  listLanguages: publicProcedure.visitors.listLanguages.handler(() => ({ success: true as const, languages })),
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
      visit: toVisit(input, new Date()),
      isTest: false,
      environment: input.environment,
    });
  }),
  getConversation: visitor.getConversation.handler(async ({ context }) => {
    // Once for each loading of the chat: all that was said is read.
    await takeRate(context, [
      { key: `read:visitor:${context.conversationId}`, max: 60, windowSeconds: 60 },
      { key: `read:address:${context.addressPrefix}`, max: 300, windowSeconds: 60 },
    ]);
    const { scope, conversationId } = context;
    const conversation = await getVisitorConversation(deps, scope, conversationId);
    // Read last: what changed in between is told once more by the stream, which goes on from the conversation.
    return { ...conversation, actions: await listActions(deps, scope, conversationId) };
  }),
  getUnread: knownVisitorProcedure.visitors.getUnread.handler(async ({ context, input }) => {
    // Three times a minute, from every page whose visitor waits: counted for so long that the counting costs nothing.
    await takeShare(context, { key: `unread:visitor:${context.conversationId}`, max: 200, windowSeconds: 600 });
    await takeShare(context, { key: `unread:address:${context.addressPrefix}`, max: 6_000, windowSeconds: 600 });
    return countUnread(deps, context.scope, context.conversationId, input.after);
  }),
  getHours: visitor.getHours.handler(async ({ context }) => {
    await takeRate(context, [
      { key: `hours:visitor:${context.conversationId}`, max: 30, windowSeconds: 60 },
      { key: `hours:address:${context.addressPrefix}`, max: 300, windowSeconds: 60 },
    ]);
    return findHours(deps, context.scope, context.conversationId);
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
    const { id, text, fileIds, choiceId = null } = input.body;
    const page = bareSeenPage(input.body.page);
    const sent = await sendMessage(deps, scope, {
      ...{ conversationId, id, text, fileIds: fileIds as FileId[], page, choiceId },
    });
    if (sent.handoff === 'bot') deps.replies.kick(scope, conversationId, sent.owed);
    // Operators look at the inbox; the rest shows in the next reading of the list.
    if (sent.isInInbox) deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id: conversationId });
    return { messageId: sent.messageId, replyId: sent.replyId };
  }),
  decideAction: visitor.decideAction.handler(async ({ context, input: { callId, decision, again } }) => {
    const { scope, conversationId } = context;
    await takeRate(context, [
      { key: `action:visitor:${conversationId}`, max: 60, windowSeconds: 600 },
      { key: `action:address:${context.addressPrefix}`, max: 300, windowSeconds: 600 },
    ]);
    return decideAction(deps, scope, { conversationId, callId, decision, again });
  }),
  stopReply: visitor.stopReply.handler(async ({ context }) => {
    await stopReply(deps, context.scope, context.conversationId);
    return done;
  }),
  rate: visitor.rate.handler(async ({ context, input }) => {
    await takeRate(context, [
      { key: `rating:visitor:${context.conversationId}`, max: 30, windowSeconds: 600 },
      { key: `rating:address:${context.addressPrefix}`, max: 120, windowSeconds: 600 },
    ]);
    await rateConversation(deps, context.scope, context.conversationId, input);
    return done;
  }),
  setThumb: visitor.setThumb.handler(async ({ context, input }) => {
    await takeRate(context, [
      { key: `thumb:visitor:${context.conversationId}`, max: 60, windowSeconds: 600 },
      { key: `thumb:address:${context.addressPrefix}`, max: 240, windowSeconds: 600 },
    ]);
    const { conversationId } = context;
    await setThumb(deps, context.scope, { conversationId, messageId: input.messageId }, input);
    return done;
  }),
  setVariables: visitor.setVariables.handler(async ({ context, input }) => {
    await takeRate(context, [
      { key: `variables:visitor:${context.conversationId}`, max: 60, windowSeconds: 600 },
      { key: `variables:address:${context.addressPrefix}`, max: 600, windowSeconds: 600 },
    ]);
    const { scope, conversationId } = context;
    await setVariables(deps, scope, conversationId, input.variables);
    deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id: conversationId });
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
