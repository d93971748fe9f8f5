import type { ChannelConnection } from '@antiphon/contract/channels';

export const BOT_FATHER = 'https://t.me/BotFather';

type Named = Pick<ChannelConnection, 'provider' | 'handle'>;

/** Where anybody finds it. */
export const channelAddress = ({ provider, handle }: Named): string =>
  provider === 'telegram' ? `https://t.me/${encodeURIComponent(handle)}` : `https://wa.me/${handle.replace(/\D/g, '')}`;

/** As people know it there. */
export const shownHandle = ({ provider, handle }: Named): string => (provider === 'telegram' ? `@${handle}` : handle);
