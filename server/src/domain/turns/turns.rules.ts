import type { ConversationEvent } from '@antiphon/contract/events';
import type { MessageId } from '@antiphon/contract/ids';
import { smalltalkOf } from '../answers/smalltalk.rules.ts';
import type { TurnMessage } from './turns.queries.ts';

/**
 * Earlier visitor turns, oldest first: those before the messages that this reply answers. Greetings, thanks and asking for a
 * person are left out, for no question leans on them.
 */
export function visitorTurns(rows: readonly TurnMessage[], replyId: MessageId): { earlier: string[]; asked: string[] } {
  const visitor = rows.filter((row) => row.role === 'visitor' && row.text.trim() !== '');
  return {
    earlier: visitor.filter((row) => row.replyId !== replyId && smalltalkOf(row.text) === null).map((row) => row.text),
    asked: visitor.filter((row) => row.replyId === replyId).map((row) => row.text),
  };
}

/** The dialogue before this reply, for a language model: what was said to the end, and the questions that are asked now. */
export function dialogue(rows: readonly TurnMessage[], replyId: MessageId) {
  return rows
    .filter((row) => row.id !== replyId && row.role !== 'system' && row.text.trim() !== '')
    .filter((row) => row.role === 'visitor' || row.state === 'complete' || row.state === 'stopped')
    .map((row) => ({ role: row.role === 'visitor' ? ('user' as const) : ('assistant' as const), content: row.text }));
}

export const statusEvent = (messageId: MessageId, status: 'queued' | 'thinking' | 'restarted'): ConversationEvent => ({
  event: 'status',
  data: { messageId, status },
});
