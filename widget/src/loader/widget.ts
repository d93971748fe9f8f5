import type { Variables, WidgetAgent } from '@antiphon/contract/visitors';
import type { ToHost } from '../protocol.ts';
import { config, emit, save, saved } from './config.ts';
import { guard, make } from './dom.ts';
import { type Launcher, makeBubble, makeLauncher } from './launcher.ts';
import { tripleOf, validTriple } from './look.ts';
import { makePanel, type Panel } from './panel.ts';
import { isFlagSet, proactiveText } from './proactive.ts';
import { drop, FLAG_KEY, read, write } from './store.ts';
import { styles } from './styles.ts';
import { closeWord, langOf } from './texts.ts';

// A page has one widget, so that this module is its state: launcher, bubble, badge, panel.
let agent: WidgetAgent;
let box: HTMLElement | undefined;
let host: HTMLElement | undefined;
let launcher: Launcher | undefined;
let panel: Panel | undefined;
let bubble: HTMLElement | undefined;
let isOpen = false;
let unread = 0;

const paint = () => launcher?.paint(isOpen, unread);
const dropBubble = () => bubble?.remove();

function draw(triple: string, mount?: Element | null): void {
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
  box.className = config.render === 'bottom-left' ? 'w l' : 'w';
  box.style.setProperty('--c', triple);
  paint();
}

/** Draws the launcher before the agent is known, where its colour is known. */
export function hint(color: string | undefined): void {
  const look = color && validTriple(color);
  if (look && config.render !== 'full-width') draw(look);
}

function hear(message: ToHost): void {
  if (message.type === 'hello') {
    panel!.say({
      type: 'init',
      agent,
      variables: config.variables,
      saved,
      canClose: !!launcher,
      hostFont: getComputedStyle(document.body).fontFamily,
    });
  } else if (message.type === 'close') close();
  else if (message.type === 'save') save(message.saved);
  else if (message.type === 'unread') {
    unread = isOpen ? 0 : message.count;
    paint();
  } else if (message.type !== 'ready') emit(message.type, message);
}

/** Loads the chat out of sight, so that it is there when the press comes. */
function warm(): void {
  if (!agent) return;
  panel ||= makePanel(
    box!,
    !launcher ? 'inline' : config.render === 'popup' ? 'centred' : config.modalMode ? 'modal' : 'beside',
    `${config.origin}/widget/frame/${config.region}/${config.ID}?lang=${langOf(agent.lang)}`,
    closeWord(agent.lang),
    config.modalMode,
    hear,
    close,
  );
}

function open(): void {
  if (isOpen) return;
  isOpen = true;
  unread = 0;
  warm();
  dropBubble();
  paint();
  panel!.setOpen(true);
  emit('open');
}

function close(): void {
  if (!isOpen || !launcher) return;
  isOpen = false;
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
  bubble = makeBubble(box!, text, closeWord(agent.lang), open, warm, () => {
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
  if (!agent.enableGeoAnalytics) drop('geo-data');
  const place = config.render === 'full-width' && findPlace(script);
  const room = place ? place.clientHeight : 0;
  draw(look, place || null);
  box!.style.colorScheme = agent.theme === 'system' ? 'light dark' : agent.theme;
  // A place that the page gave a height keeps it, so that nothing below moves.
  if (room > 99) box!.style.setProperty('--r', `${room}px`);
  const isRefused = isFlagSet(read(FLAG_KEY), Date.now());
  if (!isRefused) drop(FLAG_KEY);
  if (place || (config.autostart ?? agent.autoStartWidget)) open();
  const text = proactiveText(agent.proactiveMessage);
  unread = isOpen || saved.current ? 0 : 1;
  paint();
  if (text && !isRefused && !saved.current) setTimeout(guard(invite), 1_000, text);
}

export const stop = guard(() => {
  panel?.stop();
  host?.remove();
});

const put = (type: 'send' | 'compose') => (text: string) => {
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
