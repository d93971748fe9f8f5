import { fail } from '@antiphon/contract/errors';
import type { Attachment } from '@antiphon/contract/events';
import type { ConversationId, FileId, MessageId } from '@antiphon/contract/ids';
import { storeOperatorMessage } from '../conversations/change-handoff.ts';
import type { PeopleDeps } from '../identity/get-profile.ts';
import type { Member } from '../identity/identity.policy.ts';
import type { Signals } from '../signals/signals.ports.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { addFile, attachmentsOf } from '../turns/add-file.ts';
import type { UploadDeps } from '../uploads/store-file.ts';
import { getInboxConversation } from './get-inbox-conversation.ts';
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

/** Under the same limits, and as clean, as a visitor's file. Fails with `not_claimed` where the member does not hold the conversation. */
export async function addReplyFile(
  deps: UploadDeps,
  member: Member,
  conversationId: ConversationId,
  file: File,
): Promise<Attachment> {
  const { isMine, agentId } = await getInboxConversation(deps, member, conversationId);
  if (!isMine) fail('not_claimed');
  return addFile(deps, member.scope, { file, agentId, conversationId });
}
