import type { ActionStatus, ShownAction } from '@antiphon/contract/actions';
import type { Api } from '../chat/api.ts';
import { type ChoosingChat, watchChoices } from '../choices/draw-choices.ts';
import { make } from '../choices/make-element.ts';
import { ACTION_TEXTS, type ActionTexts } from './action-texts.ts';
import { type ActionEvent, applyAction, type CardAction, openOf } from './apply-action.ts';

// Loaded by itself, with the first action, so that it shares no code with the chat: elements are made by hand.

/** Of the chat, what is needed here. */
export type Chat = ChoosingChat & { api: Api };
type Shown = {
  /** Of which these are. */
  conversationId: string;
  actions: CardAction[];
  /** What went wrong with an action, by its id. */
  problems: Map<string, string>;
  place: HTMLElement;
  timer: number;
};
const chats = new WeakMap<Chat, Shown>();

/** The actions of the conversation as it was read, or what the stream tells of them; left out, choices alone. */
export function tell(chat: Chat, told?: ShownAction[] | ActionEvent): void {
  watchChoices(chat);
  const conversationId = chat.store.get().conversation?.conversationId;
  if (!conversationId || !told) return;
  const shown = chats.get(chat) ?? begin(chat);
  const known = shown.conversationId === conversationId ? shown.actions : [];
  shown.conversationId = conversationId;
  shown.actions = Array.isArray(told) ? told.map((one) => ({ ...one, waiting: '' })) : applyAction(known, told);
  if ('event' in told && told.event === 'action_proposed') chat.store.set({ announcement: told.data.sentence });
  draw(chat, shown);
}

function begin(chat: Chat): Shown {
  const place = make('div', 'chat-actions');
  const shown: Shown = { conversationId: '', actions: [], problems: new Map(), place, timer: 0 };
  chats.set(chat, shown);
  let seen = '';
  chat.store.subscribe(() => {
    const { conversation, lang } = chat.store.get();
    const now = `${conversation?.conversationId} ${lang}`;
    // The box of the log is made anew where earlier conversations were looked at.
    if (now !== seen || !place.isConnected) draw(chat, shown);
    seen = now;
  });
  return shown;
}

function draw(chat: Chat, shown: Shown): void {
  const { conversation, lang } = chat.store.get();
  const texts: ActionTexts = ACTION_TEXTS[lang as keyof typeof ACTION_TEXTS] ?? ACTION_TEXTS.en;
  const { place } = shown;
  const isSame = conversation?.conversationId === shown.conversationId;
  const focused = place.querySelector<HTMLElement>('button:focus')?.id;
  place.replaceChildren(
    ...(isSame ? openOf(shown.actions).map((action) => drawAction(chat, shown, { action, texts, lang })) : []),
  );
  if (!place.isConnected) document.querySelector('.chat-content [role=log]')?.after(place);
  if (focused) document.getElementById(focused)?.focus();
  clearTimeout(shown.timer);
  const ends = openOf(shown.actions).map(({ expiresAt }) => Date.parse(expiresAt) - Date.now());
  const next = Math.min(...ends.filter((ms) => ms > 0));
  if (Number.isFinite(next)) shown.timer = window.setTimeout(() => draw(chat, shown), next + 50);
}

function drawAction(
  chat: Chat,
  shown: Shown,
  { action, texts, lang }: { action: CardAction; texts: ActionTexts; lang: string },
): HTMLElement {
  const { callId, messageId, sentence, doneAt, status, expiresAt } = action;
  const card = make('section', 'chat-card chat-action');
  card.ariaLabel = sentence;
  // A model says it in other words than the owner's, which are what is confirmed.
  const isSaid = chat.store.get().messages.some(({ id, text }) => id === messageId && text.includes(sentence));
  if (!isSaid) {
    const words = make('p', '', sentence);
    words.dir = 'auto';
    card.append(words);
  }
  if (action.arguments.length > 0) {
    const list = make('dl');
    for (const { label, value } of action.arguments) {
      const said = make('dd', '', value);
      said.dir = 'auto';
      list.append(make('dt', '', label), said);
    }
    card.append(list);
  }
  if (status === 'running') {
    card.ariaBusy = 'true';
    const note = make('p', 'chat-note', action.waiting || '…');
    note.role = 'status';
    card.append(note);
    return card;
  }
  if (Date.parse(expiresAt) <= Date.now()) {
    card.append(make('p', 'chat-note', texts.over));
    return card;
  }
  if (doneAt) {
    const time = new Intl.DateTimeFormat(lang, { hour: 'numeric', minute: '2-digit' }).format(new Date(doneAt));
    card.append(make('p', 'chat-note', texts.doneAt.replace('{0}', time)));
  }
  const problem = shown.problems.get(callId);
  if (problem) {
    const note = make('p', 'chat-note chat-problem', problem);
    note.role = 'alert';
    card.append(note);
  }
  const buttons = make('div', 'chat-choices');
  const decide = (decision: 'confirm' | 'decline') =>
    void send(chat, shown, action, { decision, ...(doneAt ? { again: true } : {}) }, texts);
  buttons.append(
    makeButton(`${callId}-yes`, 'chat-button', action.button, () => decide('confirm')),
    makeButton(`${callId}-no`, 'chat-button chat-second', action.decline, () => decide('decline')),
  );
  card.append(buttons);
  return card;
}

/** What comes of it is told by the stream; that it is on its way is shown at once, so that nobody presses twice. */
async function send(
  chat: Chat,
  shown: Shown,
  { callId }: CardAction,
  body: { decision: 'confirm' | 'decline'; again?: boolean },
  texts: ActionTexts,
): Promise<void> {
  const { conversation } = chat.store.get();
  if (!conversation) return;
  const change = (part: Partial<CardAction>) => {
    shown.actions = shown.actions.map((one) => (one.callId === callId ? { ...one, ...part } : one));
    draw(chat, shown);
  };
  shown.problems.delete(callId);
  change({ status: 'running' });
  try {
    const url = chat.api.eventsUrl(conversation.conversationId).replace(/events$/, `actions/${callId}`);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${conversation.visitorToken}` };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { code?: string; status?: ActionStatus; sentence?: string };
    if (answer.code === 'action_over') return change({ expiresAt: new Date(0).toISOString(), status: 'proposed' });
    if (!response.ok || !answer.status) throw new Error(answer.code);
    // The stream may have told more by then.
    const now = shown.actions.find((one) => one.callId === callId)?.status;
    if (now === 'running') change({ status: answer.status, waiting: answer.sentence ?? '' });
  } catch {
    shown.problems.set(callId, texts.failed);
    change({ status: 'proposed' });
  }
}

function makeButton(id: string, className: string, text: string, onPress: () => void) {
  const button = make('button', className, text);
  button.id = id;
  button.type = 'button';
  button.dir = 'auto';
  button.onclick = onPress;
  return button;
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
.chat-actions {
  display: grid;
  gap: 12px;
}
.chat-actions:not(:empty) {
  margin-top: 16px;
}
.chat-action {
  width: auto;
  max-width: 340px;
  margin-inline-start: 36px;
  overflow-wrap: anywhere;
}
.chat-action p {
  margin: 0;
}
.chat-action dl {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 2px 12px;
  margin: 0;
  font-size: 13px;
}
.chat-action dt {
  color: var(--muted);
}
.chat-action dd {
  margin: 0;
}
.chat-choices {
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
}
.chat-second {
  background: transparent;
  color: var(--text);
  box-shadow: inset 0 0 0 1px var(--border);
}
`);
// Before the rules of the agent's owner, which win.
document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];
