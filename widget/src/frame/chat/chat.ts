import type { Attachment, ConversationEvent } from '@antiphon/contract/events';
import type { Variables } from '@antiphon/contract/visitors';
import type { Saved, SavedConversation } from '../../protocol.ts';
import type { Api, Contact } from './api.ts';
import type { ChatOptions } from './chat-options.ts';
import { type ChatState, firstState } from './chat-state.ts';
import { historyMax, RATING_AFTER_MS, READ_AGAIN_AFTER_MS, TYPING_MS } from './limits.ts';
import { makeUuid } from './make-uuid.ts';
import { plainText } from './plain-text.ts';
import { whileAway } from './send-again.ts';
import { codeOf, isEnded, isGone, sayJoined, sayLine, sentenceOf } from './sentences.ts';
import { makeStore, type Store } from './store.ts';
import { openStream, type Stream } from './stream.ts';
import { isOfAction, tellActions, tellChoices } from './tell-actions.ts';
import {
  applyEvent,
  countAfter,
  findPending,
  isLeaving,
  isSettled,
  newMessage,
  type ShownMessage,
} from './timeline.ts';
import type { SaidVisit } from './visit.ts';

/** One visitor's chat: its state, and everything that can be done with it. Nothing is requested before it is needed. */
export class Chat {
  readonly store: Store<ChatState>;
  readonly api: Api;
  #options: ChatOptions;
  #variables: Variables;
  #stream: Stream | null = null;
  #starting: Promise<SavedConversation> | null = null;
  #outbox: Promise<unknown> = Promise.resolve();
  #unread: number;
  #seen: string;
  #read = '';
  #typedAt = 0;
  #typing = 0;
  #asking = 0;
  #hasOffered = false;

  constructor(options: ChatOptions) {
    this.#options = options;
    this.api = options.api;
    this.store = makeStore(firstState(options.saved, options));
    this.#variables = { ...options.variables };
    this.#unread = options.saved.unread ?? 0;
    this.#seen = options.saved.seen ?? '';
    this.store.subscribe(() => tellChoices(this));
    if (!options.isPreview) void this.#resume();
    document.addEventListener('visibilitychange', () => this.#look());
    addEventListener('online', () => {
      this.#stream?.wake();
      for (const message of this.store.get().messages) if (message.canRetry) this.#queue(message);
    });
  }

  #remember(): void {
    if (this.#options.isFixed || this.#options.isPreview) return;
    const { conversation, history, draft, messages, agent, isMuted } = this.store.get();
    const own = messages.filter((one) => one.role === 'visitor' && (one.canRetry || one.state === 'queued'));
    const saved: Saved = {
      current: conversation,
      history: agent.recordChatHistory ? history : [],
      draft,
      unsent: own.map(({ id, text }) => ({ id, text })),
      isMuted: isMuted === true,
    };
    this.#options.say({ type: 'save', saved: { ...saved, ...this.#standing() } });
  }

  #standing(): Pick<Saved, 'awaits' | 'seen'> {
    const { handoff, messages } = this.store.get();
    const isOnItsWay = messages.some(({ role, state }) => role === 'visitor' && state === 'queued');
    // Nobody comes to whom `away` was said.
    const awaits = handoff === 'waiting' || handoff === 'held' || isOnItsWay || !!findPending(messages);
    return { awaits, seen: this.#seen };
  }

  /** What stands before the visitor is seen; what else came is counted beside the launcher, and in the title of the page. */
  #look(): void {
    if (this.#options.isFixed || this.#options.isPreview) return;
    const { messages, isOpen } = this.store.get();
    const isSeeing = isOpen && !document.hidden;
    if (isSeeing) {
      this.#seen = messages.findLast(isSettled)?.id ?? this.#seen;
      this.#tellRead();
    }
    const count = isSeeing ? 0 : countAfter(messages, this.#seen);
    if (count !== this.#unread) this.#options.say({ type: 'unread', count });
    this.#unread = count;
    // Nothing else of this page: another one may have written it since.
    this.#options.say({ type: 'save', saved: this.#standing() });
  }

  /** Whoever wrote is shown that it was read; what was not is mailed. */
  #tellRead(): void {
    const { conversation, messages } = this.store.get();
    const id = messages.findLast(({ role }) => role === 'operator')?.id;
    if (!conversation || !id || id === this.#read) return;
    this.#read = id;
    this.api.markRead(conversation.conversationId, conversation.visitorToken, id).catch(() => {
      this.#read = '';
    });
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
    const { messages, texts } = this.store.get();
    if (event.event === 'handoff') {
      const { state, operator } = event.data;
      const said = { bot: '', waiting: texts.waiting, held: sayJoined(texts, operator) };
      const announcement = this.store.get().agent.announcesPeople ? said[state] : '';
      this.store.set({ handoff: state, operator, announcement });
    }
    const next = applyEvent(messages, event, (code) => sentenceOf(texts, code));
    this.store.set({ messages: next });
    if (event.event === 'delta') return;
    this.#look();
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
    clearTimeout(this.#asking);
    if (isLeaving(ended)) this.#offerRating();
    else if (!ended.isUnknown && !ended.offersPerson)
      this.#asking = window.setTimeout(() => this.#offerRating(), RATING_AFTER_MS);
  }

  /** Once a conversation, where something was asked and answered, and the visitor is not just going on. */
  #offerRating(): void {
    const { handoff, draft, messages, rating, ratingAfter } = this.store.get();
    const hasAsked = messages.some(({ role }) => role === 'visitor');
    if (handoff !== 'bot' || draft || !hasAsked || rating || ratingAfter || this.#hasOffered) return;
    this.#hasOffered = true;
    this.askRating(false);
  }

  /** `wants`: the visitor asked for it. */
  askRating(wants: boolean): void {
    this.store.set({ ratingAfter: this.store.get().messages.at(-1)?.id ?? null, wantsRating: wants });
  }

  forgetRating(): void {
    this.store.set({ ratingAfter: null });
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
      onEvent: (event) => (isOfAction(event) ? tellActions(this, event) : this.#hear(event)),
      onLive: (isConnected) => this.store.set({ isConnected }),
      onLost: () => void this.#resume(),
    });
  }

  #forget(): void {
    this.#stream?.stop();
    this.#stream = null;
    this.#starting = null;
    this.#hasOffered = false;
    clearTimeout(this.#asking);
    this.store.set({
      conversation: null,
      ratingAfter: null,
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
      this.#look();
      if (found.actions?.length) tellActions(this, found.actions);
      this.#listen(conversation, found.lastEventId);
      this.#tellVariables();
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
    const { agent } = this.store.get();
    const start = (visit?: SaidVisit) => this.api.start(this.#options.agentId, this.#variables, agent, visit);
    this.#starting ??= this.#options
      .askVisit()
      .then(start)
      .then(
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

  async #deliver(message: ShownMessage, isSecondTry = false): Promise<void> {
    const { id, text, attachments, choiceId } = message;
    const had = this.store.get().conversation;
    try {
      const fileIds = attachments.map((file) => file.id);
      const send = async () => {
        const { conversationId, visitorToken } = await this.begin(text);
        const page = (await this.#options.askVisit())?.page;
        return this.api.send(conversationId, visitorToken, { id, text, fileIds, page, choiceId });
      };
      const isWanted = () => this.store.get().messages.some((one) => one.id === id);
      const { replyId } = await whileAway(send, isWanted);
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
        return this.#deliver({ ...message, attachments: [] }, true);
      }
      const code = codeOf(problem);
      const sentence = sentenceOf(this.store.get().texts, code);
      this.#mend(id, { state: 'failed', problem: sentence, canRetry: true, offersContact: isEnded(code) });
    }
    this.#remember();
  }

  /** Messages go out one after another, so that a burst keeps its order. */
  #queue(message: ShownMessage): void {
    this.#mend(message.id, { state: 'queued', problem: undefined, canRetry: false });
    this.#outbox = this.#outbox.then(() => this.#deliver(message));
  }

  /** `choiceId`: of the button whose words these are. */
  send(text: string, attachments: Attachment[] = [], choiceId?: string): void {
    if (this.#options.isPreview || (!text.trim() && !attachments.length)) return;
    const bare = newMessage(makeUuid(), 'visitor', text.trim());
    const message: ShownMessage = { ...bare, state: 'queued', isUnplaced: true, attachments, choiceId };
    const { messages, ratingAfter, rating } = this.store.get();
    // Stars that nobody chose are asked for no more.
    this.store.set({ messages: [...messages, message], ratingAfter: rating ? ratingAfter : null });
    clearTimeout(this.#asking);
    // A page that is left before the answer to this does not lose it.
    this.#remember();
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

  /** Throws where it could not be asked for. The stream tells of whoever comes. */
  async askForPerson(): Promise<void> {
    const { conversationId, visitorToken } = await this.begin('');
    this.store.set({ handoff: (await this.api.askForPerson(conversationId, visitorToken)).state });
  }

  async leaveContact(contact: Contact): Promise<void> {
    const { conversationId, visitorToken } = await this.begin(contact.message || contact.email);
    await this.api.leaveContact(conversationId, visitorToken, contact);
    this.store.set({ hasLeftContact: contact.email, contactAfter: this.store.get().messages.at(-1)?.id ?? '' });
    contact.message = '';
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

  /** `isBack`: as on the page before, without a press; the page keeps the focus. */
  setOpen(isOpen: boolean, isBack = false): void {
    this.store.set({ isOpen, takesFocus: this.#options.takesFocus && !isBack });
    this.#look();
  }

  /** Another page of the site remembered something: its conversation is this one's where there is none, and what was seen there is seen. */
  recall({ current, seen, isMuted }: Saved): void {
    const { conversation, messages } = this.store.get();
    this.store.set({ isMuted: isMuted === true });
    if (current && !conversation && messages.length === 0) this.openEarlier(current);
    else if (current && current.conversationId === conversation?.conversationId && seen !== this.#seen) {
      this.#seen = seen ?? '';
      this.#look();
    }
  }

  setMuted(isMuted: boolean): void {
    this.store.set({ isMuted });
    this.#remember();
  }

  /** Of the conversation that runs, and of the next one. */
  setVariables(variables: Variables): void {
    Object.assign(this.#variables, variables);
    this.#tellVariables();
  }

  #tellVariables(): void {
    const { conversation } = this.store.get();
    if (conversation && Object.keys(this.#variables).length > 0)
      this.api.setVariables(conversation.conversationId, conversation.visitorToken, this.#variables).catch(() => {});
  }

  close(): void {
    this.#options.say({ type: 'close' });
  }
}
