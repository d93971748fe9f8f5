import type { Citation, ConversationEvent, Message } from '@antiphon/contract/events';

/** A message as shown: the wire's, and what only this page knows of it. */
export interface ShownMessage extends Omit<Message, 'id'> {
  id: string;
  /** Of a visitor's: the button that they pressed. */
  choiceId?: string;
  /** Why a visitor's message did not get out, or a reply failed; already in words. */
  problem?: string;
  /** True where it can be sent again under the same id. */
  canRetry?: boolean;
  offersContact?: boolean;
  /** True for a visitor's message that the server has not told of yet: where it will stand is not known. */
  isUnplaced?: boolean;
  /** True for a reply that failed and may be asked for once more. */
  canAskAgain?: boolean;
}

export const newMessage = (id: string, role: Message['role'], text: string): ShownMessage => ({
  id,
  role,
  state: 'complete',
  text,
  citations: [] as Citation[],
  attachments: [],
  isUnknown: false,
  createdAt: new Date().toISOString(),
});

type Shown = readonly ShownMessage[];

const change = (list: Shown, id: string, to: (message: ShownMessage) => ShownMessage): ShownMessage[] =>
  list.some((message) => message.id === id)
    ? list.map((message) => (message.id === id ? to(message) : message))
    : // An event can overtake the message that it is about.
      place(list, to({ ...newMessage(id, 'agent', ''), state: 'queued' }));

/** At the end, but before what was not sent yet; a visitor's message before the reply that it shares, too. */
function place(list: Shown, message: ShownMessage): ShownMessage[] {
  const others = list.filter(({ id }) => id !== message.id);
  const isLater = ({ isUnplaced, role, state }: ShownMessage) =>
    isUnplaced || (message.role !== 'agent' && role === 'agent' && state === 'queued');
  const at = others.findLastIndex((one) => !isLater(one)) + 1;
  return [...others.slice(0, at), message, ...others.slice(at)];
}

/** Puts a message in, or takes its newer state: text that was already streamed is never shortened by an older copy. */
export function upsert(list: Shown, next: ShownMessage): ShownMessage[] {
  const known = list.find((message) => message.id === next.id);
  if (!known || known.isUnplaced) return place(list, next);
  const isOlder = known.state === 'streaming' && next.state !== 'complete' && next.text.length < known.text.length;
  return list.map((message) =>
    message === known
      ? isOlder
        ? known
        : { ...next, offersContact: known.offersContact, thumb: next.thumb ?? known.thumb }
      : message,
  );
}

/** What one event of the stream makes of the messages. Sentences of errors are chosen by `sentence`. */
export function applyEvent(
  list: ShownMessage[],
  event: ConversationEvent,
  sentence: (code: string) => string,
): ShownMessage[] {
  switch (event.event) {
    case 'message':
      return upsert(list, event.data);
    case 'delta':
      return change(list, event.data.messageId, (message) => ({
        ...message,
        state: 'streaming',
        text: message.text + event.data.text,
      }));
    case 'done': {
      const { messageId, ...end } = event.data;
      return change(list, messageId, (message) => ({ ...message, ...end }));
    }
    case 'status':
      return change(list, event.data.messageId, (message) =>
        event.data.status === 'restarted'
          ? { ...message, state: 'queued', text: '', citations: [], problem: undefined }
          : message.state === 'complete'
            ? message
            : { ...message, state: message.text ? message.state : 'queued' },
      );
    case 'error':
      return change(list, event.data.messageId, (message) => ({
        ...message,
        state: 'failed',
        problem: sentence(event.data.code),
        offersContact: event.data.offersContact,
        canAskAgain: event.data.code === 'model_failed' || event.data.code === 'interrupted',
      }));
    case 'trimmed': {
      const { messageId, text } = event.data;
      return change(list, messageId, (message) => ({ ...message, state: 'stopped', text, choices: undefined }));
    }
    case 'handoff':
      // What the agent owed is owed no more; the end of what it was writing still comes.
      return event.data.state === 'held' ? list.filter((one) => !isOwed(one) || one.text !== '') : list;
    default:
      return list;
  }
}

/** Not of this page alone, and not to be changed any more. */
export const isSettled = ({ state, canRetry }: ShownMessage) =>
  state !== 'queued' && state !== 'streaming' && !canRetry;

/** A person who answered goes. */
export const isLeaving = ({ role, operator }: ShownMessage) => role === 'system' && operator !== undefined;

/** What a visitor comes back for; who left is not it. */
const isNews = (message: ShownMessage) =>
  message.role !== 'visitor' && message.state === 'complete' && !isLeaving(message);

/** What came after the message `seen`; all of it where that is not there. */
export const countAfter = (list: Shown, seen: string): number =>
  list.slice(list.findIndex(({ id }) => id === seen) + 1).filter(isNews).length;

export const isOwed = ({ role, state }: ShownMessage) =>
  role === 'agent' && (state === 'queued' || state === 'streaming');

/** The reply that is being waited for or written, if any. */
export const findPending = (list: Shown) => list.findLast(isOwed);
