import type { ChargedMessage } from '@antiphon/contract/conversations';
import type {
  ConversationEvent,
  HandoffReason,
  HandoffState,
  Message,
  MessageState,
  OperatorFace,
} from '@antiphon/contract/events';
import type { Operator } from '@antiphon/contract/handoffs';
import type { MessageRow } from './conversations.queries.ts';

export type HandoffEvent = Extract<ConversationEvent, { event: 'handoff' }>;

export const handoffEvent = (
  state: HandoffState,
  reason: HandoffReason,
  operator: OperatorFace | null,
): HandoffEvent => ({ event: 'handoff', data: { state, reason, operator } });

/** What a visitor may know of an operator. */
export const faceOf = (operator: Operator | null): OperatorFace | null =>
  operator && { name: operator.name, photo: operator.photo };

export const messageEvent = (message: Message): ConversationEvent => ({ event: 'message', data: message });

export const isFinal = (state: MessageState) => state !== 'queued' && state !== 'streaming';

export const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  role: row.role,
  state: row.state,
  text: row.text,
  citations: row.citations,
  attachments: row.attachments,
  isUnknown: row.isUnknown,
  ...(row.offersPerson ? { offersPerson: true } : {}),
  ...(row.choices ? { choices: row.choices } : {}),
  ...(row.operator ? { operator: row.operator } : {}),
  ...(row.thumb ? { thumb: { value: row.thumb.value, reason: row.thumb.reason, comment: row.thumb.comment } } : {}),
  createdAt: row.createdAt.toISOString(),
});

export const toChargedMessage = (row: MessageRow): ChargedMessage => ({
  ...toMessage(row),
  credits: row.creditsMicro / 1_000_000,
});
