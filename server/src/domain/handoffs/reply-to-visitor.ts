import { fail } from '@antiphon/contract/errors';
import type { Attachment } from '@antiphon/contract/events';
import type { ConversationId, FileId, MessageId } from '@antiphon/contract/ids';
import type { ChosenTemplate, MessageTemplate } from '@antiphon/contract/message-templates';
import { findConnectionOf } from '../channel-threads/reach.ts';
import { chooseTemplate, listTemplates, type TemplateDeps } from '../channels/choose-template.ts';
import { fillTemplate, templateTextOf } from '../channels/template.rules.ts';
import { storeOperatorMessage } from '../conversations/change-handoff.ts';
import type { PeopleDeps } from '../identity/get-profile.ts';
import type { Member } from '../identity/identity.policy.ts';
import type { Signals } from '../signals/signals.ports.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { addFile, attachmentsOf } from '../turns/add-file.ts';
import type { UploadDeps } from '../uploads/store-file.ts';
import { demandInboxConversation, getInboxConversation } from './get-inbox-conversation.ts';
import { operatorOf } from './operator-of.ts';

type Deps = PeopleDeps & UploadDeps & { live: LiveConversations; signals: Signals };
type Reply = { conversationId: ConversationId; id: MessageId; text: string; fileIds: FileId[] };

/**
 * What the operator who holds the conversation says, with files that `addReplyFile` stored. Fails with `invalid_input` where it
 * says nothing, or names a file that is not of this conversation, and else as `storeOperatorMessage` does.
 */
export async function replyToVisitor(deps: Deps, member: Member, reply: Reply): Promise<void> {
  const { conversationId, id, text, fileIds: ids } = reply;
  const { scope } = member;
  if (text === '' && ids.length === 0)
    fail('invalid_input', { issues: [{ path: 'text', message: 'Please write something.' }] });
  const operator = await operatorOf(deps, member);
  const from = { region: deps.database.region, conversationId, ids };
  const attachments =
    ids.length === 0 ? [] : await deps.database.transaction(scope, (tx) => attachmentsOf(tx, scope, from));
  await storeOperatorMessage(deps, scope, conversationId, { id, text, attachments, operator, now: new Date() });
  deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id: conversationId });
}

type FromTemplate = { conversationId: ConversationId; id: MessageId; template: ChosenTemplate };

/** The approved texts of the number that the visitor writes to. None that sell: those are sent by campaigns, to who agreed to them. */
export async function listReplyTemplates(
  deps: TemplateDeps,
  member: Member,
  conversationId: ConversationId,
): Promise<MessageTemplate[]> {
  const items = await listTemplates(deps, member.scope, await demandNumber(deps, member, conversationId));
  return items.filter(({ category }) => category !== 'marketing');
}

/**
 * An approved text, as the operator who holds the conversation. Fails with `not_found` where the visitor does not write to a number that has
 * such, with `invalid_input` where it is none of `listReplyTemplates` or a place is empty, and else as `storeOperatorMessage` does.
 */
export async function replyWithTemplate(
  deps: Deps & TemplateDeps,
  member: Member,
  { conversationId, id, template }: FromTemplate,
): Promise<void> {
  const { scope } = member;
  const kept = await chooseTemplate(deps, scope, await demandNumber(deps, member, conversationId), template);
  const refuse = (message: string) => fail('invalid_input', { message, issues: [{ path: 'template', message }] });
  if (kept.category === 'marketing') refuse('This template sells something. It is sent by campaigns, to who agreed.');
  if (kept.values.some((value) => value === '')) refuse('Fill in every place of the template.');
  const filled = fillTemplate(kept, NOBODY);
  const said = { id, text: templateTextOf(kept, NOBODY), attachments: [], template: filled };
  const operator = await operatorOf(deps, member);
  await storeOperatorMessage(deps, scope, conversationId, { ...said, operator, now: new Date() });
  deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id: conversationId });
}

/** The operator types the name themselves. */
const NOBODY = { name: '' };

async function demandNumber(deps: TemplateDeps, member: Member, conversationId: ConversationId) {
  await demandInboxConversation(deps, member, conversationId);
  const found = await deps.database.transaction(member.scope, (tx) =>
    findConnectionOf(tx, member.scope, conversationId),
  );
  return found ? { agentId: found.connection.agentId, connectionId: found.connection.id } : fail('not_found');
}

/** Under the same limits, and as clean, as a visitor's file. Fails with `not_claimed` where the member does not hold the conversation. */
export async function addReplyFile(
  deps: UploadDeps & Pick<TemplateDeps, 'channels'>,
  member: Member,
  conversationId: ConversationId,
  file: File,
): Promise<Attachment> {
  const { isMine, agentId } = await getInboxConversation(deps, member, conversationId);
  if (!isMine) fail('not_claimed');
  return addFile(deps, member.scope, { file, agentId, conversationId });
}
