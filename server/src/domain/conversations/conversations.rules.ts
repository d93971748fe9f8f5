import type { ConversationEvent, HandoffReason, HandoffState, Message, OperatorFace } from '@antiphon/contract/events';
import type { Operator } from '@antiphon/contract/handoffs';

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
