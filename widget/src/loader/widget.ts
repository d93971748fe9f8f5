import type { Variables, WidgetAgent } from '@antiphon/contract/visitors';
import type { Saved, ToFrame, ToHost } from '../protocol.ts';
import { config, emit, recall, save, saved } from './config.ts';
import { guard, make } from './dom.ts';
import { type Launcher, makeBubble, makeLauncher } from './launcher.ts';
import { tripleOf, validTriple } from './look.ts';
import { makePanel, type Panel } from './panel.ts';
import { isFlagSet, proactiveText } from './proactive.ts';
import { drop, FLAG_KEY, read, write } from './store.ts';
import { styles } from './styles.ts';
import type { Attention, attend } from './waiting.ts';

// A page has one widget, so that this module is its state: launcher, bubble, badge, panel.
let agent: WidgetAgent;
let box: HTMLElement | undefined;
let host: HTMLElement | undefined;
let launcher: Launcher | undefined;
let panel: Panel | undefined;
let bubble: HTMLElement | undefined;
let isOpen = false;
let unread = 0;

let attention: Attention | undefined;

const paint = () => launcher?.paint(isOpen, unread);
const dropBubble = () => bubble?.remove();

function draw(triple: string, mount?: Element | false): void {
  if (!box) {
    host = make('div', mount || document.documentElement);
    host.toggleAttribute('inline', !!mount);
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    box = make('div', root);
    if (!mount) launcher = makeLauncher(box, toggle, warm);
  }
  box.className = config.render === 'bottom-left' ? 'l' : '';
  box.style.setProperty('--c', triple);
  paint();
}

/** Draws the launcher before the agent is known, where its colour is known. */
export function hint(color: string | undefined): void {
  const look = color && validTriple(color);
  if (look && config.render !== 'full-width') draw(look);
}

function hear(message: ToHost): void {
  if (message.type === 'close') close();
  else if (message.type === 'save') {
    keep(message.saved);
    watch();
  } else if (message.type === 'unread') setUnread(message.count);
  else if (message.type === 'page')
    panel!.say({ type: 'page', url: location.href, title: document.title, referrer: document.referrer });
  else if (message.type !== 'ready') emit(message.type, message);
}

const greet = (): ToFrame => ({
  type: 'init',
  agent,
  variables: config.variables,
  saved,
  canClose: !!launcher,
  hostFont: getComputedStyle(document.body).fontFamily,
});

/** Whatever is remembered while the chat is open is a use of it. */
function keep(next: Saved): void {
  if (isOpen) next.at = Date.now();
  save(next);
}

function setUnread(count = 0): void {
  unread = count;
  keep({ unread });
  paint();
  attention?.(count);
}

/** What asks, counts and sounds comes where a conversation waits, and not before. */
function watch(): void {
  if (attention || !saved.awaits) return;
  attention = () => {};
  import(/* @vite-ignore */ `${config.origin}/widget/waiting.js`)
    .then((module: { attend: typeof attend }) => {
      attention = module.attend(config.api, saved, save, () => panel || !host!.isConnected, setUnread);
      attention(unread);
    })
    .catch(() => {});
}

const kindOf = () => (!launcher ? '' : config.render === 'popup' ? 'd o' : config.modalMode ? 'd x' : 'd');

/** Loads the chat out of sight, so that it is there when the press comes. */
function warm(): void {
  if (!agent) return;
  panel ||= makePanel(box!, kindOf(), agent, greet, hear, close);
}

/** `true` alone, which no listener gives, is a chat that was open on the page before. */
function open(isBack?: unknown): void {
  if (isOpen) return;
  isOpen = true;
  warm();
  dropBubble();
  setUnread();
  panel!.setOpen(true, isBack === true);
  emit('open');
}

function close(): void {
  if (!isOpen || !launcher) return;
  isOpen = false;
  save({ at: 0 });
  paint();
  panel!.setOpen(false);
  launcher.button.focus();
  emit('close');
}

function toggle(): void {
  // Pressed before the agent is known, it opens as soon as there is something to open.
  if (!agent) config.autostart = true;
  else if (isOpen) close();
  else open();
}

function invite(text: string): void {
  if (isOpen) return;
  unread = 2;
  paint();
  bubble = makeBubble(box!, text, agent.closeWord, open, warm, () => {
    write(FLAG_KEY, { value: true, ts: Date.now() });
    dropBubble();
    launcher!.button.focus();
  });
}

/** Where an inline chat goes: `#agent-chat`, or where the script tag stands, or the end of the page. */
function findPlace(script: HTMLScriptElement): HTMLElement {
  let place = document.getElementById('agent-chat');
  if (!place) {
    place = make('div', document.body);
    if (document.body.contains(script)) script.after(place);
  }
  return place;
}

export function start(found: WidgetAgent, script: HTMLScriptElement): void {
  agent = found;
  config.render ||= agent.render;
  const look = tripleOf(agent.customThemeJSONString);
  save({ look });
  const place = config.render === 'full-width' && findPlace(script);
  const room = place ? place.clientHeight : 0;
  draw(look, place);
  box!.style.colorScheme = agent.theme === 'system' ? 'light dark' : agent.theme;
  // A place that the page gave a height keeps it, so that nothing below moves.
  if (room > 99) box!.style.setProperty('--r', `${room}px`);
  const isRefused = isFlagSet(read(FLAG_KEY), Date.now());
  if (!isRefused) drop(FLAG_KEY);
  if (place || (config.autostart ?? agent.autoStartWidget)) open();
  // A chat that was used within half an hour goes on. What would cover the page stays closed: whoever goes to a page wants to see it.
  else if (saved.at! > Date.now() - 1_800_000 && kindOf() === 'd' && innerWidth > 480) open(true);
  const text = proactiveText(agent.proactiveMessage);
  unread = isOpen ? 0 : saved.current ? saved.unread || 0 : 1;
  paint();
  watch();
  // Another page of the site may have begun a conversation.
  addEventListener(
    'storage',
    guard(() => {
      recall();
      panel?.say({ type: 'saved', saved });
      watch();
    }),
  );
  if (text && !isRefused && !saved.current) setTimeout(guard(invite), 1_000, text);
}

export const stop = () => host?.remove();

const put =
  (type: 'send' | 'compose') =>
  (text = '') => {
    open();
    panel!.say({ type, text: `${text}` });
  };

function setVariables(more: Variables): void {
  Object.assign(config.variables, more);
  panel?.say({ type: 'variables', variables: config.variables });
}

/** What the page may call once the agent is there. `send` opens the chat and sends, `compose` only writes. */
export const calls = {
  open,
  close,
  toggle,
  send: put('send'),
  compose: put('compose'),
  setVariables,
  identify: setVariables,
};
