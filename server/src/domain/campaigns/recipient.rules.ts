import type { CampaignKind, SkipReason } from '@antiphon/contract/campaign-words';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isOrdinary, mayBeCalled } from '../phone-numbers/dialed.rules.ts';

export type NumberedLead = { phone: string; custom: Record<string, string> };

/** The library of types does not know it yet. */
type Zoned = { getTimeZones(): string[] };

/** The key of a field of leads that says where they are, as `America/New_York`. */
const ZONE_KEY = 'time_zone';

/**
 * The number as it is dialled, or why it is not. Without a country it is read as one of the country that is called from. WhatsApp knows no borders.
 */
export function addressOf(
  { phone }: Pick<NumberedLead, 'phone'>,
  { own, kind }: { own: string; kind: CampaignKind },
): { address: string } | { reason: SkipReason } {
  if (phone.trim() === '') return { reason: 'no_number' };
  const ours = parsePhoneNumberFromString(own);
  const country = ours?.country as CountryCode | undefined;
  const parsed = parsePhoneNumberFromString(phone, country ? { defaultCountry: country } : {});
  const from = ours?.number ?? own;
  const isReached = (number: string) =>
    kind === 'whatsapp' ? number !== from && isOrdinary(number) : mayBeCalled(number, from);
  if (!parsed || !isReached(parsed.number)) return { reason: 'not_callable' };
  return { address: parsed.number };
}

/** All zones that somebody with this number may be in: their own where they told it, else all of the number's country. */
export function zonesOf(address: string, custom: Record<string, string>): string[] {
  const own = custom[ZONE_KEY]?.trim() ?? '';
  if (own !== '' && isZone(own)) return [own];
  const country = parsePhoneNumberFromString(address)?.country;
  return country ? (new Intl.Locale(`und-${country}`) as unknown as Zoned).getTimeZones() : [];
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && name.includes('/');
  } catch {
    return false;
  }
}
