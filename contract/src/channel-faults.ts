import { fillSentence, matchSentence } from './key-of-sentence.ts';

/**
 * What only the server finds when something is connected at a provider. Free of validators, so that screens can import it and say it in
 * another language.
 */
export const CHANNEL_FAULTS = {
  telegramToken: 'Telegram does not know this token. Copy it again from @BotFather.',
  metaToken: 'Meta refuses this access token: it has ended, or lacks a permission. Make a new one for a system user.',
  metaSecret: 'This is not the app secret of the app that the access token was made for.',
  metaApp: 'Meta does not know an app with this ID and this secret. You find both in App settings > Basic.',
  metaOtherApp: 'This access token was made for another app.',
  metaNoPage: 'This is not the access token of a page. The app shows one under Messenger > Settings.',
  instagramNone: 'No professional Instagram account is connected to this page.',
  whatsappNumber: 'This access token does not reach a phone number with this ID.',
  whatsappAccount: 'This access token does not reach a WhatsApp Business account with this ID.',
  discordToken: 'Discord does not know this token. Under Bot > Reset Token it gives a new one.',
  twilioToken: 'Twilio refuses this Account SID with this Auth Token. You find both on the first page of its console.',
  twilioNumber: 'This Twilio account has no such phone number.',
  twilioNoSms: 'This phone number cannot send and receive SMS.',
  twilioNoVoice: 'Nobody can call this phone number.',
  twilioTrunk: 'A SIP trunk takes the calls of {name}. Take over?',
  twilioApp: 'A TwiML app takes the calls of {name}. Take over?',
  phoneNotOurs:
    'This cannot be called from here. Type a number of the same country that everybody can call, with its country code.',
  unreachable: '{channel} does not answer at the moment. Please try again.',
  said: '{channel} said: {words}',
  noAddress: '{channel} has to call this server, and it has no public https address. Whoever runs it sets PUBLIC_URL.',
  answersForAgent: '{name} answers for another agent of this workspace. Take over?',
  answersElsewhere: '{name} answers in another workspace already. Remove it there first.',
  answersFor: '{name} answers for {host}. Take over?',
} as const;
export type ChannelFault = keyof typeof CHANNEL_FAULTS;

export const sayChannelFault = (fault: ChannelFault, values: Record<string, string> = {}): string =>
  fillSentence(CHANNEL_FAULTS[fault], values);

/** Which of them a sentence is, with its values; null for any other. */
export function readChannelFault(sentence: string): { fault: ChannelFault; values: Record<string, string> } | null {
  const found = matchSentence(CHANNEL_FAULTS, sentence);
  return found && { fault: found.key, values: found.values };
}
