import { makeDiscord } from '../../src/adapters/discord/discord-channel.ts';
import { makeInstagram } from '../../src/adapters/meta/instagram-channel.ts';
import { makeMessenger } from '../../src/adapters/meta/messenger-channel.ts';
import { makeWhatsApp } from '../../src/adapters/meta/whatsapp-channel.ts';
import { makeTelegram } from '../../src/adapters/telegram/telegram-channel.ts';
import { makeSms } from '../../src/adapters/twilio/sms-channel.ts';
import type { Channels } from '../../src/domain/channels/channels.ports.ts';

/** All channels, whose providers are the stand-in at one address. */
export const makeChannels = (baseUrl: string): Channels => ({
  telegram: makeTelegram({ baseUrl }),
  whatsapp: makeWhatsApp({ baseUrl }),
  messenger: makeMessenger({ baseUrl }),
  instagram: makeInstagram({ baseUrl }),
  discord: makeDiscord({ baseUrl, contact: 'https://app.example.test' }),
  sms: makeSms({ baseUrl }),
});
