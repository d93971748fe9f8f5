/** Where an agent can be reached beside the chat of a page. Free of validators, so that screens can import it. */
export const CHANNEL_PROVIDERS = ['telegram', 'whatsapp', 'messenger', 'instagram', 'discord', 'sms'] as const;
export type ChannelProvider = (typeof CHANNEL_PROVIDERS)[number];

/** As the providers write themselves. */
export const CHANNEL_NAMES: Record<ChannelProvider, string> = {
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  messenger: 'Messenger',
  instagram: 'Instagram',
  discord: 'Discord',
  sms: 'SMS',
};

/** Who runs it, where that has another name: it is asked, refuses, and does not answer. */
const COMPANIES: Partial<Record<ChannelProvider, string>> = { sms: 'Twilio' };
export const companyOf = (provider: ChannelProvider): string => COMPANIES[provider] ?? CHANNEL_NAMES[provider];
