import { embedMany } from 'ai';
import type { Embedder } from '../../domain/search/search.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { ModelHosts } from './model-access.ts';
import { makeModelPicker } from './pick-model.ts';
import { toVendorFailure } from './to-vendor-failure.ts';

// The SDK would print its advice to the log of a server that cannot act on it.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** One request of the many that a long list becomes; the whole list may take `parallel` of them at a time. */
const REQUEST_MS = 60_000;
const PARALLEL = 2;

/** The SDK splits the texts into requests of the size that the provider takes. Tries once, like the answers. */
export function makeEmbedder(hosts: ModelHosts, wholeMs = REQUEST_MS): Embedder {
  const picker = makeModelPicker(hosts);
  return {
    async embed(texts, ref) {
      if (texts.length === 0) return [];
      const { model, headers } = picker.embedding(ref);
      try {
        const { embeddings } = await embedMany({
          model,
          headers,
          values: texts,
          maxRetries: 0,
          maxParallelCalls: PARALLEL,
          abortSignal: AbortSignal.timeout(wholeMs),
        });
        if (embeddings.length !== texts.length || embeddings.some((vector) => vector.length === 0))
          throw new VendorFailure('unreachable', 'The host sent fewer vectors than it was given texts.');
        return embeddings;
      } catch (error) {
        throw toVendorFailure(error, ref.secret);
      }
    },
  };
}
