import type { ShownAction } from '@antiphon/contract/actions';
import type { ConversationEvent } from '@antiphon/contract/events';
import type { ActionEvent } from '../actions/apply-action.ts';
import type { Chat } from '../actions/draw-actions.ts';

export const isOfAction = (event: ConversationEvent): event is ActionEvent => event.event[0] === 'a';

/** Of what an agent would do, as it was read, or one event of it. What shows it is loaded with the first. */
export const tellActions = (chat: Chat, told?: ShownAction[] | ActionEvent): void =>
  void import('../actions/draw-actions.ts').then(({ tell }) => tell(chat, told)).catch(() => {});

/** The same draws buttons, with the first of them. */
export const tellChoices = (chat: Chat): void => {
  const { agent, messages } = chat.store.get();
  if ((messages.at(-1) ?? agent).choices) tellActions(chat);
};
