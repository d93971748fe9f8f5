import { fail } from '@antiphon/contract/errors';
import type { Attachment, ConversationEvent, HandoffState, Message } from '@antiphon/contract/events';
import { type ConversationId, type FileId, type MessageId, newMessageId } from '@antiphon/contract/ids';
import type { SeenPage } from '@antiphon/contract/visitors';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { isThanks } from '../answers/smalltalk.rules.ts';
import { captureSaid, maskSaid } from '../conversations/capture-contact.ts';
import { messageEvent } from '../conversations/conversations.rules.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { attachmentsOf } from './add-file.ts';
import { HISTORY_MAX } from './begin-reply.ts';
import { acceptMessage, type OwedReply } from './turns.queries.ts';
import { statusEvent } from './turns.rules.ts';

/** `replyId` is null while a person is awaited or holds the conversation; `owed` is null where that is, or whoever answers must look itself. */
export type SentMessage = {
  messageId: MessageId;
  replyId: MessageId | null;
  handoff: HandoffState;
  /** It stands open in the inbox. */
  isInInbox: boolean;
  owed: OwedReply | null;
};

type Deps = { database: Database; live: LiveConversations };
type Input = {
  conversationId: ConversationId;
  id: MessageId;
  text: string;
  fileIds: FileId[];
  page?: SeenPage | null;
  /** The button that was pressed for it. */
  choiceId?: string | null;
};

/**
 * Stores a visitor's message, masked as its agent says, and the reply that is owed for it. The same id sent again returns what the first sending did. A
 * burst joins a reply that has not begun. Fails with `message_limit_reached`, `idempotency_mismatch` (the id with another
 * text), `invalid_input` (empty), `agent_not_published` or `not_found`.
 */
export async function sendMessage(deps: Deps, scope: Scope, input: Input): Promise<SentMessage> {
  const { conversationId, id } = input;
  if (input.text.trim() === '' && input.fileIds.length === 0)
    fail('invalid_input', { issues: [{ path: 'text', message: 'Please write something.' }] });
  const text = await maskSaid(deps, scope, conversationId, input.text);
  const now = new Date();
  const attachments = await findAttachments(deps, scope, input);
  const replyId = newMessageId();
  const said = messageEvent(visitorMessage({ id, text }, attachments, now));
  const queued = statusEvent(replyId, 'queued');
  const page = input.page ? { ...input.page, at: now.toISOString() } : null;
  const message = {
    conversationId,
    id,
    text,
    attachments,
    replyId,
    said,
    queued,
    now,
    most: HISTORY_MAX,
    page,
    choiceId: input.choiceId ?? null,
    isThanks: attachments.length === 0 && isThanks(text),
  };
  const answer = await acceptMessage(deps.database, scope, message);
  // Also of one that was sent before: the process may have died in between.
  if (answer.outcome === 'accepted' || answer.outcome === 'repeated')
    await captureSaid(deps, scope, conversationId, text);
  switch (answer.outcome) {
    case 'accepted': {
      const events: ConversationEvent[] = answer.isNewReply ? [said, queued] : [said];
      deps.live.tell(
        conversationId,
        events.map((event, index) => ({ seq: answer.seq + 1 + index, ...event })),
      );
      return {
        messageId: id,
        replyId: answer.replyId,
        handoff: answer.handoff,
        isInInbox: answer.inbox,
        owed: answer.owed,
      };
    }
    case 'repeated':
      return { messageId: id, replyId: answer.replyId, handoff: answer.handoff, isInInbox: false, owed: null };
    case 'mismatch':
      return fail('idempotency_mismatch');
    case 'limit':
      return fail('message_limit_reached');
    case 'not_published':
      return fail('agent_not_published');
    case 'not_found':
      return fail('not_found');
  }
}

async function findAttachments({ database }: Deps, scope: Scope, input: Input): Promise<Attachment[]> {
  const { conversationId, fileIds: ids } = input;
  if (ids.length === 0) return [];
  const from = { region: database.region, conversationId, ids };
  return database.transaction(scope, (tx) => attachmentsOf(tx, scope, from));
}

const visitorMessage = ({ id, text }: Pick<Input, 'id' | 'text'>, attachments: Attachment[], now: Date): Message => ({
  id,
  role: 'visitor',
  state: 'complete',
  text,
  citations: [],
  attachments,
  isUnknown: false,
  createdAt: now.toISOString(),
});
