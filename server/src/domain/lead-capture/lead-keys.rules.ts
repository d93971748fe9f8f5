import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import * as z from 'zod';

const Email = z.email().max(200);
const PHONE_DIGITS_MIN = 6;
const PHONE_DIGITS_MAX = 15;

/** What two writings of one address have in common; empty where it is none. */
export function emailKey(email: string): string {
  const key = email.trim().toLowerCase();
  return Email.safeParse(key).success ? key : '';
}

/** Without what many mail hosts ignore (`ann+shop@...`): the same person, perhaps, and never merged by itself. */
export const mailboxOf = (key: string) => key.replace(/\+[^@]*@/, '@');

/**
 * E.164 where the number says its country, else its digits: `030 1234567` without a country is only ever equal to itself.
 * Empty where it is no telephone number.
 */
export function phoneKey(phone: string): string {
  const written = asciiDigits(phone)
    .trim()
    .replace(/^00(?=[1-9])/, '+');
  const digits = written.replace(/\D/g, '');
  if (digits.length < PHONE_DIGITS_MIN || digits.length > PHONE_DIGITS_MAX) return '';
  if (!/^[+\d\s().\-/]+(?:(?:ext|x|#)[.\s]*\d{1,6})?$/i.test(written)) return '';
  if (!written.startsWith('+')) return digits;
  const parsed = parsePhoneNumberFromString(written);
  return parsed?.isPossible() ? parsed.number : `+${digits}`;
}

/** In any order and case and without accents: `Smith, Ann` is `ann smith`. A single word says too little and gives nothing. */
export function nameKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.length < 2 ? '' : words.sort().join(' ');
}

export const asciiDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));

type Values = { name: string; email: string; phone: string };

export const keysOf = ({ name, email, phone }: Values) => ({
  nameKey: nameKey(name),
  emailKey: emailKey(email),
  phoneKey: phoneKey(phone),
});
