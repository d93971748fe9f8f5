import type { VoiceTexts } from '../texts/voice.ts';

export type PanelState = 'asking' | 'connecting' | 'listening' | 'thinking' | 'speaking' | 'ended';

export interface CallPanel {
  /** Says what is about to happen, and waits for a yes. */
  ask(words: string, yes: string, onYes: () => void): void;
  show(state: PanelState, words: string): void;
  /** What was understood. */
  hear(text: string): void;
  /** Something to know beside. */
  note(words: string): void;
  control(on: { onInterrupt(): void; onEnd(): void }): void;
  /** Stays for a moment with its last words. */
  close(words: string): void;
}

const LAST_WORDS_MS = 6_000;

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = '', text = '') {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/** What a call looks like: how it stands, what was understood, and how it is interrupted and ended. */
export function drawPanel(place: HTMLElement, texts: VoiceTexts, onGone: () => void): CallPanel {
  const panel = make('section', 'chat-call');
  panel.ariaLabel = texts.region;
  const state = make('p', 'chat-call-state');
  state.role = 'status';
  const heard = make('p', 'chat-call-heard');
  heard.dir = 'auto';
  const note = make('p', 'chat-call-heard');
  const buttons = make('div', 'chat-call-buttons');
  panel.append(state, heard, note, buttons);
  place.replaceChildren(panel);
  const button = (words: string, press: () => void) => {
    const made = make('button', '', words);
    made.type = 'button';
    made.onclick = press;
    buttons.append(made);
    return made;
  };
  const gone = () => {
    panel.remove();
    onGone();
  };
  const show = (name: PanelState, words: string) => {
    panel.dataset.state = name;
    if (state.textContent !== words) state.textContent = words;
    if (interrupt) interrupt.hidden = name !== 'speaking' && name !== 'thinking';
  };
  let interrupt: HTMLButtonElement | null = null;
  return {
    show,
    ask(words, yes, onYes) {
      show('asking', '');
      state.hidden = true;
      note.textContent = words;
      const start = button(yes, () => {
        state.hidden = false;
        note.textContent = '';
        buttons.replaceChildren();
        onYes();
      });
      button(texts.cancel, gone);
      start.focus();
    },
    hear(text) {
      heard.textContent = text;
    },
    note(words) {
      note.textContent = words;
    },
    control({ onInterrupt, onEnd }) {
      buttons.replaceChildren();
      interrupt = button(texts.interrupt, onInterrupt);
      button(texts.end, onEnd);
      show(panel.dataset.state as PanelState, state.textContent ?? '');
      // Space interrupts, unless something is being typed.
      const onKey = (event: KeyboardEvent) => {
        if (!panel.isConnected) return removeEventListener('keydown', onKey);
        const isTyping = /^(TEXTAREA|INPUT|BUTTON|SELECT|A)$/.test((event.target as Element).tagName);
        if (event.key !== ' ' || isTyping || interrupt?.hidden) return;
        event.preventDefault();
        onInterrupt();
      };
      addEventListener('keydown', onKey);
    },
    close(words) {
      show('ended', words);
      heard.textContent = '';
      note.textContent = '';
      buttons.replaceChildren();
      setTimeout(gone, LAST_WORDS_MS);
    },
  };
}
