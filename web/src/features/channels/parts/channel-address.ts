import type { ChannelConnection } from '@antiphon/contract/channels';

export const BOT_FATHER = 'https://t.me/BotFather';

type Named = Pick<ChannelConnection, 'provider' | 'handle'>;

const ADDRESSES: Record<ChannelConnection['provider'], (handle: string) => string> = {
  telegram: (handle) => `https://t.me/${encodeURIComponent(handle)}`,
  whatsapp: (handle) => `https://wa.me/${handle.replace(/\D/g, '')}`,
  instagram: (handle) => `https://ig.me/m/${encodeURIComponent(handle)}`,
  messenger: (handle) => `https://m.me/${encodeURIComponent(handle)}`,
};

/** Where anybody finds it. */
export const channelAddress = ({ provider, handle }: Named): string => ADDRESSES[provider](handle);

/** As people know it there. */
export const shownHandle = ({ provider, handle }: Named): string =>
  provider === 'telegram' || provider === 'instagram' ? `@${handle}` : handle;
