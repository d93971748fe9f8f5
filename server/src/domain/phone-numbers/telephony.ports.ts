import type { RawHook } from '../channels/channels.ports.ts';

/** An account of a provider. Its token proves us, and signs what the provider calls us with. Never in an answer or a log. */
export type TelephonyAccount = { accountId: string; token: string };

/** What a number does when somebody calls it, as its provider keeps it; given back whole, it is as before. */
export type VoiceSettings = {
  url: string;
  method: string;
  fallbackUrl: string;
  fallbackMethod: string;
  applicationId: string;
  trunkId: string;
};

export type OwnNumber = {
  id: string;
  /** E.164. */
  number: string;
  name: string;
  takesCalls: boolean;
  voice: VoiceSettings;
};

/** Where it leads in place of the address that is told; null: to that address. */
export type BeatenBy = 'trunk' | 'application' | null;

/** Somebody calls. */
export type IncomingCall = { callId: string; accountId: string; from: string; to: string };

/**
 * A conversation of the relay is over. `ended`: by us. `completed`: they hung up. `failed`: our connection was lost, or could not be made, and
 * they are on the line still where `isOnLine`. `seconds`: how long it was, rounded up.
 */
export type RelayEnd = {
  callId: string;
  accountId: string;
  status: 'ended' | 'completed' | 'failed';
  isOnLine: boolean;
  seconds: number;
  handoff: string;
};

/** What became of a call that was put through to somebody. `isOnLine`: whoever called is there still. */
export type ForwardEnd = { callId: string; accountId: string; isAnswered: boolean; isOnLine: boolean };

/** What became of a recording. `isThere`: it can be fetched; else nothing was recorded. */
export type RecordingEnd = {
  callId: string;
  accountId: string;
  recordingId: string;
  isThere: boolean;
  seconds: number;
};

/** What became of a call that we made. */
export type DialEnd = {
  callId: string;
  accountId: string;
  became: 'completed' | 'busy' | 'no_answer' | 'failed' | 'canceled';
  /** What the provider says of one that failed; empty where it says nothing. */
  problem: string;
};

/** Who answered a call that we made. */
export type AnsweredBy = { callId: string; accountId: string; isMachine: boolean };

/** What the relay says, while it listens and speaks for us. */
export type RelayMessage =
  | { kind: 'setup'; callId: string; accountId: string; relayId: string; from: string; to: string }
  | { kind: 'prompt'; text: string; lang: string; isLast: boolean }
  | { kind: 'key'; digit: string }
  /** `heard`: of what was said since they last spoke. Whatever waited to be said is gone. */
  | { kind: 'interrupt'; heard: string; ms: number }
  | { kind: 'played'; text: string }
  | { kind: 'speaking'; who: 'agent' | 'caller'; isOn: boolean }
  | { kind: 'problem'; text: string };

/** How a call is answered. */
export type CallAnswer =
  | {
      kind: 'relay';
      /** Of our WebSocket, as it is signed. */
      socketUrl: string;
      /** Called once the conversation is over, however that came. */
      actionUrl: string;
      /** Such as de or pt-BR; empty where nobody knows. */
      lang: string;
      /** By its name at the provider; empty: any. */
      voice: string;
      /** Names that are likely to be said. */
      hints: string[];
      /** Told where a recording lies; null: nothing is recorded. */
      recordingUrl: string | null;
    }
  | { kind: 'busy' }
  | { kind: 'say'; text: string; lang: string }
  | {
      kind: 'forward';
      to: string;
      from: string;
      /** Called once it is over, whether somebody answered or not. */
      actionUrl: string;
      /** Called when somebody answers; null: nobody is told. */
      answeredUrl: string | null;
      seconds: number;
    }
  | { kind: 'hangUp' };

/**
 * One provider of telephony. Calls of it end within ten seconds and throw `VendorFailure`; of one that may have been carried out although no
 * answer came, `SendUnsure`.
 */
export type Telephony = {
  /** In constant time, over the address that the provider was told: the one of a call, or of a WebSocket that it opens. */
  verify(hook: RawHook, account: TelephonyAccount): boolean;
  /** These never throw: null where it is not understood. */
  readCall(body: Uint8Array): IncomingCall | null;
  readRelayEnd(body: Uint8Array): RelayEnd | null;
  readForwardEnd(body: Uint8Array): ForwardEnd | null;
  /** Of whom was rung up, with the call that they were rung up for. */
  readForwardAnswer(body: Uint8Array): Pick<ForwardEnd, 'callId' | 'accountId' | 'isAnswered'> | null;
  readRecordingEnd(body: Uint8Array): RecordingEnd | null;
  readDialEnd(body: Uint8Array): DialEnd | null;
  readAnsweredBy(body: Uint8Array): AnsweredBy | null;
  readMessage(text: string): RelayMessage | null;
  writeAnswer(answer: CallAnswer): { type: string; body: string };
  listNumbers(account: TelephonyAccount): Promise<OwnNumber[]>;
  beatenBy(voice: VoiceSettings): BeatenBy;
  /** Whoever calls it is ours from now on, whatever stood before the address. */
  pointNumber(account: TelephonyAccount, id: string, url: string): Promise<void>;
  restoreNumber(account: TelephonyAccount, id: string, voice: VoiceSettings): Promise<void>;
  /** Rings once or not at all, and is never asked for again: what nobody knows of is looked for by `findDialed`. The id of the call. */
  dial(
    account: TelephonyAccount,
    call: {
      from: string;
      to: string;
      url: string;
      statusUrl: string;
      ringSeconds: number;
      /** Told, beside the call, whether a machine answered; left out: nobody listens for that. */
      machine?: { url: string; waitsForBeep: boolean };
    },
  ): Promise<string>;
  /** Calls from one number to another that began since; the newest first. */
  findDialed(
    account: TelephonyAccount,
    call: { from: string; to: string; since: Date },
  ): Promise<{ callId: string; at: Date; isOver: boolean }[]>;
  hangUp(account: TelephonyAccount, callId: string): Promise<void>;
  /** Whatever goes on in it ends, and it is answered anew at this address. */
  redirect(account: TelephonyAccount, callId: string, url: string): Promise<void>;
  /** Both sides of a call that goes on, each on a channel of its own; told at this address once it lies there. */
  startRecording(account: TelephonyAccount, callId: string, url: string): Promise<void>;
  /** Of the one that goes on: where it is paused it is silent, and as long as else. */
  changeRecording(account: TelephonyAccount, callId: string, to: 'paused' | 'in-progress' | 'stopped'): Promise<void>;
  findRecordings(
    account: TelephonyAccount,
    callId: string,
  ): Promise<{ recordingId: string; isThere: boolean; isGoingOn: boolean; seconds: number }[]>;
  /** As mp3; null where it is not there, or has more bytes. */
  fetchRecording(
    account: TelephonyAccount,
    recordingId: string,
    bytesMax: number,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Deleting what is not there is no error. */
  deleteRecording(account: TelephonyAccount, recordingId: string): Promise<void>;
};
