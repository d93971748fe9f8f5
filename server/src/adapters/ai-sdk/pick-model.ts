import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelProvider } from '@antiphon/contract/agents';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

/** The platform's own keys and addresses; an empty text is "not set". */
export type ModelEnvironment = {
  openaiKey: string;
  openaiBaseURL: string;
  anthropicKey: string;
  googleKey: string;
  openaiCompatible: { baseURL: string; key: string };
};

export type ModelHosts = {
  environment: ModelEnvironment;
  builtin: LanguageModelV4;
  /** For hosts that the operator or we chose: the providers' own, and those of the environment. */
  platformFetch: typeof fetch;
  /** For base URLs that a customer typed: its connections must be guarded against addresses inside. */
  customerFetch: typeof fetch;
};

export type ModelAddress = { provider: ModelProvider; model: string; baseURL: string; secret: string };
type Access = { baseURL: string; apiKey: string; fetch: typeof fetch };

/** Given always, because the SDK would else read environment variables of its own. */
const OFFICIAL: Record<ModelProvider, string> = {
  builtin: '',
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  'openai-compatible': '',
};

export function pickLanguageModel(hosts: ModelHosts, address: ModelAddress): LanguageModelV4 {
  if (address.provider === 'builtin') return hosts.builtin;
  const access = accessOf(hosts, address);
  // Chat completions and not the newer responses: every proxy and stand-in of that host speaks them.
  if (address.provider === 'openai') return createOpenAI(access).chat(address.model);
  if (address.provider === 'anthropic') return createAnthropic(access).languageModel(address.model);
  if (address.provider === 'google') return createGoogleGenerativeAI(access).languageModel(address.model);
  return createOpenAICompatible({ ...access, name: 'compatible', includeUsage: true }).chatModel(address.model);
}

export function pickEmbeddingModel(hosts: ModelHosts, address: ModelAddress): EmbeddingModelV4 {
  if (address.provider === 'builtin' || address.provider === 'anthropic')
    throw new VendorFailure('invalid', `${address.provider} has no embedding models.`);
  const access = accessOf(hosts, address);
  if (address.provider === 'openai') return createOpenAI(access).embeddingModel(address.model);
  if (address.provider === 'google') return createGoogleGenerativeAI(access).embeddingModel(address.model);
  return createOpenAICompatible({ ...access, name: 'compatible' }).embeddingModel(address.model);
}

/** The platform's key goes to the platform's hosts alone: whoever brings a key or an address brings both. */
function accessOf(hosts: ModelHosts, address: ModelAddress): Access {
  if (!/^[\x20-\x7e]*$/.test(address.secret))
    throw new VendorFailure('unauthorized', 'The key holds characters that no key has.');
  if (address.secret === '' && address.baseURL === '') return platformAccess(hosts, address.provider);
  if (address.baseURL !== '') return { baseURL: address.baseURL, apiKey: address.secret, fetch: hosts.customerFetch };
  const baseURL = OFFICIAL[address.provider];
  if (baseURL === '') throw new VendorFailure('invalid', 'An OpenAI-compatible model needs a base URL.');
  return { baseURL, apiKey: address.secret, fetch: hosts.platformFetch };
}

function platformAccess({ environment, platformFetch }: ModelHosts, provider: ModelProvider): Access {
  const { openaiKey, anthropicKey, googleKey, openaiCompatible } = environment;
  const found = {
    builtin: { baseURL: '', apiKey: '' },
    openai: { baseURL: environment.openaiBaseURL || OFFICIAL.openai, apiKey: openaiKey },
    anthropic: { baseURL: OFFICIAL.anthropic, apiKey: anthropicKey },
    google: { baseURL: OFFICIAL.google, apiKey: googleKey },
    'openai-compatible': { baseURL: openaiCompatible.baseURL, apiKey: openaiCompatible.key },
  }[provider];
  if (provider === 'openai-compatible' ? found.baseURL === '' : found.apiKey === '')
    throw new VendorFailure(
      'unauthorized',
      `No key for ${provider} is stored in this workspace or set for the platform.`,
    );
  return { ...found, fetch: platformFetch };
}
