import type { ModelProvider } from '@antiphon/contract/agents';

/** Which model turns texts into vectors; `secret` and `baseURL` empty use the platform's environment. */
export type EmbeddingModelRef = { provider: ModelProvider; model: string; baseURL: string; secret: string };

/** One vector a text, in their order. Throws `VendorFailure`; `invalid` where the provider has no embeddings. */
export type Embedder = { embed(texts: string[], model: EmbeddingModelRef): Promise<number[][]> };

/** A chunk's vector as the database sends it: base64 that only the thread that compares it reads. */
export type SentVector = { id: string; sent: string };

/** Where the vectors of an agent come from when they are not kept, or no longer. Each call reads the database. */
export type VectorSource = {
  ids(): Promise<string[]>;
  vectors(ids: string[]): Promise<SentVector[]>;
};

/**
 * Keeps vectors, within a bound of bytes over all agents, and compares them, in a thread of its own. It may forget any of them
 * at any time. Throws `VendorFailure` where that thread ends; the next call has a new one.
 */
export type VectorMemory = {
  /**
   * Ids by falling cosine, at most `most`, among all vectors that `source` has. `key` names agent and model; `revision` is what
   * the vectors were at when the search began, and only a change of it makes `source` be read. Null without room for the agent.
   */
  nearest(
    question: { key: string; revision: number; question: readonly number[]; most: number },
    source: VectorSource,
  ): Promise<string[] | null>;
  /** The same among these alone, which are not kept. */
  compare(question: readonly number[], vectors: SentVector[], most: number): Promise<string[]>;
};
