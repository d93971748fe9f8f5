import type { FallbackModel, ModelSettings } from '@antiphon/contract/agents';

/** A model that may answer, with what all models of an agent share. */
export type Candidate = Omit<ModelSettings, 'fallbacks'>;

/**
 * Who is asked, in this order. Where there are fallbacks the built-in model comes last, and ends the list wherever it stands: it
 * needs no key and calls nobody, so that it always answers.
 */
export function modelChain({ fallbacks, ...first }: ModelSettings): Candidate[] {
  const all = [first, ...fallbacks.map((fallback) => ({ ...first, ...fallback }))];
  const end = all.findIndex(isBuiltin);
  if (end >= 0) return all.slice(0, end + 1);
  return fallbacks.length === 0 ? all : [...all, { ...first, ...BUILTIN }];
}

export const BUILTIN: FallbackModel = { provider: 'builtin', model: 'builtin', credentialId: null };

export const isBuiltin = ({ provider }: Pick<Candidate, 'provider'>) => provider === 'builtin';

/** As traces and notifications name it. */
export const modelName = ({ provider, model }: Pick<Candidate, 'provider' | 'model'>) => `${provider}/${model}`;

/** The same one for whoever asks: its model at its provider, with its key. */
export const modelKey = ({ provider, model, credentialId }: FallbackModel) =>
  JSON.stringify([provider, model, credentialId]);
