import type { CredentialProvider, SpeechHost } from '@antiphon/contract/credentials';

/** Of those that listen and speak, and answer as no model. */
export const isSpeech = (provider: CredentialProvider): provider is SpeechHost => provider === 'deepgram';

export const providerNames: Record<CredentialProvider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  'openai-compatible': 'OpenAI-compatible',
  deepgram: 'Deepgram',
};
