import type { Variables, WidgetAgent } from '@antiphon/contract/visitors';
import { type FromOwnOrigin, type HostPage, hearHost, type Saved, type ToFrame, type ToHost } from '../protocol.ts';

/** Where the frame stands, from its own address: `/widget/frame/{region}/{id}` or, full page, `/{region}/prototype/{id}`. */
export function readPlace(path: string): { region: string; agentId: string } | null {
  const found = /^\/widget\/frame\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? /^\/([^/]+)\/prototype\/([^/]+)\/?$/.exec(path);
  return found && { region: found[1]!, agentId: decodeURIComponent(found[2]!) };
}

export interface Boot {
  mode: 'page' | 'embedded' | 'preview' | 'session';
  /** Null where it has to be asked for. */
  agent: WidgetAgent | null;
  variables: Variables;
  saved: Saved;
  canClose: boolean;
  hostFont: string;
  session?: { conversationId: string; visitorToken: string };
}

export interface Host {
  /** The answer to `page`. */
  onPage: (page: HostPage) => void;
  boot: Promise<Boot>;
  say(message: ToHost): void;
  /** What comes after the handshake. */
  onMessage: (message: ToFrame | FromOwnOrigin) => void;
}

/** Alone in its tab the frame keeps its memory itself; within a page the loader keeps it (see protocol.ts). */
export function connectHost(agentId: string): Host {
  const key = `runtime_local_${agentId}`;
  const query = new URLSearchParams(location.search);
  const bare = { agent: null, variables: {}, saved: {}, canClose: false, hostFont: '' };
  if (window.parent === window) {
    let saved: Saved = {};
    try {
      saved = { ...JSON.parse(localStorage.getItem(key) ?? '{}') };
    } catch {}
    return {
      boot: Promise.resolve<Boot>({ ...bare, mode: 'page', saved }),
      onMessage: () => {},
      onPage: () => {},
      say(message) {
        try {
          if (message.type === 'save') localStorage.setItem(key, JSON.stringify(Object.assign(saved, message.saved)));
        } catch {}
      },
    };
  }
  const isOwn = query.has('preview') || query.has('session');
  let origin: string | null = isOwn ? location.origin : null;
  const { promise, resolve } = Promise.withResolvers<Boot>();
  const host: Host = {
    boot: promise,
    onMessage: () => {},
    onPage: () => {},
    say: (message) => origin !== null && window.parent.postMessage(message, origin),
  };
  let isBooted = false;
  addEventListener('message', (event) => {
    const message = hearHost(event, window.parent, origin, location.origin);
    if (!message) return;
    const isFirst = !isBooted && (message.type === 'init' || message.type === 'preview' || message.type === 'session');
    if (!isFirst) return host.onMessage(message);
    isBooted = true;
    origin = event.origin;
    if (message.type === 'init') resolve({ ...message, mode: 'embedded' });
    else if (message.type === 'preview') resolve({ ...bare, mode: 'preview', agent: message.agent });
    else resolve({ ...bare, mode: 'session', agent: message.agent ?? null, session: message });
  });
  if (isOwn) host.say({ type: 'hello' });
  return host;
}
