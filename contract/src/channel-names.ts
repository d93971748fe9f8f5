/** Where an agent can be reached beside the chat of a page. Free of validators, so that screens can import it. */
export const CHANNEL_PROVIDERS = ['telegram', 'whatsapp', 'messenger', 'instagram', 'discord'] as const;
export type ChannelProvider = (typeof CHANNEL_PROVIDERS)[number];

/** As the providers write themselves. */
export const CHANNEL_NAMES: Record<ChannelProvider, string> = {
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  messenger: 'Messenger',
  instagram: 'Instagram',
  discord: 'Discord',
};
