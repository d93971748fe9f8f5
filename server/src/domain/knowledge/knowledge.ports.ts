import type { ModelProvider } from '@antiphon/contract/agents';

/** Which model turns texts into vectors; `secret` and `baseURL` empty use the platform's environment. */
export type EmbeddingModelRef = { provider: ModelProvider; model: string; baseURL: string; secret: string };

/** One vector a text, in their order. Throws `VendorFailure`; `invalid` where the provider has no embeddings. */
export type Embedder = { embed(texts: string[], model: EmbeddingModelRef): Promise<number[][]> };
