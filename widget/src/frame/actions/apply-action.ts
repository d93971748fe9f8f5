import type { Action, ShownAction } from '@antiphon/contract/actions';
import type { ConversationEvent } from '@antiphon/contract/events';

export type ActionEvent = Extract<ConversationEvent, { event: `action_${string}` }>;
export type CardAction = ShownAction & {
  /** The owner's words for the time until it is done. */
  waiting: string;
};

/** What one event of the stream makes of the actions of a conversation, oldest first. */
export function applyAction(list: readonly CardAction[], event: ActionEvent): CardAction[] {
  if (event.event === 'action_proposed') return [...list.filter(isOther(event.data)), propose(event.data)];
  const { callId, at } = event.data;
  const change: Partial<CardAction> =
    event.event === 'action_confirmed'
      ? { status: 'running', at, waiting: event.data.sentence }
      : { status: event.data.status, at };
  return list.map((one) => (one.callId === callId ? { ...one, ...change } : one));
}

const isOther =
  ({ callId }: Action) =>
  (one: CardAction) =>
    one.callId !== callId;
const propose = (action: Action): CardAction => ({ ...action, status: 'proposed', at: '', waiting: '' });

/** What is still open; of what has ended, the messages tell. */
export const openOf = (list: readonly CardAction[]): CardAction[] =>
  list.filter(({ status }) => status === 'proposed' || status === 'running');
