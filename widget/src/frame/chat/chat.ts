import type { Attachment, ConversationEvent } from '@antiphon/contract/events';
import type { Variables, WidgetAgent } from '@antiphon/contract/visitors';
import type { Saved, SavedConversation, ToHost } from '../../protocol.ts';
import { en, type Texts } from '../texts/en.ts';
import type { Api } from './api.ts';
import { historyMax } from './limits.ts';
import { makeUuid } from './make-uuid.ts';
import { codeOf, isEnded, sentenceOf } from './sentences.ts';
import { makeStore } from './store.ts';
import { openStream, type Stream } from './stream.ts';
import { applyEvent, findPending, newMessage, type ShownMessage, upsert } from './timeline.ts';

export interface ChatState {
  agent: WidgetAgent;
  texts: Texts;
  lang: string;
  messages: ShownMessage[];
  conversation: SavedConversation | null;
  history: SavedConversation[];
  draft: string;
  /** False where a stream was live and is not now. */
  isConnected: boolean;
  isOpen: boolean;
  canClose: boolean;
  isPreview: boolean;
  /** Sending is not offered: the usage or the credits are at their end. */
  isExhausted: boolean;
  rating: number | null;
  /** The finished answer, for screen readers, once. */
  announcement: string;
  hasLeftContact: string;
}

export interface ChatOptions {
  api: Api;
  agent: WidgetAgent;
  agentId: string;
  variables: Variables;
  saved: Saved;
  canClose: boolean;
  isPreview: boolean;
  /** A session given from outside is not remembered and not replaced. */
  isFixed: boolean;
  say(message: ToHost): void;
}

/** One visitor's chat: its state, and everything that can be done with it. Nothing is requested before it is needed. */
export function makeChat(options: ChatOptions) {
  const { api, say, saved } = options;
  const store = makeStore<ChatState>({
    agent: options.agent,
    texts: en,
    lang: 'en',
    messages: (saved.unsent ?? []).map(({ id, text }) => ({
      ...newMessage(id, 'visitor', text),
      state: 'failed',
      canRetry: true,
    })),
    conversation: saved.current ?? null,
    history: saved.history ?? [],
    draft: saved.draft ?? '',
    isConnected: true,
    isOpen: !options.canClose,
    canClose: options.canClose,
    isPreview: options.isPreview,
    isExhausted: false,
    rating: null,
    announcement: '',
    hasLeftContact: '',
  });
  const variables: Variables = { ...options.variables };
  let stream: Stream | null = null;
  let starting: Promise<SavedConversation> | null = null;
  let outbox: Promise<unknown> = Promise.resolve();
  let unread = 0;

  function remember(): void {
    if (options.isFixed || options.isPreview) return;
    const { conversation, history, draft, messages, agent } = store.get();
    const kept = agent.recordChatHistory ? history : [];
    const unsent = messages.filter((message) => message.canRetry).map(({ id, text }) => ({ id, text }));
    say({ type: 'save', saved: { current: conversation, history: kept, draft, unsent } });
  }

  const mend = (id: string, patch: Partial<ShownMessage>) =>
    store.set({ messages: store.get().messages.map((one) => (one.id === id ? { ...one, ...patch } : one)) });

  function hear(event: ConversationEvent): void {
    const { messages, texts, isOpen } = store.get();
    const next = applyEvent(messages, event, (code) => sentenceOf(texts, code));
    store.set({ messages: next });
    const ended =
      event.event === 'done'
        ? next.find((message) => message.id === event.data.messageId)
        : event.event === 'message' && event.data.role === 'operator' && !messages.some((one) => one.id === event.data.id)
          ? event.data
          : undefined;
    if (!ended || ended.state !== 'complete') return;
    store.set({ announcement: ended.text });
    say({ type: 'message', id: ended.id, role: ended.role, text: ended.text });
    if (!isOpen) {
      unread += 1;
      say({ type: 'unread', count: unread });
    }
  }

  function listen(conversation: SavedConversation, lastEventId: string): void {
    stream?.stop();
    stream = openStream({
      url: api.eventsUrl(conversation.conversationId),
      token: conversation.visitorToken,
      lastEventId,
      onEvent: hear,
      onLive: (isConnected) => store.set({ isConnected }),
      onLost: () => void resume(),
    });
  }

  function forget(): void {
    stream?.stop();
    stream = null;
    starting = null;
    store.set({ conversation: null, isConnected: true, rating: null, hasLeftContact: '' });
  }

  /** Reads the conversation as it stands and goes on from there. One that is gone is forgotten, unsent texts are kept. */
  async function resume(): Promise<void> {
    const { conversation } = store.get();
    if (!conversation) return;
    try {
      const found = await api.read(conversation.conversationId, conversation.visitorToken);
      if (store.get().conversation !== conversation) return;
      const own = store.get().messages.filter((one) => one.role === 'visitor' && one.state !== 'complete');
      const others = own.filter((one) => !found.messages.some((known) => known.id === one.id));
      store.set({ messages: [...found.messages, ...others], rating: found.rating });
      listen(conversation, found.lastEventId);
    } catch (problem) {
      if (['not_found', 'unauthorized', 'forbidden'].includes(codeOf(problem))) {
        if (!options.isFixed) forget();
        remember();
      } else {
        store.set({ isConnected: false });
        setTimeout(resume, 3_000);
      }
    }
  }

  function begin(title: string): Promise<SavedConversation> {
    const known = store.get().conversation;
    if (known) return Promise.resolve(known);
    starting ??= api.start(options.agentId, variables, navigator.language.slice(0, 12)).then(
      ({ conversationId, visitorToken, messages }) => {
        const conversation = { conversationId, visitorToken, title: title.slice(0, 80), ts: Date.now() };
        const history = [conversation, ...store.get().history].slice(0, historyMax);
        store.set({ conversation, history, messages: [...messages, ...store.get().messages] });
        remember();
        listen(conversation, '');
        return conversation;
      },
      (problem) => {
        starting = null;
        throw problem;
      },
    );
    return starting;
  }

  async function deliver(id: string, text: string, attachments: Attachment[], isSecondTry = false): Promise<void> {
    const had = store.get().conversation;
    try {
      const { conversationId, visitorToken } = await begin(text);
      const fileIds = attachments.map((file) => file.id);
      const { replyId } = await api.send(conversationId, visitorToken, { id, text, fileIds });
      mend(id, { state: 'complete', problem: undefined, canRetry: false });
      const reply: ShownMessage = { ...newMessage(replyId, 'agent', ''), state: 'queued' };
      if (!store.get().messages.some((one) => one.id === replyId)) store.set({ messages: [...store.get().messages, reply] });
      stream?.wake();
    } catch (problem) {
      const code = codeOf(problem);
      if (had && !isSecondTry && !options.isFixed && ['not_found', 'unauthorized', 'forbidden'].includes(code)) {
        forget();
        return deliver(id, text, [], true);
      }
      const offersContact = isEnded(code);
      mend(id, { state: 'failed', problem: sentenceOf(store.get().texts, code), canRetry: true, offersContact });
    }
    remember();
  }

  const queue = (id: string, text: string, attachments: Attachment[]) => {
    mend(id, { state: 'queued', problem: undefined, canRetry: false });
    outbox = outbox.then(() => deliver(id, text, attachments));
  };

  if (!options.isPreview) void resume();
  addEventListener('online', () => {
    stream?.wake();
    for (const { id, text, attachments, canRetry } of store.get().messages) if (canRetry) queue(id, text, attachments);
  });

  return {
    store,
    api,
    begin,
    send(text: string, attachments: Attachment[] = []): void {
      if (options.isPreview || (!text.trim() && !attachments.length)) return;
      const message = { ...newMessage(makeUuid(), 'visitor', text.trim()), state: 'queued' as const, attachments };
      store.set({ messages: upsert(store.get().messages, message) });
      say({ type: 'message', id: message.id, role: 'visitor', text: message.text });
      queue(message.id, message.text, attachments);
    },
    retry({ id, text, attachments }: ShownMessage): void {
      queue(id, text, attachments);
    },
    async stop(): Promise<void> {
      const { conversation, messages } = store.get();
      const pending = findPending(messages);
      if (!conversation || !pending) return;
      await api.stop(conversation.conversationId, conversation.visitorToken).catch(() => {});
    },
    setDraft(draft: string): void {
      store.set({ draft });
      remember();
    },
    async rate(rating: number): Promise<void> {
      const conversation = store.get().conversation!;
      const before = store.get().rating;
      store.set({ rating });
      await api.rate(conversation.conversationId, conversation.visitorToken, rating, '').catch((problem) => {
        store.set({ rating: before });
        throw problem;
      });
    },
    async leaveContact(email: string, message: string): Promise<void> {
      const { conversationId, visitorToken } = await begin(message || email);
      await api.leaveContact(conversationId, visitorToken, email, message);
      store.set({ hasLeftContact: email });
    },
    startNew(): void {
      forget();
      store.set({ messages: [] });
      remember();
    },
    openEarlier(conversation: SavedConversation): void {
      forget();
      store.set({ conversation, messages: [] });
      remember();
      void resume();
    },
    setOpen(isOpen: boolean): void {
      store.set({ isOpen });
      if (isOpen && unread) {
        unread = 0;
        say({ type: 'unread', count: 0 });
      }
    },
    setVariables: (more: Variables) => void Object.assign(variables, more),
    close: () => say({ type: 'close' }),
  };
}
export type Chat = ReturnType<typeof makeChat>;
