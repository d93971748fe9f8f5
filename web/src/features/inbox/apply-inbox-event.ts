import type { ConversationEvent, Message } from '@antiphon/contract/events';

const reply = (id: Message['id'], change: Partial<Message>): Message => ({
  id,
  role: 'agent',
  state: 'streaming',
  text: '',
  citations: [],
  attachments: [],
  isUnknown: false,
  createdAt: new Date().toISOString(),
  ...change,
});

/** What one event of the stream makes of the transcript. A message that is known already is replaced, never doubled. */
export function applyInboxEvent(list: readonly Message[], event: ConversationEvent): Message[] {
  const change = (id: Message['id'], to: (message: Message) => Message): Message[] =>
    list.some((one) => one.id === id)
      ? list.map((one) => (one.id === id ? to(one) : one))
      : [...list, to(reply(id, {}))];
  switch (event.event) {
    case 'message':
      return change(event.data.id, () => event.data);
    case 'delta':
      return change(event.data.messageId, (one) => ({ ...one, text: one.text + event.data.text }));
    case 'done': {
      const { messageId, ...end } = event.data;
      return change(messageId, (one) => ({ ...one, ...end }));
    }
    case 'error':
      return change(event.data.messageId, (one) => ({ ...one, state: 'failed', text: event.data.message }));
    case 'status':
      return event.data.status === 'restarted'
        ? change(event.data.messageId, (one) => ({ ...one, text: '', state: 'streaming' }))
        : [...list];
    case 'handoff':
      // What the agent owed and had not begun is owed no more.
      return event.data.state === 'held'
        ? list.filter(({ role, state, text }) => role !== 'agent' || state !== 'streaming' || text !== '')
        : [...list];
    default:
      return [...list];
  }
}
