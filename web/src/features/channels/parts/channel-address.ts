import type { ChannelConnection } from '@antiphon/contract/channels';

export const TWILIO_CONSOLE = 'https://console.twilio.com';
export const BOT_FATHER = 'https://t.me/BotFather';

type Named = Pick<ChannelConnection, 'provider' | 'handle' | 'externalId' | 'accountId'>;

const ADDRESSES: Record<ChannelConnection['provider'], (named: Named) => string> = {
  telegram: ({ handle }) => `https://t.me/${encodeURIComponent(handle)}`,
  whatsapp: ({ handle }) => `https://wa.me/${handle.replace(/\D/g, '')}`,
  instagram: ({ handle }) => `https://ig.me/m/${encodeURIComponent(handle)}`,
  messenger: ({ handle }) => `https://m.me/${encodeURIComponent(handle)}`,
  discord: ({ externalId }) => `https://discord.com/users/${encodeURIComponent(externalId)}`,
  sms: ({ handle }) => `sms:${handle}`,
};

/** Where anybody finds it. */
export const channelAddress = (named: Named): string => ADDRESSES[named.provider](named);

/** To see channels, write in them and in threads, with files. */
const DISCORD_PERMISSIONS = 274_877_942_784;

/** Where it is let in, so that people find it; null where they do without. */
export const inviteAddress = ({ provider, accountId }: Named): string | null =>
  provider === 'discord'
    ? `https://discord.com/oauth2/authorize?client_id=${encodeURIComponent(accountId)}&scope=bot&permissions=${DISCORD_PERMISSIONS}`
    : null;

/** As people know it there. */
export const shownHandle = ({ provider, handle }: Pick<Named, 'provider' | 'handle'>): string =>
  provider === 'telegram' || provider === 'instagram' ? `@${handle}` : handle;
