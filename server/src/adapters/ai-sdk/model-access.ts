import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelProvider } from '@antiphon/contract/agents';
import type { PlatformKeys } from '../../domain/credentials/credentials.ports.ts';
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

export type ModelAccess = {
  baseURL: string;
  /** The key, under the header that this provider reads. */
  headers: Record<string, string>;
  fetch: typeof fetch;
  isCustomers: boolean;
};

/** Named always, because the SDK would else read environment variables of its own. */
const OFFICIAL: Record<ModelProvider, string> = {
  builtin: '',
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  'openai-compatible': '',
};

/** The platform's key goes to the platform's hosts alone: whoever brings a key or an address brings both. */
export function readAccess(hosts: ModelHosts, address: ModelAddress): ModelAccess {
  const { provider, secret, baseURL } = address;
  if (secret === '' && baseURL === '') return platformAccess(hosts, provider);
  if (!/^[\x20-\x7e]*$/.test(secret))
    throw new VendorFailure('unauthorized', 'The key holds characters that no key has.');
  const headers = headersFor(provider, secret);
  if (baseURL !== '') return { baseURL, headers, fetch: hosts.customerFetch, isCustomers: true };
  if (OFFICIAL[provider] === '') throw new VendorFailure('invalid', 'An OpenAI-compatible model needs a base URL.');
  return { baseURL: OFFICIAL[provider], headers, fetch: hosts.platformFetch, isCustomers: false };
}

/** Without a key for it, or an address where the address alone is enough, a provider answers nobody. */
function platformPlace(environment: ModelEnvironment, provider: ModelProvider) {
  const { openaiKey, openaiBaseURL, anthropicKey, googleKey, openaiCompatible } = environment;
  const { baseURL, key } = {
    builtin: { baseURL: '', key: '' },
    openai: { baseURL: openaiBaseURL || OFFICIAL.openai, key: openaiKey },
    anthropic: { baseURL: OFFICIAL.anthropic, key: anthropicKey },
    google: { baseURL: OFFICIAL.google, key: googleKey },
    'openai-compatible': openaiCompatible,
  }[provider];
  return { baseURL, key, isSet: provider === 'openai-compatible' ? baseURL !== '' : key !== '' };
}

const PROVIDERS = ['openai', 'anthropic', 'google', 'openai-compatible'] as const;

export const readPlatformKeys = (environment: ModelEnvironment): PlatformKeys =>
  new Set(PROVIDERS.filter((provider) => platformPlace(environment, provider).isSet));

function platformAccess({ environment, platformFetch }: ModelHosts, provider: ModelProvider): ModelAccess {
  const { baseURL, key, isSet } = platformPlace(environment, provider);
  if (!isSet)
    throw new VendorFailure(
      'unauthorized',
      `No key for ${provider} is stored in this workspace or set for the platform.`,
    );
  return { baseURL, headers: headersFor(provider, key), fetch: platformFetch, isCustomers: false };
}

function headersFor(provider: ModelProvider, key: string): Record<string, string> {
  if (key === '') return {};
  if (provider === 'anthropic') return { 'x-api-key': key };
  if (provider === 'google') return { 'x-goog-api-key': key };
  return { authorization: `Bearer ${key}` };
}
