import type { Variables, WidgetAgent } from '@antiphon/contract/visitors';

/**
 * What the loader (on the page of a customer) and the frame (on our origin) say to each other.
 *
 * Trust. The loader believes only its own iframe's window on the origin that served the loader. The frame cannot know
 * beforehand on whose page it stands: the first `init` of its parent fixes that parent's origin, everything later must
 * come from there, and answers are addressed to exactly that origin. The page is trusted with what its own visitor may
 * see (the visitor's token is kept in the page's storage), with nothing else. `preview` and `session` change what the
 * frame shows or who it is, so they are taken from a parent of our own origin alone.
 */
/** One conversation that the visitor can come back to. The token opens this conversation and nothing else. */
export interface SavedConversation {
  conversationId: string;
  visitorToken: string;
  title: string;
  /** Milliseconds since 1970. */
  ts: number;
}

/**
 * `runtime_local_{id}`. The loader's are: `look`, the primary colour as last seen, so that the next page draws at once; `at`, when the
 * open chat was last used, 0 once it is closed; `unread`, what the badge says.
 */
export interface Saved {
  current?: SavedConversation | null;
  history?: SavedConversation[];
  draft?: string;
  /** Messages that did not get out yet; sent again under the same id they are still one message. */
  unsent?: { id: string; text: string }[];
  /** More may come of the current conversation without a word of the visitor. */
  awaits?: boolean;
  /** The last message that the visitor has had before them. */
  seen?: string;
  isMuted?: boolean;
  look?: string;
  at?: number;
  unread?: number;
}

/** The page that the chat stands on, as it is: the frame cuts what is not to be known. */
export interface HostPage {
  url: string;
  title: string;
  referrer: string;
}

export type ToFrame =
  | {
      type: 'init';
      agent: WidgetAgent;
      variables: Variables;
      saved: Saved;
      /** True where the loader shows a dialog that can be closed; false inline in the page. */
      canClose: boolean;
      /** The font of the page, for agents whose font is `inherit`. */
      hostFont: string;
    }
  /** `isBack`: as on the page before, nobody pressed anything; the focus stays where it is. */
  | { type: 'visible'; isOpen: boolean; isBack?: boolean | undefined }
  /** Another page of the same site remembered something else. */
  | { type: 'saved'; saved: Saved }
  | { type: 'send'; text: string }
  | { type: 'compose'; text: string }
  | { type: 'variables'; variables: Variables }
  /** The answer to `page`. */
  | ({ type: 'page' } & HostPage);

/** What a page of our own origin (the dashboard) may say instead of `init`. */
export type FromOwnOrigin =
  | { type: 'preview'; agent: WidgetAgent }
  | { type: 'session'; conversationId: string; visitorToken: string; agent?: WidgetAgent };

export type ToHost =
  /** Said to a parent of our own origin when the frame waits for `preview` or `session`. */
  | { type: 'hello' }
  | { type: 'ready' }
  | { type: 'close' }
  /** Which page is it? Asked before each message where the agent records that. */
  | { type: 'page' }
  | { type: 'unread'; count: number }
  | { type: 'save'; saved: Saved }
  | { type: 'message'; id: string; role: string; text: string }
  | { type: 'error'; id: string };

interface Heard {
  data: unknown;
  origin: string;
  source: unknown;
}

/** For the loader: a message of its own frame, or null. */
export const hearFrame = (event: Heard, frame: unknown, origin: string): ToHost | null =>
  frame && event.source === frame && event.origin === origin ? (event.data as ToHost) : null;

/**
 * For the frame: a message of its parent, or null. `parentOrigin` is null until the handshake. Pages without an origin
 * of their own (`file:`, sandboxed) are refused, because no answer can be addressed to them.
 */
export function hearHost(
  event: Heard,
  parent: unknown,
  parentOrigin: string | null,
  ownOrigin: string,
): ToFrame | FromOwnOrigin | null {
  if (event.source !== parent || event.origin === 'null' || event.origin === '') return null;
  const message = event.data as ToFrame | FromOwnOrigin | null;
  // Pages send each other all sorts of things; only what carries one of our types is for us.
  if (typeof message !== 'object' || !message || typeof message.type !== 'string') return null;
  if (message.type === 'preview' || message.type === 'session') return event.origin === ownOrigin ? message : null;
  if (message.type === 'init') return parentOrigin === null || parentOrigin === event.origin ? message : null;
  return parentOrigin === event.origin ? message : null;
}
