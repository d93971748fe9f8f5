import type { CallEndReason } from '@antiphon/contract/call-ends';
import type { CallMode } from '@antiphon/contract/calls';
import type { MessageId, PhoneNumberId } from '@antiphon/contract/ids';

/** A few words to be spoken. */
export type Piece = {
  /** They count from 1 within a connection. */
  id: number;
  /** As it is spoken: without marks, numbers in words where that is wanted. */
  text: string;
  /** Of the message whose words they are, `[from, to)` of its characters; null for what is said beside. */
  messageId: MessageId | null;
  from: number;
  to: number;
  /** Said to fill a silence: it may be cut for what comes behind it. */
  isFiller?: boolean;
};

/**
 * What comes from the caller's side. `voice`: a voice is heard, for 120 ms by now, or none any more. `tap`: the agent is to be silent.
 * `unheard`: something was said that nobody understood, for whoever listens did not.
 * `sounding`: the first sound of a piece is on its way. `roundTrip`: to the page and back. `played`: so much of a piece was heard (0 to 1). `cut`: the other side stopped speaking by itself, after these words of the piece.
 */
export type LegEvent =
  | { kind: 'partial'; text: string }
  | { kind: 'final'; text: string }
  | { kind: 'voice'; isOn: boolean }
  | { kind: 'tap' }
  | { kind: 'unheard' }
  | { kind: 'sounding'; piece: number }
  | { kind: 'roundTrip'; ms: number }
  | { kind: 'key'; digit: string }
  | { kind: 'played'; piece: number; share: number }
  | { kind: 'resume'; messageId: MessageId; to: number }
  /** Something is to be said that answers nothing. */
  | { kind: 'aside'; text: string }
  | { kind: 'end' }
  /** Not hung up: the caller may come back. */
  | { kind: 'lost' };

/**
 * The recording of a call, where its sound lies. Each throws where it was not done. `of`: the call as a provider has it; null where the sound goes
 * through us.
 */
export type Recorder = {
  of: { phoneNumberId: PhoneNumberId; vendorCallId: string } | null;
  start(): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
};

/** One way to a caller: the visitor's browser, sound to and from a page, or a provider of telephony. */
export type CallLeg = {
  mode: CallMode;
  /** Can what it speaks be held and go on? What cannot is stopped, and said again. */
  canPause: boolean;
  /** Null where no sound is to be had. */
  recorder: Recorder | null;
  say(piece: Piece): void;
  pause(): void;
  resume(): void;
  /** Drops what is spoken and what waits to be. */
  stop(): void;
  tellState(state: 'listening' | 'thinking' | 'speaking'): void;
  /** Says nothing any more. */
  hangUp(reason: CallEndReason): void;
  /** The connection is closed without a farewell: the caller comes back elsewhere. */
  leave(): void;
};

/** Makes a leg whose events go to `onEvent` until it was hung up or left. */
export type OpenLeg = (onEvent: (event: LegEvent) => void) => CallLeg;

/** A connection to a page. */
export type PageSocket = {
  send(data: string | Buffer): void;
  onText(listener: (text: string) => void): void;
  onBytes(listener: (bytes: Buffer) => void): void;
  /** `code`: as it was closed; 1006 where it was not, and is gone. */
  onClose(listener: (code: number) => void): void;
  close(code: number): void;
};
