import type { ToFrame, ToHost } from '../protocol.ts';
import { hearFrame } from '../protocol.ts';
import { guard, make } from './dom.ts';
import { makeClose } from './launcher.ts';

export interface Panel {
  setOpen(isOpen: boolean): void;
  /** What is said before the frame is ready waits for it; `init` does not. */
  say(message: ToFrame): void;
  stop(): void;
}

/** Inline in the page; a dialog beside the launcher; a modal one (focus kept inside by the browser); a centred one. */
export type PanelKind = 'inline' | 'beside' | 'modal' | 'centred';

/** The iframe and what holds it, closed at first. Nothing is requested before this is called; closing keeps the iframe alive. */
export function makePanel(
  parent: HTMLElement,
  kind: PanelKind,
  frameUrl: string,
  closeWord: string,
  closesOutside: boolean | undefined,
  onHear: (message: ToHost) => void,
  onClose: () => void,
): Panel {
  const { origin } = new URL(frameUrl);
  const dialog = kind !== 'inline' && make('dialog', parent, kind === 'centred' ? 'd o' : 'd', 'Chat');
  if (dialog) {
    // Lies under the frame: what is left to press should the frame not come.
    makeClose(dialog, closeWord, onClose);
    // Escape closes a modal dialog by itself; this tells the rest of it.
    dialog.onclose = guard(onClose);
    if (closesOutside) dialog.onclick = guard((event) => event.target === dialog && onClose());
  }
  const frame = make('iframe', dialog || make('div', parent, 'f'));
  frame.title = 'Chat';
  frame.src = frameUrl;
  const post = (message: ToFrame) => frame.contentWindow!.postMessage(message, origin);
  let waiting: ToFrame[] | null = [];
  const hear = guard((event: MessageEvent) => {
    const message = hearFrame(event, frame.contentWindow, origin);
    if (!message) return;
    if (message.type === 'ready') {
      frame.style.opacity = '1';
      waiting?.forEach(post);
      waiting = null;
    }
    onHear(message);
  });
  // The keyboard of a phone covers the page without resizing it: follow what is really visible.
  visualViewport!.addEventListener(
    'resize',
    guard(() => parent.style.setProperty('--h', `${visualViewport!.height}px`)),
  );
  addEventListener('message', hear);
  const say = (message: ToFrame) => {
    if (waiting) waiting.push(message);
    else post(message);
  };
  frame.onload = guard(() => onHear({ type: 'hello' }));
  return {
    setOpen(isOpen) {
      if (dialog) {
        if (!isOpen) dialog.close();
        else if (kind === 'beside') dialog.show();
        else dialog.showModal();
        if (isOpen) frame.focus();
      }
      say({ type: 'visible', isOpen });
    },
    say: (message) => (message.type === 'init' ? post : say)(message),
    stop: () => removeEventListener('message', hear),
  };
}
