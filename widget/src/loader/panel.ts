import type { WidgetAgent } from '@antiphon/contract/visitors';
import type { ToFrame, ToHost } from '../protocol.ts';
import { hearFrame } from '../protocol.ts';
import { config } from './config.ts';
import { guard, make } from './dom.ts';
import { makeClose } from './launcher.ts';

export interface Panel {
  /** `isBack`: opened as on the page before; whoever reads the page keeps the focus there. */
  setOpen(isOpen: boolean, isBack?: boolean): void;
  /** What is said before the frame is ready waits for it. */
  say(message: ToFrame): void;
}

/** Inline in the page; a dialog beside the launcher; a modal one (focus kept inside by the browser); a centred one: as the classes of the dialog. */
export type PanelKind = '' | 'd' | 'd x' | 'd o';

/** The iframe and what holds it, closed at first. Nothing is requested before this is called; closing keeps the iframe alive. */
export function makePanel(
  parent: HTMLElement,
  kind: PanelKind,
  { closeWord, lang }: WidgetAgent,
  greet: () => ToFrame,
  onHear: (message: ToHost) => void,
  onClose: () => void,
): Panel {
  const dialog = kind && make('dialog', parent, kind, 'Chat');
  if (dialog) {
    // Lies under the frame: what is left to press should the frame not come.
    makeClose(dialog, closeWord, onClose);
    // Escape closes a modal dialog by itself; this tells the rest of it.
    dialog.onclose = guard(onClose);
    if (config.modalMode) dialog.onclick = guard((event) => event.target === dialog && onClose());
  }
  const frame = make('iframe', dialog || make('div', parent, 'f'));
  frame.title = 'Chat';
  // Before its address: what comes later counts after the next load alone.
  frame.allow = 'microphone';
  frame.src = `${config.origin}/widget/frame/${config.region}/${config.ID}?lang=${lang}`;
  const post = (message: ToFrame) => frame.contentWindow!.postMessage(message, config.origin);
  let waiting: ToFrame[] | null = [];
  // Of a frame that is gone nothing is heard any more.
  addEventListener(
    'message',
    guard((event) => {
      const message = hearFrame(event, frame.contentWindow, config.origin);
      if (!message) return;
      if (message.type === 'ready') {
        frame.style.opacity = '1';
        waiting?.forEach(post);
        waiting = null;
      }
      onHear(message);
    }),
  );
  // The keyboard of a phone covers the page without resizing it: follow what is really visible.
  visualViewport!.addEventListener(
    'resize',
    guard(() => parent.style.setProperty('--h', `${visualViewport!.height}px`)),
  );
  const say = (message: ToFrame) => void (waiting ? waiting.push(message) : post(message));
  frame.onload = guard(() => post(greet()));
  return {
    setOpen(isOpen, isBack) {
      if (dialog) {
        if (!isOpen) dialog.close();
        // `show()` would take the focus.
        else if (kind === 'd') dialog.open = true;
        else dialog.showModal();
        if (isOpen && !isBack) frame.focus();
      }
      say({ type: 'visible', isOpen, isBack });
    },
    say,
  };
}
