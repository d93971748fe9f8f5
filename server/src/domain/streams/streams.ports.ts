/** No text is longer than this, however it travels: a message of PostgreSQL may hold 8,000 bytes. */
export const BROKER_TEXT_BYTES_MAX = 7_000;

/**
 * Short texts between the processes of one region, each on a subject: words joined by dots. Whatever is lost is told of as a gap: the
 * database has the truth, and whoever shows something reads it anew. One's own texts are not heard.
 */
export type Broker = {
  /** What one process publishes arrives in that order. False where it goes nowhere: everybody is told of a gap as soon as there is a way. */
  publish(subject: string, text: string): boolean;
  /** `onGap` is called whenever texts on any subject may have been missed. Returns what ends it. */
  subscribe(subject: string, onText: (text: string) => void, onGap: () => void): () => void;
  /** Resolves when what was subscribed to is heard, or when only a gap will tell of it. */
  heard(): Promise<void>;
  /** False while texts are not taken or not heard. */
  isUp(): boolean;
  stop(): Promise<void>;
};
