import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Those that everybody can call, and nobody earns by being called. */
const ORDINARY = new Set(['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE', 'VOIP', 'TOLL_FREE']);
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * Whether a caller of `own` may be put through to this number: a whole one, of the same country, that is no service of emergencies, no short
 * number and none that costs more than a call.
 */
export function mayBeCalled(number: string, own: string): boolean {
  if (!E164.test(number) || number === own) return false;
  const country = parsePhoneNumberFromString(own)?.country;
  return country !== undefined && parsePhoneNumberFromString(number)?.country === country && isOrdinary(number);
}

/** A whole number of somebody's, in whichever country. */
export function isOrdinary(number: string): boolean {
  const parsed = parsePhoneNumberFromString(number);
  return parsed?.isValid() === true && ORDINARY.has(parsed.getType() ?? '');
}
