import type { ChannelProvider } from '@antiphon/contract/channel-names';

/** How we are known to a provider: as one bot, page or number. Never in an answer or a log. */
export type ChannelSecrets = { token: string; hookSecret: string };

/** Whom a token belongs to, as its provider tells it. `hookUrl`: where its events go now; empty where nobody is called. */
export type ChannelIdentity = { externalId: string; name: string; handle: string; hookUrl: string };

/** What a provider calls us with. Header names are in lower case. */
export type RawHook = { headers: Record<string, string | undefined>; body: Uint8Array };

/** A file that somebody sent, to be loaded by `ref`. `bytes` is null where the provider does not tell. */
export type MediaRef = { ref: string; name: string; type: string; bytes: number | null };

export type ChannelSender = { id: string; name: string; handle: string; lang: string };

/** `key`: the same event has it again, however often it is sent. `thread`: where to answer, as the provider writes it. */
export type InboundEvent = { key: string; at: string; thread: string } & (
  | { kind: 'message'; id: string; from: ChannelSender; text: string; media: MediaRef[]; isStart: boolean }
  | { kind: 'edited'; id: string; text: string }
  /** Of a kind that we do not take: a sticker, a poll, a place. They are told so, once. */
  | { kind: 'unsupported'; what: string }
  /** They blocked us, or let us in again. */
  | { kind: 'reachable'; isReachable: boolean }
);

/** What is to be said, as it stands in the conversation. `text` is Markdown. `url` of a file is absolute. */
export type OutgoingMessage = {
  text: string;
  sources: { title: string; url: string }[];
  files: { id: string; name: string; type: string; bytes: number }[];
};

/** One call to the provider: text in its own markup, or a file. JSON, for it waits in a row. */
export type OutgoingPart =
  | {
      kind: 'text';
      text: string;
      entities: { type: string; offset: number; length: number; [more: string]: unknown }[];
    }
  | { kind: 'file'; fileId: string; name: string; type: string };

export type SentFile = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> };

/**
 * One provider. Calls end within ten seconds and throw `VendorFailure`: `unauthorized` (the token is dead), `forbidden` (this person cannot
 * be written to), `rate_limited` with its delay, `invalid` (never again), `unreachable`. Of a call that may have been carried out although no
 * answer came, the failure is `SendUnsure`.
 */
export type Channel = {
  /** Pure: the same message is the same parts. */
  plan(message: OutgoingMessage): OutgoingPart[];
  /** In constant time. */
  verify(hook: RawHook, secrets: ChannelSecrets): boolean;
  /** Never throws: what it does not know is left out. */
  parse(body: Uint8Array): InboundEvent[];
  identify(secrets: Pick<ChannelSecrets, 'token'>): Promise<ChannelIdentity>;
  /** Events go to `url` from now on, signed with `hookSecret`, whoever was called before. */
  listen(secrets: ChannelSecrets, url: string): Promise<void>;
  /** Nobody is called any more; what comes is asked for by `pull`. */
  leave(secrets: ChannelSecrets): Promise<void>;
  /** Waits up to half a minute for what came since `offset`, and answers where to go on. Ends at once with `signal`. */
  pull(
    secrets: ChannelSecrets,
    offset: number,
    signal: AbortSignal,
  ): Promise<{ events: InboundEvent[]; offset: number }>;
  /** The id of what was sent. */
  send(secrets: ChannelSecrets, thread: string, part: OutgoingPart, file: SentFile | null): Promise<string>;
  showTyping(secrets: ChannelSecrets, thread: string): Promise<void>;
  /** Fails with `invalid` where it is larger than `maxBytes`. */
  loadMedia(secrets: ChannelSecrets, media: MediaRef, maxBytes: number): Promise<SentFile>;
};

export type Channels = Record<ChannelProvider, Channel>;

/** The request left, and no answer came: it may have been carried out. */
export class SendUnsure extends Error {
  override readonly name = 'SendUnsure';
}
