import type { CredentialProvider } from '@antiphon/contract/credentials';

export const providerNames: Record<CredentialProvider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  'openai-compatible': 'OpenAI-compatible',
};
