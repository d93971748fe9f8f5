import { fail } from '@antiphon/contract/errors';
import type { FileId } from '@antiphon/contract/ids';
import type { SystemScope } from '../../db/scope.ts';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import { memberProcedure, takeRate, visitorProcedure } from '../../http/procedures.ts';
import type { AnswerModels } from '../answers/answers.ports.ts';
import type { Channels } from '../channels/channels.ports.ts';
import { countInbox, listInbox } from '../inbox/list-inbox.ts';
import { deleteCanned, listCanned, saveCanned } from '../operators/canned-responses.ts';
import { getInboxView, saveInboxSettings } from '../operators/inbox-settings.ts';
import { demandAnswering } from '../operators/operators.policy.ts';
import type { Signals } from '../signals/signals.ports.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import type { ReplyRunner } from '../turns/run-replies.ts';
import type { UploadDeps } from '../uploads/store-file.ts';
import { addNote, setTags } from './annotate-conversation.ts';
import { claimConversation } from './claim-conversation.ts';
import {
  closeConversation,
  markConversationRead,
  markConversationSeen,
  reopenConversation,
  snoozeConversation,
} from './close-conversation.ts';
import { getInboxConversation } from './get-inbox-conversation.ts';
import { giveBack } from './give-back.ts';
import { operatorOf } from './operator-of.ts';
import { addReplyFile, listReplyTemplates, replyToVisitor, replyWithTemplate } from './reply-to-visitor.ts';
import { requestPerson } from './request-person.ts';
import { setOperatorStatus } from './set-operator-status.ts';
import { summariseConversation } from './summarise-conversation.ts';

type Deps = UploadDeps & {
  systemScope: SystemScope;
  live: LiveConversations;
  signals: Signals;
  replies: ReplyRunner;
  models: AnswerModels;
  secretKey: string;
  channels: Channels;
};

const done = { success: true as const };
const visitor = visitorProcedure.handoffs;
const conversation = dashboardProcedure({ page: '/convos', of: 'conversation' }).handoffs;
const desk = dashboardProcedure({ page: '/convos', of: 'list' }).handoffs;

export const handoffsRoutes = (deps: Deps) => ({ ...visitorRoutes(deps), ...operatorRoutes(deps), ...aidRoutes(deps) });

const visitorRoutes = (deps: Deps) => ({
  request: visitor.request.handler(async ({ context }) => {
    const { scope, conversationId, agentId } = context;
    await takeRate(context, [{ key: `handoff:visitor:${conversationId}`, max: 10, windowSeconds: 60 }]);
    const answer = await requestPerson(deps, scope, { id: conversationId, agentId });
    deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id: conversationId });
    return answer;
  }),
  typeAsVisitor: visitor.typeAsVisitor.handler(async ({ context }) => {
    await takeRate(context, [{ key: `typing:visitor:${context.conversationId}`, max: 60, windowSeconds: 60 }]);
    deps.live.tellTyping(context.conversationId, { event: 'typing', data: { from: 'visitor', name: '' } });
    return done;
  }),
  markRead: visitor.markRead.handler(async ({ context, input }) => {
    const { scope, conversationId } = context;
    await takeRate(context, [{ key: `read-up-to:visitor:${conversationId}`, max: 60, windowSeconds: 60 }]);
    await markConversationRead(deps, scope, conversationId, input.messageId);
    return done;
  }),
});

const operatorRoutes = (deps: Deps) => ({
  listInbox: desk.listInbox.handler(({ context, input: { uid: _uid, ...query } }) =>
    listInbox(deps, context.member, query),
  ),
  countInbox: desk.countInbox.handler(({ context }) => countInbox(deps, context.member)),
  get: conversation.get.handler(({ context, input }) =>
    getInboxConversation(deps, context.member, input.conversationId),
  ),
  claim: conversation.claim.handler(async ({ context, input }) => {
    const operator = await operatorOf(deps, context.member);
    await claimConversation(deps, context.member, input.conversationId, operator, new Date());
    return done;
  }),
  reply: conversation.reply.handler(async ({ context, input }) => {
    const { conversationId, id, text, fileIds } = input;
    await replyToVisitor(deps, context.member, { conversationId, id, text, fileIds: fileIds as FileId[] });
    return { messageId: id };
  }),
  listTemplates: conversation.listTemplates.handler(async ({ context, input }) => ({
    items: await listReplyTemplates(deps, context.member, input.conversationId),
  })),
  replyWithTemplate: conversation.replyWithTemplate.handler(async ({ context, input }) => {
    const { conversationId, id, template } = input;
    await takeRate(context, [{ key: `template:operator:${conversationId}`, max: 20, windowSeconds: 600 }]);
    await replyWithTemplate(deps, context.member, { conversationId, id, template });
    return { messageId: id };
  }),
  addFile: conversation.addFile.handler(async ({ context, input: { conversationId, file } }) => {
    await takeRate(context, [{ key: `file:operator:${conversationId}`, max: 20, windowSeconds: 600 }]);
    return addReplyFile(deps, context.member, conversationId, file);
  }),
  giveBack: conversation.giveBack.handler(async ({ context, input }) => {
    await giveBack(deps, context.scope, input.conversationId, await operatorOf(deps, context.member));
    return done;
  }),
  close: conversation.close.handler(async ({ context, input }) => {
    await closeConversation(deps, context.member, input.conversationId, new Date());
    return done;
  }),
  reopen: conversation.reopen.handler(async ({ context, input }) => {
    await reopenConversation(deps, context.member, input.conversationId, new Date());
    return done;
  }),
  snooze: conversation.snooze.handler(async ({ context, input }) => {
    const times = { until: new Date(input.until), now: new Date() };
    await snoozeConversation(deps, context.member, input.conversationId, times);
    return done;
  }),
  markSeen: conversation.markSeen.handler(async ({ context, input }) => {
    demandAnswering(context.member);
    await markConversationSeen(deps, context.scope, input.conversationId, new Date());
    return done;
  }),
  typeAsOperator: conversation.typeAsOperator.handler(async ({ context, input }) => {
    const { conversationId } = input;
    const { isMine, operator } = await getInboxConversation(deps, context.member, conversationId);
    if (!isMine || !operator) fail('not_claimed');
    deps.live.tellTyping(conversationId, { event: 'typing', data: { from: 'operator', name: operator.name } });
    return done;
  }),
  setTags: conversation.setTags.handler(async ({ context, input }) => {
    return { tags: await setTags(deps, context.member, input.conversationId, input.tags) };
  }),
  addNote: conversation.addNote.handler(async ({ context, input: { conversationId, id, text } }) => {
    const author = await operatorOf(deps, context.member);
    return addNote(deps, context.scope, { conversationId, id, text, author });
  }),
  getSummary: conversation.getSummary.handler(({ context, input }) => {
    demandAnswering(context.member);
    return summariseConversation(deps, context.scope, input.conversationId);
  }),
  setStatus: desk.setStatus.handler(async ({ context, input }) => {
    await setOperatorStatus(deps, context.member, input.status);
    return { status: input.status };
  }),
});

const aidRoutes = (deps: Deps) => ({
  listCanned: desk.listCanned.handler(async ({ context }) => ({ items: await listCanned(deps, context.member) })),
  saveCanned: desk.saveCanned.handler(({ context, input: { shortcut, text } }) =>
    saveCanned(deps, context.member, { shortcut, text }),
  ),
  deleteCanned: desk.deleteCanned.handler(async ({ context, input }) => {
    await deleteCanned(deps, context.member, input.responseId);
    return done;
  }),
  getSettings: desk.getSettings.handler(({ context }) => {
    demandAnswering(context.member);
    return getInboxView(deps, context.member);
  }),
  saveSettings: memberProcedure.handoffs.saveSettings.handler(({ context, input: { uid: _uid, ...settings } }) =>
    saveInboxSettings(deps, context.member, settings),
  ),
});
