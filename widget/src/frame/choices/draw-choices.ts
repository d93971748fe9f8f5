import type { Choice } from '@antiphon/contract/events';
import type { ChatState } from '../chat/chat-state.ts';
import type { Store } from '../chat/store.ts';

// Loaded with the actions, and like them shares no code with the chat: elements are made by hand.

/** Of the chat, what is needed here. */
export type ChoosingChat = {
  store: Store<ChatState>;
  send(text: string, attachments?: [], choiceId?: string): void;
};

const known = new WeakSet<ChoosingChat>();

/** The buttons below what was said last, or below the greeting; until something is said after it. */
export function watchChoices(chat: ChoosingChat): void {
  if (known.has(chat)) return;
  known.add(chat);
  const place = document.createElement('ul');
  place.className = 'chat-suggestions chat-picks';
  let shown: Choice[] | undefined;
  const look = () => {
    const { agent, messages } = chat.store.get();
    const { choices } = messages.at(-1) ?? agent;
    // The box of the log is made anew where earlier conversations were looked at.
    if (choices === shown && (!choices || place.isConnected)) return;
    shown = choices;
    place.replaceChildren(...(choices ?? []).map((choice) => drawChoice(chat, choice)));
    if (!choices) return place.remove();
    document.querySelector('.chat-content [role=log]')?.after(place);
    // Once what was said is announced, which comes with the same event.
    const told = choices;
    if (messages.length > 0) queueMicrotask(() => tell(chat, told));
  };
  chat.store.subscribe(look);
  look();
}

/** What can be chosen is read out behind what was said. */
function tell({ store }: ChoosingChat, choices: Choice[]): void {
  const { announcement } = store.get();
  const labels = choices.map(({ label }) => label).join(', ');
  if (!announcement.endsWith(labels)) store.set({ announcement: `${announcement} ${labels}` });
}

function drawChoice(chat: ChoosingChat, { id, label }: Choice): HTMLElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.dir = 'auto';
  button.textContent = label;
  button.onclick = ({ detail }) => {
    chat.send(label, [], id);
    // The button is gone: whoever pressed it by keyboard goes on where they write.
    if (detail === 0) document.querySelector('textarea')?.focus();
  };
  item.append(button);
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
`);
// Before the rules of the agent's owner, which win.
document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];
