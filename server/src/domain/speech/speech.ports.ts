import type { SpeechHost } from '@antiphon/contract/credentials';

/** PCM of 16 bits, little-endian, one channel. */
export type Sound = Buffer;

/**
 * What is heard. `started`: a voice. `partial`: understood so far, and may change; `final`: what was said, the speaker has ended.
 * `resumed`: what looked like an end was none, the speaker goes on.
 */
export type HeardSpeech =
  | { kind: 'started' }
  | { kind: 'partial'; text: string }
  | { kind: 'final'; text: string }
  | { kind: 'resumed' };

/** Listens while somebody speaks. `onFailure` is called once, with a `VendorFailure`; nothing is heard after it. */
export type SpeechToText = {
  open(options: {
    /** Such as de or pt-BR; empty: whatever is spoken. */
    lang: string;
    /** Names that are likely to be said. */
    hints: string[];
    /** Of the sound, in Hz. */
    rate: number;
    onHeard: (heard: HeardSpeech) => void;
    /** Whoever listens is there still: of each message, though nothing was heard. */
    onSign?: () => void;
    onFailure: (failure: unknown) => void;
  }): {
    push(sound: Sound): void;
    end(): void;
  };
};

/** `ends`: where the words of this sound end, by `spoken` characters of the text that was given and milliseconds of the whole sound. */
export type SpokenSound = { sound: Sound; ends?: { spoken: number; ms: number }[] };

/** Speaks one piece of text. Ends with `signal`; rejects with a `VendorFailure`. */
export type TextToSpeech = {
  speak(options: {
    text: string;
    /** By its name; empty: one that fits the language. */
    voice: string;
    lang: string;
    /** How fast; 1 is as usual. */
    speed: number;
    /** Of the sound that is wanted, in Hz. */
    rate: number;
    signal: AbortSignal;
  }): AsyncIterable<SpokenSound>;
};

export type SpeechVoice = { id: string; name: string; lang: string };

/** A provider of speech, by the key of a workspace. */
export type SpeechProvider = {
  toText: SpeechToText;
  toSpeech: TextToSpeech;
  /** Voices to choose from; those of the language first. */
  listVoices(lang: string): SpeechVoice[];
  /** Is it understood and spoken? */
  hasLang(lang: string): boolean;
};

/** What a provider of speech can do, whoever's key it is. */
export type SpeechHosts = Record<
  SpeechHost,
  Pick<SpeechProvider, 'listVoices' | 'hasLang'> & {
    open(key: string): SpeechProvider;
    /** Asks whose key it is, which costs nothing. Throws a `VendorFailure` where it is nobody's. */
    check(key: string, timeoutMs?: number): Promise<void>;
  }
>;
