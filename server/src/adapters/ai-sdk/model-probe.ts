import { type ModelProbe, PROBE_TOKENS } from '../../domain/credentials/credentials.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { makeAnswerModels } from './answer-models.ts';
import type { ModelHosts } from './model-access.ts';
import type { ModelLimits } from './model-limits.ts';

/** A person waits at a button for this. */
export const probeLimits: ModelLimits = { firstTokenMs: 15_000, gapMs: 15_000, wholeMs: 15_000 };

/** The stream is left at its first word. Streams, as answers do, so that a host which cannot stream is found here and not by a visitor. */
export function makeModelProbe(hosts: ModelHosts, limits: ModelLimits = probeLimits): ModelProbe {
  const models = makeAnswerModels(hosts, limits);
  return {
    async probe(credential, model) {
      const stream = models.stream({
        model: { ...credential, model, temperature: 0, maxOutputTokens: PROBE_TOKENS.outputTokens },
        system: 'You are being tested.',
        messages: [{ role: 'user', content: 'Reply with the word OK.' }],
        passages: [],
        confidence: 0,
        lang: 'en',
        signal: new AbortController().signal,
      });
      for await (const part of stream) if (part.type === 'text') return;
      throw new VendorFailure('unreachable', 'The model answered with nothing.');
    },
  };
}
