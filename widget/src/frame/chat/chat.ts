import type { Attachment, ConversationEvent } from '@antiphon/contract/events';
import type { Variables, WidgetAgent } from '@antiphon/contract/visitors';
import type { Saved, SavedConversation, ToHost } from '../../protocol.ts';
import type { Api } from './api.ts';
import { type ChatState, firstState } from './chat-state.ts';
import { historyMax } from './limits.ts';
import { makeUuid } from './make-uuid.ts';
import { plainText } from './plain-text.ts';
import { codeOf, isEnded, sayJoined, sayLine, sentenceOf } from './sentences.ts';
import { makeStore, type Store } from './store.ts';
import { openStream, type Stream } from './stream.ts';
import { applyEvent, findPending, newMessage, type ShownMessage, upsert } from './timeline.ts';

const READ_AGAIN_AFTER_MS = 3_000;
/** A sign of writing is given at most this often, and stands for twice as long. */
const TYPING_MS = 3_000;
/** Nothing to come back for: what the agent answers then is. */
const isGoodbye = ({ role, operator }: ShownMessage) => role === 'system' && operator !== undefined;
/** The conversation is not there any more, or not for this token. */
const isGone = (problem: unknown) => ['not_found', 'unauthorized', 'forbidden'].includes(codeOf(problem));

export interface ChatOptions {
  api: Api;
  agent: WidgetAgent;
  agentId: string;
  variables: Variables;
  saved: Saved;
  canClose: boolean;
  isPreview: boolean;
  takesFocus: boolean;
  /** A session given from outside is not remembered and not replaced. */
  isFixed: boolean;
  say(message: ToHost): void;
}

/** One visitor's chat: its state, and everything that can be done with it. Nothing is requested before it is needed. */
export class Chat {
  readonly store: Store<ChatState>;
  readonly api: Api;
  #options: ChatOptions;
  #variables: Variables;
  #stream: Stream | null = null;
  #starting: Promise<SavedConversation> | null = null;
  #outbox: Promise<unknown> = Promise.resolve();
  #unread = 0;
  #typedAt = 0;
  #typing = 0;

  constructor(options: ChatOptions) {
    this.#options = options;
    this.api = options.api;
    this.store = makeStore(firstState(options.saved, options));
    this.#variables = { ...options.variables };
    if (!options.isPreview) void this.#resume();
    addEventListener('online', () => {
      this.#stream?.wake();
      for (const message of this.store.get().messages) if (message.canRetry) this.#queue(message);
    });
  }

  #remember(): void {
    if (this.#options.isFixed || this.#options.isPreview) return;
    const { conversation, history, draft, messages, agent } = this.store.get();
    const unsent = messages.filter((message) => message.canRetry).map(({ id, text }) => ({ id, text }));
    const kept = agent.recordChatHistory ? history : [];
    this.#options.say({ type: 'save', saved: { current: conversation, history: kept, draft, unsent } });
  }

  #mend(id: string, patch: Partial<ShownMessage>): void {
    const { messages } = this.store.get();
    this.store.set({ messages: messages.map((one) => (one.id === id ? { ...one, ...patch } : one)) });
  }

  #hear(event: ConversationEvent): void {
    if (event.event === 'typing') {
      this.#showTyping(true);
      return;
    }
    const { messages, texts, isOpen } = this.store.get();
    if (event.event === 'handoff') {
      const { state, operator } = event.data;
      const said = { bot: '', waiting: texts.waiting, held: sayJoined(texts, operator) };
      const announcement = this.store.get().agent.announcesPeople ? said[state] : '';
      this.store.set({ handoff: state, operator, announcement });
    }
    const next = applyEvent(messages, event, (code) => sentenceOf(texts, code));
    this.store.set({ messages: next });
    const isPerson = event.event === 'message' && event.data.role === 'operator';
    if (isPerson) this.#showTyping(false);
    const isWritten = isPerson || (event.event === 'message' && event.data.role === 'system');
    const isNew = isWritten && !messages.some((one) => one.id === event.data.id);
    const id = event.event === 'done' ? event.data.messageId : isNew ? event.data.id : '';
    const ended = next.find((message) => message.id === id);
    if (ended?.state !== 'complete') return;
    const text = ended.role === 'system' ? sayLine(texts, ended) : ended.text;
    this.store.set({ announcement: plainText(text) });
    this.#options.say({ type: 'message', id, role: ended.role, text });
    if (isOpen || isGoodbye(ended)) return;
    this.#unread += 1;
    this.#options.say({ type: 'unread', count: this.#unread });
  }

  #showTyping(isTyping: boolean): void {
    clearTimeout(this.#typing);
    this.store.set({ isTyping });
    if (isTyping) this.#typing = window.setTimeout(() => this.#showTyping(false), 2 * TYPING_MS);
  }

  #listen({ conversationId, visitorToken }: SavedConversation, lastEventId: string): void {
    this.#stream?.stop();
    this.#stream = openStream({
      url: this.api.eventsUrl(conversationId),
      token: visitorToken,
      lastEventId,
      onEvent: (event) => this.#hear(event),
      onLive: (isConnected) => this.store.set({ isConnected }),
      onLost: () => void this.#resume(),
    });
  }

  #forget(): void {
    this.#stream?.stop();
    this.#stream = null;
    this.#starting = null;
    this.store.set({
      conversation: null,
      isConnected: true,
      rating: null,
      hasLeftContact: '',
      handoff: 'bot',
      operator: null,
      isTyping: false,
    });
  }

  /** Reads the conversation as it stands and goes on from there. One that is gone is forgotten, unsent texts are kept. */
  async #resume(): Promise<void> {
    const { conversation } = this.store.get();
    if (!conversation) return;
    try {
      const found = await this.api.read(conversation.conversationId, conversation.visitorToken);
      if (this.store.get().conversation !== conversation) return;
      const own = this.store.get().messages.filter((one) => one.role === 'visitor' && one.state !== 'complete');
      const others = own.filter((one) => !found.messages.some((known) => known.id === one.id));
      this.store.set({
        messages: [...found.messages, ...others],
        rating: found.rating,
        handoff: found.handoff.state,
        operator: found.handoff.operator,
      });
      this.#listen(conversation, found.lastEventId);
    } catch (problem) {
      if (!isGone(problem)) {
        this.store.set({ isConnected: false });
        setTimeout(() => this.#resume(), READ_AGAIN_AFTER_MS);
      } else if (!this.#options.isFixed) {
        this.#forget();
        this.#remember();
      }
    }
  }

  /** The conversation, started where there is none yet; once, however many ask at the same time. */
  begin(title: string): Promise<SavedConversation> {
    const known = this.store.get().conversation;
    if (known) return Promise.resolve(known);
    const lang = navigator.language.slice(0, 12);
    this.#starting ??= this.api.start(this.#options.agentId, this.#variables, lang).then(
      ({ conversationId, visitorToken, messages }) => {
        const conversation = { conversationId, visitorToken, title: title.slice(0, 80), ts: Date.now() };
        const history = [conversation, ...this.store.get().history].slice(0, historyMax);
        this.store.set({ conversation, history, messages: [...messages, ...this.store.get().messages] });
        this.#remember();
        this.#listen(conversation, '');
        return conversation;
      },
      (problem) => {
        this.#starting = null;
        throw problem;
      },
    );
    return this.#starting;
  }

  async #deliver(id: string, text: string, attachments: Attachment[], isSecondTry = false): Promise<void> {
    const had = this.store.get().conversation;
    try {
      const { conversationId, visitorToken } = await this.begin(text);
      const fileIds = attachments.map((file) => file.id);
      const { replyId } = await this.api.send(conversationId, visitorToken, { id, text, fileIds });
      this.#mend(id, { state: 'complete', problem: undefined, canRetry: false });
      const { messages } = this.store.get();
      if (replyId && !messages.some((one) => one.id === replyId)) {
        const reply: ShownMessage = { ...newMessage(replyId, 'agent', ''), state: 'queued' };
        this.store.set({ messages: [...messages, reply] });
      }
      this.#stream?.wake();
    } catch (problem) {
      if (had && !isSecondTry && !this.#options.isFixed && isGone(problem)) {
        this.#forget();
        return this.#deliver(id, text, [], true);
      }
      const code = codeOf(problem);
      const sentence = sentenceOf(this.store.get().texts, code);
      this.#mend(id, { state: 'failed', problem: sentence, canRetry: true, offersContact: isEnded(code) });
    }
    this.#remember();
  }

  /** Messages go out one after another, so that a burst keeps its order. */
  #queue({ id, text, attachments }: ShownMessage): void {
    this.#mend(id, { state: 'queued', problem: undefined, canRetry: false });
    this.#outbox = this.#outbox.then(() => this.#deliver(id, text, attachments));
  }

  send(text: string, attachments: Attachment[] = []): void {
    if (this.#options.isPreview || (!text.trim() && !attachments.length)) return;
    const message: ShownMessage = { ...newMessage(makeUuid(), 'visitor', text.trim()), state: 'queued', attachments };
    this.store.set({ messages: upsert(this.store.get().messages, message) });
    this.#options.say({ type: 'message', id: message.id, role: 'visitor', text: message.text });
    this.#queue(message);
  }

  /** The same id for a message that did not get out. A failed reply is asked for by its question, as a new message. */
  retry(message: ShownMessage): void {
    const { messages } = this.store.get();
    if (message.role === 'visitor') this.#queue(message);
    else {
      const before = messages.slice(
        0,
        messages.findIndex((one) => one.id === message.id),
      );
      const question = before.findLast((one) => one.role === 'visitor');
      if (question) this.send(question.text, question.attachments);
    }
  }

  async stop(): Promise<void> {
    const { conversation, messages } = this.store.get();
    if (!conversation || !findPending(messages)) return;
    await this.api.stop(conversation.conversationId, conversation.visitorToken).catch(() => {});
  }

  setDraft(draft: string): void {
    const { conversation, handoff } = this.store.get();
    this.store.set({ draft });
    if (draft && conversation && handoff === 'held' && Date.now() - this.#typedAt > TYPING_MS) {
      this.#typedAt = Date.now();
      this.api.type(conversation.conversationId, conversation.visitorToken).catch(() => {});
    }
    this.#remember();
  }

  /** Throws where it could not be stored; the stars then stand as before. */
  async rate(rating: number, comment?: string): Promise<void> {
    const { conversation, rating: before } = this.store.get();
    if (!conversation) return;
    this.store.set({ rating });
    try {
      await this.api.rate(conversation.conversationId, conversation.visitorToken, rating, comment);
    } catch (problem) {
      this.store.set({ rating: before });
      throw problem;
    }
  }

  /** Throws where it could not be asked for. The stream tells of whoever comes. */
  async askForPerson(): Promise<void> {
    const { conversationId, visitorToken } = await this.begin('');
    this.store.set({ handoff: (await this.api.askForPerson(conversationId, visitorToken)).state });
  }

  async leaveContact(email: string, message: string, name: string): Promise<void> {
    const { conversationId, visitorToken } = await this.begin(message || email);
    await this.api.leaveContact(conversationId, visitorToken, { email, message, name });
    this.store.set({ hasLeftContact: email });
  }

  startNew(): void {
    this.#forget();
    this.store.set({ messages: [] });
    this.#remember();
  }

  openEarlier(conversation: SavedConversation): void {
    this.#forget();
    this.store.set({ conversation, messages: [] });
    this.#remember();
    void this.#resume();
  }

  setOpen(isOpen: boolean): void {
    this.store.set({ isOpen });
    if (!isOpen || !this.#unread) return;
    this.#unread = 0;
    this.#options.say({ type: 'unread', count: 0 });
  }

  /** For the next conversation: the server takes variables when one is started. */
  setVariables(variables: Variables): void {
    Object.assign(this.#variables, variables);
  }

  close(): void {
    this.#options.say({ type: 'close' });
  }
}
