import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { type ModelAccess, type ModelAddress, type ModelHosts, readAccess } from './model-access.ts';

/** Model objects hold parsers that are dear to make (1 ms) and no key: keys travel in the headers of each call. */
const MODELS_KEPT_MAX = 200;

export type Picked<Model> = { model: Model; headers: Record<string, string> };

export function makeModelPicker(hosts: ModelHosts) {
  const languageModels = new Map<string, LanguageModelV4>();
  return {
    language(address: ModelAddress): Picked<LanguageModelV4> {
      if (address.provider === 'builtin') return { model: hosts.builtin, headers: {} };
      const access = readAccess(hosts, address);
      const name = JSON.stringify([address.provider, address.model, access.baseURL, access.isCustomers]);
      const kept = languageModels.get(name);
      const model = kept ?? makeLanguageModel(address, access);
      if (kept === undefined) {
        const [oldest] = languageModels.keys();
        if (languageModels.size >= MODELS_KEPT_MAX && oldest !== undefined) languageModels.delete(oldest);
        languageModels.set(name, model);
      }
      return { model, headers: access.headers };
    },
    embedding(address: ModelAddress): Picked<EmbeddingModelV4> {
      if (address.provider === 'builtin' || address.provider === 'anthropic')
        throw new VendorFailure('invalid', `${address.provider} has no embedding models.`);
      const access = readAccess(hosts, address);
      return { model: makeEmbeddingModel(address, access), headers: access.headers };
    },
  };
}

/** Empty and not left out: the SDK would else take a key from environment variables of its own. */
const settingsOf = ({ baseURL, fetch }: ModelAccess) => ({ baseURL, fetch, apiKey: '' });

function makeLanguageModel({ provider, model }: ModelAddress, access: ModelAccess): LanguageModelV4 {
  // Chat completions and not the newer responses: every proxy and stand-in of that host speaks them.
  if (provider === 'openai') return createOpenAI(settingsOf(access)).chat(model);
  if (provider === 'anthropic') return createAnthropic(settingsOf(access)).languageModel(model);
  if (provider === 'google') return createGoogleGenerativeAI(settingsOf(access)).languageModel(model);
  return createOpenAICompatible({ ...settingsOf(access), name: 'compatible', includeUsage: true }).chatModel(model);
}

function makeEmbeddingModel({ provider, model }: ModelAddress, access: ModelAccess): EmbeddingModelV4 {
  if (provider === 'openai') return createOpenAI(settingsOf(access)).embeddingModel(model);
  if (provider === 'google') return createGoogleGenerativeAI(settingsOf(access)).embeddingModel(model);
  return createOpenAICompatible({ ...settingsOf(access), name: 'compatible' }).embeddingModel(model);
}
