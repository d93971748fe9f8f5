import type { WidgetAgent } from '@antiphon/contract/visitors';
import { render } from 'preact';
import { makeApi } from './chat/api.ts';
import { Chat } from './chat/chat.ts';
import { connectHost, readPlace } from './host.ts';
import { isNoticeSeen, showNotice } from './notice.ts';
import { App } from './parts/app.tsx';
import { CrashBoundary } from './parts/crash.tsx';
import { ChatContext } from './parts/use-chat.ts';
import './styles/surface.css';
import './styles/messages.css';
import './styles/controls.css';
import { chooseLang, isRtl, loadTexts } from './texts/load-texts.ts';
import { applyCustomCss, applyTheme } from './theme.ts';

const prefersDark = matchMedia('(prefers-color-scheme: dark)');

let stopWatching = () => {};

/** Everything of an agent that is seen: language, colours, font, notice, custom CSS. Called again when it changes. */
async function dress(chat: Chat, agent: WidgetAgent, hostFont: string): Promise<void> {
  const lang = chooseLang(agent.lang, navigator.language);
  const texts = await loadTexts(lang);
  const dir = isRtl(lang) ? 'rtl' : 'ltr';
  document.documentElement.lang = lang;
  document.documentElement.dir = dir;
  document.title = agent.title;
  applyTheme(agent, prefersDark.matches, hostFont);
  chat.store.set({ agent, texts, lang });
  const place = document.getElementById('notice')!;
  const isHeld = () => chat.store.get().handoff === 'held';
  let wasHeld = isHeld();
  const show = () => showNotice(place, agent, texts.privacy, dir, wasHeld);
  show();
  stopWatching();
  stopWatching = chat.store.subscribe(() => {
    if (isHeld() === wasHeld) return;
    wasHeld = !wasHeld;
    show();
  });
  applyCustomCss(agent.ADVANCED_customCSS, () => isNoticeSeen(place));
}

async function begin(): Promise<void> {
  const found = readPlace(location.pathname);
  if (!found) return;
  const { region, agentId } = found;
  const api = makeApi(`/api/${region}`);
  const host = connectHost(agentId);
  const boot = await host.boot;
  // An agent that is not there: nothing is drawn.
  const agent = boot.agent ?? (await api.getAgent(agentId).catch(() => null));
  if (!agent) return;
  const { session } = boot;
  const saved = session ? { current: { ...session, title: '', ts: Date.now() } } : boot.saved;
  const chat = new Chat({
    api,
    agent,
    agentId,
    saved,
    variables: boot.variables,
    canClose: boot.canClose,
    takesFocus: boot.canClose || boot.mode === 'page',
    isPreview: boot.mode === 'preview',
    isFixed: boot.mode === 'session',
    isMuted: boot.mode === 'embedded' ? saved.isMuted === true : null,
    say: host.say,
    // What cannot be asked for keeps no message.
    askVisit: async () =>
      agent.recordsPages
        ? import('./chat/visit.ts').then((visit) => visit.askVisit(host)).catch(() => undefined)
        : undefined,
  });
  host.onMessage = (message) => {
    if (message.type === 'visible') chat.setOpen(message.isOpen, message.isBack);
    else if (message.type === 'saved') chat.recall(message.saved);
    else if (message.type === 'send') chat.send(message.text);
    else if (message.type === 'compose') chat.setDraft(message.text);
    else if (message.type === 'page') host.onPage(message);
    else if (message.type === 'variables') chat.setVariables(message.variables);
    else if (message.type === 'preview') void dress(chat, message.agent, boot.hostFont);
  };
  prefersDark.addEventListener('change', () => applyTheme(chat.store.get().agent, prefersDark.matches, boot.hostFont));
  document.body.dataset.mode = boot.mode;
  await dress(chat, agent, boot.hostFont);
  render(
    <CrashBoundary
      texts={() => chat.store.get().texts}
      onCrash={(id) => host.say({ type: 'error', id })}
      onClose={boot.canClose ? () => chat.close() : undefined}
    >
      <ChatContext.Provider value={chat}>
        <App />
      </ChatContext.Provider>
    </CrashBoundary>,
    document.getElementById('chat')!,
  );
  host.say({ type: 'ready' });
  if (boot.mode !== 'preview') {
    const credits = await api.checkCredits(agent).catch(() => null);
    if (credits && !credits.continue) chat.store.set({ isExhausted: true });
  }
}

void begin();
