import '../styles/later-styles.ts';
import type { Thumb } from '@antiphon/contract/events';
import type { Chat } from '../chat/chat.ts';
import { THUMB_TEXTS, type ThumbTexts } from '../texts/thumbs.ts';

// Loaded by itself, so that it shares no code with the chat: elements are made by hand.

interface GivenThumb {
  chat: Chat;
  lang: string;
  /** Of the answer. */
  id: string;
  thumb: Thumb | undefined;
  sayProblem(reason: unknown): string;
}

const COMMENT_CHARS_MAX = 500;
const SVG = 'http://www.w3.org/2000/svg';
const THUMB = 'M7 11v9H4v-9zM7 11l4-8a2.5 2.5 0 0 1 2.5 2.5V9h5a2 2 0 0 1 2 2.3l-1.2 7a2 2 0 0 1-2 1.7H7';
const REASONS = ['wrong', 'incomplete', 'off_topic', 'tone'] as const;

/** What an answer's thumbs say beside them, and whether why is asked for. */
const states = new WeakMap<Element, { said: string; asksWhy: boolean }>();
function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = '', text = '') {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/** A thumb is given by a press and taken back by another; one that is down has room for why. Called again where the thumb changes. */
export function drawThumbs(place: HTMLElement, given: GivenThumb): void {
  const texts: ThumbTexts = THUMB_TEXTS[given.lang as keyof typeof THUMB_TEXTS] ?? THUMB_TEXTS.en;
  const state = states.get(place) ?? { said: '', asksWhy: false };
  states.set(place, state);
  const focused = place.querySelector<HTMLElement>('button:focus')?.dataset.value;

  const give = (thumb: Thumb | undefined, thanks: string) => {
    state.said = thanks;
    keep(given, thumb).catch((reason) => {
      state.said = given.sayProblem(reason);
      drawThumbs(place, given);
    });
  };
  const bar = make('span');
  for (const value of ['up', 'down'] as const) {
    const button = make('button', 'chat-thumb');
    const isPressed = given.thumb?.value === value;
    button.type = 'button';
    button.dataset.value = value;
    button.ariaLabel = texts[value];
    button.ariaPressed = `${isPressed}`;
    const icon = document.createElementNS(SVG, 'svg');
    icon.setAttribute('viewBox', '0 0 24 24');
    icon.setAttribute('class', 'chat-icon');
    icon.setAttribute('aria-hidden', 'true');
    icon.append(document.createElementNS(SVG, 'path'));
    icon.firstElementChild!.setAttribute('d', THUMB);
    button.append(icon);
    button.onclick = () => {
      const next: Thumb | undefined = isPressed ? undefined : { value, reason: null, comment: '' };
      state.asksWhy = next?.value === 'down';
      give(next, next?.value === 'up' ? texts.thanks : '');
    };
    bar.append(button);
  }
  const said = make('span', 'chat-note', state.said);
  said.role = 'status';
  bar.append(said);
  place.replaceChildren(bar);
  if (focused) place.querySelector<HTMLElement>(`[data-value=${focused}]`)?.focus();
  if (!state.asksWhy || given.thumb?.value !== 'down') return;
  const form = makeWhy(texts, (why) => {
    state.asksWhy = false;
    give({ value: 'down', ...why }, texts.thanks);
  });
  place.append(form);
  form.scrollIntoView({ block: 'nearest' });
}

/** Shown at once; as it was before where it could not be stored. */
async function keep({ chat: { store, api }, id }: GivenThumb, thumb: Thumb | undefined): Promise<void> {
  const { conversation, messages } = store.get();
  if (!conversation) return;
  const show = (shown: Thumb | undefined) =>
    store.set({ messages: store.get().messages.map((one) => (one.id === id ? { ...one, thumb: shown } : one)) });
  const before = messages.find((one) => one.id === id)?.thumb;
  show(thumb);
  try {
    await api.setThumb(conversation.conversationId, conversation.visitorToken, id, thumb ?? { value: null });
  } catch (problem) {
    show(before);
    throw problem;
  }
}

function makeWhy(texts: ThumbTexts, onSend: (why: Pick<Thumb, 'reason' | 'comment'>) => void) {
  const form = make('form', 'chat-card chat-why');
  const group = make('fieldset');
  group.append(make('legend', '', texts.why));
  const send = make('button', 'chat-button', texts.send);
  send.disabled = true;
  let reason: Thumb['reason'] = null;
  for (const value of REASONS) {
    const label = make('label', 'chat-reason');
    const input = make('input');
    input.type = 'radio';
    input.name = 'reason';
    input.onchange = () => {
      reason = value;
      send.disabled = false;
    };
    label.append(input, texts[value]);
    group.append(label);
  }
  const field = make('label', 'chat-field', texts.more);
  const words = make('textarea');
  words.rows = 2;
  words.maxLength = COMMENT_CHARS_MAX;
  words.oninput = () => {
    words.dir = words.value ? 'auto' : '';
    send.disabled = !reason && !words.value.trim();
  };
  field.append(words);
  form.append(group, field, send);
  form.onsubmit = (event) => {
    event.preventDefault();
    onSend({ reason, comment: words.value.trim() });
  };
  return form;
}
