import type { Choice } from '@antiphon/contract/events';
import type { ChatState } from '../chat/chat-state.ts';
import type { Store } from '../chat/store.ts';
import { drawCard, isCard } from './draw-card.ts';
import { drawForm } from './draw-form.ts';
import { make } from './make-element.ts';

// Loaded with the actions, and like them shares no code with the chat: elements are made by hand.

/** Of the chat, what is needed here. */
export type ChoosingChat = {
  store: Store<ChatState>;
  send(text: string, attachments?: [], choiceId?: string): void;
};

const known = new WeakSet<ChoosingChat>();

/** The buttons, cards or fields below what was said last, or below the greeting; until something is said after it. */
export function watchChoices(chat: ChoosingChat): void {
  if (known.has(chat)) return;
  known.add(chat);
  const place = make('ul', 'chat-suggestions chat-picks');
  let shown = '';
  const look = () => {
    const { agent, messages } = chat.store.get();
    const { choices } = messages.at(-1) ?? agent;
    // The same that were read anew stay as they are: somebody may have filled them in.
    const now = choices ? `${messages.length} ${JSON.stringify(choices)}` : '';
    // The box of the log is made anew where earlier conversations were looked at.
    if (now === shown && (!choices || place.isConnected)) return;
    if (!choices) place.remove();
    if (choices && !place.isConnected) document.querySelector('.chat-content [role=log]')?.after(place);
    if (now === shown) return;
    shown = now;
    place.classList.toggle('chat-cards', choices?.some(isCard));
    place.replaceChildren(...(choices ?? []).map((choice) => drawChoice(chat, choice)));
    // Once what was said is announced, which comes with the same event.
    if (choices && messages.length > 0) queueMicrotask(() => tell(chat, choices));
  };
  chat.store.subscribe(look);
  look();
}

/** What can be chosen or filled in is read out behind what was said. */
function tell({ store }: ChoosingChat, choices: Choice[]): void {
  const { announcement } = store.get();
  const labels = choices.flatMap(({ label, fields }) => fields?.map((field) => field.label) ?? label).join(', ');
  if (!announcement.endsWith(labels)) store.set({ announcement: `${announcement} ${labels}` });
}

function drawChoice(chat: ChoosingChat, choice: Choice): HTMLElement {
  const { id, label } = choice;
  const item = make('li');
  const send = (text: string, isByKeyboard: boolean) => {
    chat.send(text, [], id);
    // The button is gone: whoever pressed it by keyboard goes on where they write.
    if (isByKeyboard) document.querySelector('textarea')?.focus();
  };
  if (choice.fields) {
    item.append(drawForm(choice, (text) => send(text, item.contains(document.activeElement))));
    return item;
  }
  const button = make('button', '', label);
  button.type = 'button';
  button.dir = 'auto';
  button.onclick = ({ detail }) => send(label, detail === 0);
  item.append(isCard(choice) ? drawCard(choice, button) : button);
  return item;
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
.chat-picks {
  flex-flow: row wrap;
  justify-content: flex-end;
  margin-top: 0;
  padding-top: 16px;
}
.chat-picks form {
  background: var(--surface);
}
.chat-picks .chat-field select {
  padding: 8px 10px;
  border: 1px solid var(--border);
  border-radius: 8px;
  background: var(--surface);
  color: var(--text);
  font-size: 16px;
}
.chat-picks .chat-button {
  border: 0;
  color: var(--on-primary);
}
.chat-picks .chat-button:hover {
  background: var(--primary);
}
.chat-cards {
  flex-flow: row;
  align-items: stretch;
  justify-content: flex-start;
  padding-bottom: 6px;
  overflow-x: auto;
  scroll-snap-type: x proximity;
}
.chat-cards li {
  display: grid;
  flex: none;
  width: 220px;
  scroll-snap-align: start;
}
.chat-cards li > button {
  align-self: end;
}
.chat-pick {
  width: auto;
  overflow-wrap: anywhere;
}
.chat-pick img {
  display: block;
  width: 100%;
  aspect-ratio: 16 / 10;
  border-radius: 8px;
  object-fit: cover;
}
.chat-pick p {
  white-space: pre-line;
}
.chat-pick a {
  color: var(--link);
}
.chat-pick button {
  width: 100%;
  margin-top: auto;
}
`);
// Before the rules of the agent's owner, which win.
document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];
