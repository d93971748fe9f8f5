import type { ChannelConnectInput } from '@antiphon/contract/channels';
import { newHookSecret } from '@antiphon/contract/ids';
import type { Connecting } from './connect-channel.ts';

/** What was typed for a provider, as an account of it. */
export const ofTelegram = ({ agentId, token, takesOver }: ChannelConnectInput['telegram']): Connecting => ({
  provider: 'telegram',
  agentId,
  account: { token, hookSecret: newHookSecret(), externalId: '', accountId: '' },
  takesOver,
  fields: {},
  onRefused: 'telegramToken',
});

export const ofWhatsApp = ({ agentId, takesOver, ...given }: ChannelConnectInput['whatsapp']): Connecting => ({
  provider: 'whatsapp',
  agentId,
  account: {
    token: given.token,
    hookSecret: given.appSecret,
    externalId: given.phoneNumberId,
    accountId: given.accountId,
  },
  takesOver,
  fields: { hookSecret: 'appSecret', externalId: 'phoneNumberId', accountId: 'accountId' },
  onRefused: 'metaToken',
});

export const ofMessenger = (given: ChannelConnectInput['messenger']) => ofPage('messenger', given);
export const ofInstagram = (given: ChannelConnectInput['instagram']) => ofPage('instagram', given);

export const ofDiscord = ({ agentId, token, takesOver }: ChannelConnectInput['discord']): Connecting => ({
  provider: 'discord',
  agentId,
  account: { token, hookSecret: '', externalId: '', accountId: '' },
  takesOver,
  fields: {},
  onRefused: 'discordToken',
});

/** With Twilio's own token its calls are signed. */
export const ofSms = ({ agentId, takesOver, ...given }: ChannelConnectInput['sms']): Connecting => ({
  provider: 'sms',
  agentId,
  account: {
    token: given.authToken,
    hookSecret: given.authToken,
    externalId: given.phoneNumber,
    accountId: given.accountSid,
  },
  takesOver,
  fields: { token: 'authToken', hookSecret: 'authToken', externalId: 'phoneNumber', accountId: 'accountSid' },
  onRefused: 'twilioToken',
});

/** The token tells which page it is, and which Instagram account is connected to it. */
const ofPage = (
  provider: 'messenger' | 'instagram',
  { agentId, takesOver, ...given }: ChannelConnectInput['messenger'],
): Connecting => ({
  provider,
  agentId,
  account: { token: given.token, hookSecret: given.appSecret, externalId: '', accountId: given.appId },
  takesOver,
  fields: { hookSecret: 'appSecret', accountId: 'appId' },
  onRefused: 'metaToken',
});
