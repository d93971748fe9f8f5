import type { FilledTemplate, TemplateCategory, TemplateFault } from '@antiphon/contract/campaign-words';
import { CHANNEL_FAULTS, type ChannelFault } from '@antiphon/contract/channel-faults';
import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { DeliveryProblem } from '@antiphon/contract/channels';
import type { Choice } from '@antiphon/contract/events';
import type { ChannelConnectionId, WorkspaceUid } from '@antiphon/contract/ids';
import { VendorFailure } from '../vendors/vendors.ports.ts';

/** What proves to a provider that it is us, and what its calls are signed with. Never in an answer or a log. */
export type ChannelSecrets = { token: string; hookSecret: string };

/** How we are known to a provider: as one bot, page or number of an account. `accountId` is empty where it has none beside the bot. */
export type ChannelAccount = ChannelSecrets & {
  externalId: string;
  accountId: string;
  /** Where it is only tried: nobody outside knows it, and what is sent stands on a phone of ours. */
  phone?: SimulatedPhone;
};

export type SimulatedPhone = { workspaceUid: WorkspaceUid; connectionId: ChannelConnectionId };

/** Whom a token belongs to, as its provider tells it. `hookUrl`: where its events go now; empty where nobody is called. */
export type ChannelIdentity = {
  externalId: string;
  name: string;
  handle: string;
  hookUrl: string;
  /** It tells us less than we take: it has to be told again what we want to hear. */
  isDeaf?: boolean;
  /** Where the account beside the bot is told too, and was not typed. */
  accountId?: string;
};

/** What a provider calls us with. `url` is the one that it was told. Header names are in lower case. */
export type RawHook = { url: string; headers: Record<string, string | undefined>; body: Uint8Array };

/** A file that somebody sent, to be loaded by `ref`. `bytes` is null where the provider does not tell. */
export type MediaRef = { ref: string; name: string; type: string; bytes: number | null };

export type ChannelSender = { id: string; name: string; handle: string; lang: string };

/** What became of a message after the provider had taken it. */
export type SentState = 'sent' | 'delivered' | 'read' | 'failed';

/**
 * `key`: the same event has it again, however often it is sent. `place`: its number among those of one moment, where the provider counts.
 * `thread`: where to answer, as the provider writes it. `choiceId`: of the button that was pressed, whose words are the text; that is empty where
 * the provider does not tell them.
 */
export type InboundEvent = {
  key: string;
  at: string;
  place?: number;
  thread: string;
} /** `choiceId`: of the button that was pressed, whose words are the text; empty where the provider tells no words. */ & (
  | {
      kind: 'message';
      id: string;
      from: ChannelSender;
      text: string;
      media: MediaRef[];
      isStart: boolean;
      choiceId?: string;
    }
  | { kind: 'edited'; id: string; text: string }
  /** Of a kind that we do not take: a sticker, a poll, a place. They are told so, once. */
  | { kind: 'unsupported'; what: string }
  /** They blocked us or took themselves off, or let us in again. */
  | { kind: 'reachable'; isReachable: boolean }
  /**
   * Of a message of ours: `id` as `send` answered, `ref` as it was given to `send`; empty where the provider does not say it. With `until` it is
   * told of all that had left by then.
   */
  | { kind: 'status'; id: string; ref: string; state: SentState; problem: DeliveryProblem | null; until?: string }
);

/**
 * What is to be said, as it stands in the conversation. `text` is Markdown. `url` of a file is absolute. `choices` are those that
 * `takesButtons` took; where there are others, they stand in the text.
 */
export type OutgoingMessage = {
  choices?: Choice[];
  text: string;
  sources: { title: string; url: string }[];
  files: { id: string; name: string; type: string; bytes: number; url: string }[];
};

/** One call to the provider: text in its own markup, or a file. JSON, for it waits in a row. */
export type OutgoingPart =
  | {
      kind: 'text';
      text: string;
      /** Where marks are told beside the text. */
      entities?: { type: string; offset: number; length: number; [more: string]: unknown }[];
      /** Below it, in their order. */
      buttons?: Choice[];
    }
  | { kind: 'file'; fileId: string; name: string; type: string }
  | FilledTemplate;

/**
 * A text that the provider looked at, and lets us send to whoever has not written of late. `text` is all of it, with its places as `{{1}}` or
 * `{{first_name}}`; `places` are what stands between the braces, in their order.
 */
export type ChannelTemplate = {
  name: string;
  language: string;
  category: TemplateCategory;
  text: string;
  places: string[];
  isNamed: boolean;
  buttons: string[];
  /** Why it cannot be sent as it is; null: it can. */
  fault: TemplateFault | null;
};

export type SentFile = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> };

/**
 * `ref` comes back in what the provider tells of the message, where it has a place for that. `hookUrl`: where it tells that, for those who ask
 * with each message; null where nobody can call us.
 */
export type Sending = {
  thread: string;
  part: OutgoingPart;
  file: SentFile | null;
  ref: string;
  hookUrl: string | null;
  /** A person writes after the window: some want to be told that it is one. */
  isLate?: true;
  /** Where the provider keeps what it cannot deliver at once: for so long. Left out: as long as an answer is one. */
  validSeconds?: number;
};

/** How far a feed was kept, and how it is gone on with. `id` is empty where another one has to be begun. */
export type FollowedPlace = { id: string; url: string; offset: number };

export type Following = {
  place: FollowedPlace;
  /** Whoever names us among many is answered there too. */
  mentions: boolean;
  /** Events, with the place up to which there are no others that were not kept. False: another worker follows by now. */
  keep(events: InboundEvent[], place: FollowedPlace): Promise<boolean>;
  signal: AbortSignal;
};

/**
 * One provider. Calls end within ten seconds and throw `VendorFailure`: `unauthorized` (the token is dead), `forbidden` (this person cannot
 * be written to), `rate_limited` with its delay, `invalid` (never again), `unreachable`; and `WindowOver`. Of a call that may have been carried
 * out although no answer came, the failure is `SendUnsure`.
 */
export type Channel = {
  /** All connections of one account are called at one address, whichever was told last; then what comes there may be for any of them. */
  sharesHook?: true;
  /** For so many hours after their last message people can be answered; null where there is no such limit. */
  windowHours: number | null;
  /** For so many more a person may answer, and no machine. */
  personHours?: number;
  /**
   * People take themselves off by a word, and are on again by another alone: in between they are not written to, whatever they write. `provider`: it
   * knows of that too, and refuses what is sent to them.
   */
  optOut?: 'words' | 'provider';
  /** Whether all of these can be buttons of the provider's own. Where they cannot, they are a list with numbers. */
  takesButtons?(choices: readonly Choice[]): boolean;
  /** Not everything that shows its messages shows its buttons: the list with numbers stands above them. */
  listsButtonsToo?: true;
  /** Where the provider wants to know that a press arrived: `id` is that of its message. */
  answerPress?(account: ChannelAccount, id: string): Promise<void>;
  /** Pure: the same message is the same parts. */
  plan(message: OutgoingMessage): OutgoingPart[];
  /** In constant time. */
  verify(hook: RawHook, account: ChannelAccount): boolean;
  /** What is answered to somebody who asks, before anything is told, whether this address is ours; null to whom it is not. */
  challenge?(query: URLSearchParams, verifyToken: string): string | null;
  /** What a provider wants to read once its call was kept; JSON where nothing is said here. */
  received?: { type: string; body: string };
  /** Never throws: what it does not know, and what is another account's, is left out. */
  parse(hook: RawHook, account: ChannelAccount): InboundEvent[];
  /** Who it is; `AccountRefused` where it can be told what of the account is not right. */
  identify(account: ChannelAccount): Promise<ChannelIdentity>;
  /** Events go to `url` from now on, signed with `hookSecret`, whoever was called before. `verifyToken`: see `challenge`. */
  listen(account: ChannelAccount, hook: { url: string; verifyToken: string }): Promise<void>;
  /** Nobody is called any more. `isShared`: the address stays, for others of the account. */
  leave(account: ChannelAccount, isShared?: boolean): Promise<void>;
  /**
   * Where the provider can be asked instead: waits up to half a minute for what came since `offset`, and answers where to go on. Ends at once
   * with `signal`.
   */
  pull?(
    account: ChannelAccount,
    offset: number,
    signal: AbortSignal,
  ): Promise<{ events: InboundEvent[]; offset: number }>;
  /**
   * Where the provider keeps a connection open instead: one of those, until it ends. It may be called again at once; after a `VendorFailure` a
   * little later, and after `invalid` only when somebody saw to it.
   */
  follow?(account: ChannelAccount, following: Following): Promise<void>;
  /** There are places where many write: there it answers whoever names it, where that is wanted. */
  hasServers?: true;
  /** The id of what was sent. */
  send(account: ChannelAccount, sending: Sending): Promise<string>;
  /** The texts that it keeps for us, where it writes to people who have not written of late by those alone. */
  listTemplates?(account: ChannelAccount): Promise<ChannelTemplate[]>;
  /** Where the provider lists what it took: the id of a text that was sent since, of which no answer came; null where it has none. */
  lookUp?(account: ChannelAccount, sent: { thread: string; text: string; since: Date }): Promise<string | null>;
  /** That the message `messageId` was seen, and is being answered. */
  showTyping(account: ChannelAccount, thread: string, messageId: string): Promise<void>;
  /** Fails with `invalid` where it is larger than `maxBytes`. */
  loadMedia(account: ChannelAccount, media: MediaRef, maxBytes: number): Promise<SentFile>;
};

export type Channels = Record<ChannelProvider, Channel>;

/** The request left, and no answer came: it may have been carried out. */
export class SendUnsure extends Error {
  override readonly name = 'SendUnsure';
}

/** The provider knows that they took themselves off, and did not send. */
export class OptedOut extends VendorFailure {
  constructor(said: string) {
    super('forbidden', said);
  }
}

/** Its provider does not send this text, to anybody. */
export class TemplateRefused extends VendorFailure {
  constructor(said: string) {
    super('invalid', said);
  }
}

/** They wrote too long ago to be answered; when they write again, they can be. */
export class WindowOver extends Error {
  override readonly name = 'WindowOver';
}

/** What is stored of an account is not right, or not any more: `field` says which part of it. Nothing works with it until it is given anew. */
export class AccountRefused extends VendorFailure {
  readonly fault: ChannelFault;
  readonly field: keyof ChannelAccount;

  constructor(fault: ChannelFault, field: keyof ChannelAccount) {
    super('unauthorized', CHANNEL_FAULTS[fault]);
    this.fault = fault;
    this.field = field;
  }
}
