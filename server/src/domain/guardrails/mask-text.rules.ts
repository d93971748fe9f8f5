import type { Guardrails, Mask } from '@antiphon/contract/guardrails';
import { INTERNATIONAL_PHONE, PHONE_CUE } from '../lead-capture/said-contact.rules.ts';
import { type Found, findCards } from './card-numbers.rules.ts';
import { findIbans } from './ibans.rules.ts';
import { plainDigits } from './plain-digits.rules.ts';

type Masks = Guardrails['masks'];

export const ALL_MASKS: Masks = { cards: true, ibans: true, emails: true, phones: true };
const WORDS: Record<Mask, string> = { cards: 'card', ibans: 'iban', emails: 'email', phones: 'phone' };

/** The longer and surer first: an account number may have a card's digits in it, an address a telephone's. */
const FINDERS: readonly [Mask, (text: string) => Found[]][] = [
  ['emails', findEmails],
  ['ibans', findIbans],
  ['cards', findCards],
  ['phones', findPhones],
];

/**
 * What a visitor wrote, with `[card 1]` in the place of the number, and so on. The same value has the same number within one text; of
 * the value nothing is kept, so that the next text begins at 1 again.
 */
export function maskText(text: string, masks: Masks): string {
  const plain = plainDigits(text);
  const isTaken = new Uint8Array(text.length);
  const taken: (Found & { kind: Mask })[] = [];
  for (const [kind, find] of FINDERS) {
    for (const one of masks[kind] ? find(plain) : []) {
      if (isTaken.subarray(one.start, one.end).includes(1)) continue;
      isTaken.fill(1, one.start, one.end);
      taken.push({ ...one, kind });
    }
  }
  if (taken.length === 0) return text;
  taken.sort((one, other) => one.start - other.start);
  const numbers = new Map<string, number>();
  const last: Record<Mask, number> = { cards: 0, ibans: 0, emails: 0, phones: 0 };
  let masked = '';
  let at = 0;
  for (const { start, end, kind, value } of taken) {
    const key = `${kind} ${value}`;
    const number = numbers.get(key) ?? last[kind] + 1;
    last[kind] = Math.max(last[kind], number);
    numbers.set(key, number);
    masked += `${text.slice(at, start)}[${WORDS[kind]} ${number}]`;
    at = end;
  }
  return masked + text.slice(at);
}

/** What was masked in a text, by its marks, and how much of it. */
export function marksIn(text: string): { what: Mask; count: number }[] {
  const found = new Set(text.match(/\[(?:card|iban|email|phone) \d{1,4}\]/g));
  return (Object.keys(WORDS) as Mask[]).flatMap((what) => {
    const count = [...found].filter((mark) => mark.startsWith(`[${WORDS[what]} `)).length;
    return count === 0 ? [] : [{ what, count }];
  });
}

const LOCAL = /[\p{L}\p{N}._%+'-]/u;
const LOCAL_MAX = 64;
const HOST = /(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,63}/uy;

function findEmails(text: string): Found[] {
  const found: Found[] = [];
  for (const { index } of text.matchAll(/[@＠]/g)) {
    let start = index;
    while (start > 0 && index - start < LOCAL_MAX && LOCAL.test(text[start - 1]!)) start -= 1;
    HOST.lastIndex = index + 1;
    const host = HOST.exec(text)?.[0];
    if (start === index || host === undefined || start < (found.at(-1)?.end ?? 0)) continue;
    found.push({ start, end: index + 1 + host.length, value: text.slice(start, HOST.lastIndex).toLowerCase() });
  }
  return found;
}

const PHONES: readonly RegExp[] = [
  new RegExp(INTERNATIONAL_PHONE.source, 'gu'),
  new RegExp(PHONE_CUE.source, 'giu'),
  // Without a country and without a word for it: with its leading 0, or as Americans write it.
  /(?<![\p{L}\d.+/-])\(?0[1-9]\d{0,4}\)?(?:[\s.\-/]{0,2}\d){5,10}(?!\d)/gu,
  /(?<![\p{L}\d.+-])(?:1[\s.-])?\(?\d{3}\)?[\s.-]{1,2}\d{3}[\s.-]\d{4}(?!\d)/gu,
];
const DAY = /(?<!\d)\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})(?!\d)/;
const DIGITS_MIN = 7;

function findPhones(text: string): Found[] {
  const found: Found[] = [];
  for (const pattern of PHONES) {
    for (const match of text.matchAll(pattern)) {
      // Behind the word for it stands the number alone.
      const written = (match[1] ?? match[0]).replace(/[^\d)]+$/, '');
      const start = match.index + match[0].indexOf(match[1] ?? match[0]);
      const value = written.replace(/\D/g, '');
      if (value.length < DIGITS_MIN || DAY.test(written)) continue;
      found.push({ start, end: start + written.length, value });
    }
  }
  return found;
}
