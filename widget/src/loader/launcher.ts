import { guard, make, makeIcon } from './dom.ts';

export function makeClose(parent: Node, name: string, onPress: () => void): void {
  const close = make('button', parent, 'k', name);
  makeIcon(close, 'M6 6l12 12M18 6L6 18');
  close.onclick = guard(onPress);
}

export interface Launcher {
  button: HTMLButtonElement;
  paint(isOpen: boolean, unread: number): void;
}

/** `onIntent` is called when somebody is about to press: a pointer over it, a finger on it, the keyboard come to it. */
export function makeLauncher(parent: Node, onToggle: () => void, onIntent: () => void): Launcher {
  const button = make('button', parent, 'b');
  // A speech bubble, and an arrow down while the chat is open.
  makeIcon(button, 'M4 20l1.3-3.6A8 7.6 0 1 1 8.6 19z');
  makeIcon(button, 'M6 9.5l6 6 6-6');
  const badge = make('span', button, 'n');
  button.onclick = guard(onToggle);
  button.onpointerenter = button.onkeyup = guard(onIntent);
  return {
    button,
    paint(isOpen, unread) {
      badge.hidden = isOpen || !unread;
      // Drawn by the stylesheet: as text it would be part of what the button is called.
      badge.dataset.n = `${unread}`;
      button.ariaExpanded = `${isOpen}`;
      button.ariaLabel = badge.hidden ? 'Chat' : `Chat (${unread})`;
    },
  };
}

/** The proactive message: opens the chat when pressed, goes away for a day when closed. */
export function makeBubble(
  parent: Node,
  text: string,
  closeWord: string,
  onOpen: () => void,
  onIntent: () => void,
  onDismiss: () => void,
): HTMLElement {
  const bubble = make('div', parent, 'm');
  bubble.role = 'status';
  const message = make('button', bubble, 't');
  message.dir = 'auto';
  message.textContent = text;
  message.onclick = guard(onOpen);
  message.onpointerenter = guard(onIntent);
  makeClose(bubble, closeWord, onDismiss);
  return bubble;
}
