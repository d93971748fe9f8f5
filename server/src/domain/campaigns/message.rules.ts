import type { SmsRegistration } from '@antiphon/contract/campaign-words';
import { toSmsText } from '@antiphon/contract/sms-text';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Each in letters that one SMS holds 160 of, where its language has them; the word is one that every carrier obeys. */
const OPT_OUT: Record<string, string> = {
  en: 'Reply STOP to opt out.',
  de: 'Antworten Sie STOP, um nichts mehr zu erhalten.',
  fr: 'Répondez STOP pour ne plus rien recevoir.',
  es: 'Responda STOP para darse de baja.',
  ar: 'أرسل STOP لإيقاف الرسائل.',
};

/** How whoever gets a message of a campaign takes themselves off; in English where there is no such language. */
export const optOutLineOf = (lang: string): string =>
  OPT_OUT[lang.toLowerCase().split('-')[0] ?? ''] ?? (OPT_OUT.en as string);

/** What is sent, letter by letter: the same to everybody. */
export const messageOf = ({ text, optOutLine }: { text: string; optOutLine: string }): string =>
  toSmsText(`${text}\n${optOutLine}`);

/** What carriers want of whoever writes from this number. */
export function registrationOf(number: string): SmsRegistration | null {
  const parsed = parsePhoneNumberFromString(number);
  if (parsed?.countryCallingCode !== '1') return null;
  if (parsed.getType() === 'TOLL_FREE') return 'toll_free';
  return parsed.country === 'US' ? 'a2p' : null;
}
