import type { WidgetAgent } from '@antiphon/contract/visitors';
import { config, emit, type GivenConfig, on, readConfig, save, saved, setConfig } from './config.ts';
import { guard } from './dom.ts';
import { calls, hint, start, stop } from './widget.ts';

const page = window as unknown as { AgentChat?: GivenConfig & { shutdown?: () => void } };

async function get<Answer>(path: string): Promise<{ data: Answer }> {
  const response = await fetch(config.api + path);
  if (!response.ok) throw response.status;
  return response.json();
}

/** Counts the load. Where the visitor is, the server decides from the address; nobody else is asked. */
const countLoad = () =>
  fetch(`${config.api}/agents/${config.ID}/analytics`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"record":"loads","origin":"web-chat"}',
  });

/**
 * The requests before any intent are these: what the agent looks like, whether it may go on, one count. The check of
 * the owner's credits is made by the frame when it is opened, because without credits the chat still takes a contact.
 */
async function load(script: HTMLScriptElement): Promise<boolean> {
  try {
    const [agent, usage] = await Promise.all([
      get<WidgetAgent>(`/public/agents/${config.ID}?lang=${config.lang || ''}&environment=${config.env}`),
      get<{ shouldContinue: boolean }>(`/v2/public/agents/${config.ID}/usage`).catch(() => null),
    ]);
    if (usage && !usage.data.shouldContinue) throw 0;
    start(agent.data, script);
    countLoad().catch(() => {});
    return true;
  } catch (reason) {
    stop();
    // An agent that is gone is not drawn by its remembered colour again.
    if (reason === 404) save({ look: '' });
    return false;
  }
}

/** The one global. Every call is safe at any time: before the agent is there, calls wait in their order. */
function install(script: HTMLScriptElement): void {
  guard(hint)(saved.look ?? config.color);
  const ready = new Promise<boolean>((resolve) => {
    const begin = () => resolve(load(script));
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin);
  });
  void ready.then((isThere) => isThere && emit('ready'));
  const api: Record<string, (...args: never[]) => unknown> = {
    on,
    shutdown: () => {
      void ready.then(stop);
      stop();
      delete page.AgentChat;
    },
    ready: () => ready,
  };
  for (const name in calls) {
    const action = guard(calls[name as keyof typeof calls] as () => void);
    api[name] = (...args) => void ready.then((isThere) => isThere && action(...(args as [])));
  }
  page.AgentChat = api as typeof page.AgentChat;
  for (const [name, ...args] of config.queue || []) guard(api[name]!)(...args);
}

guard(() => {
  const script = document.currentScript as HTMLScriptElement;
  const given = page.AgentChat || {};
  // A second copy of the tag changes nothing.
  if (given.shutdown) return;
  setConfig(readConfig(script, given));
  if (config.ID) install(script);
})();
