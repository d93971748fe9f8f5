import type { Found } from './card-numbers.rules.ts';

/** Lengths by country, from the IBAN registry (ISO 13616). */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18
   FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24
   ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23
   ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const START = /(?<![A-Za-z\d])[A-Za-z]{2}[\s-]?\d{2}/g;
const isSign = (sign: string | undefined) => sign !== undefined && /[A-Za-z\d]/.test(sign);
const isGap = (sign: string | undefined) => sign !== undefined && /[\s.\-\u00a0\u2010-\u2015\u200b\u2060]/.test(sign);

/** Account numbers in a text with ASCII digits, in groups or not, whose check digits are right. */
export function findIbans(text: string): Found[] {
  const found: Found[] = [];
  for (const { index: start } of text.matchAll(START)) {
    if (start < (found.at(-1)?.end ?? 0)) continue;
    const iban = ibanFrom(text, start);
    if (iban) found.push(iban);
  }
  return found;
}

function ibanFrom(text: string, start: number): Found | null {
  const length = LENGTHS.get(text.slice(start, start + 2).toUpperCase());
  if (length === undefined) return null;
  let value = '';
  let at = start;
  while (value.length < length) {
    if (isSign(text[at])) value += text[at]!.toUpperCase();
    // One sign between two groups.
    else if (!isGap(text[at]) || !isSign(text[at + 1])) return null;
    at += 1;
  }
  return isSign(text[at]) || !isChecked(value) ? null : { start, end: at, value };
}

/** The remainder by 97, in pieces: the number has more than 30 digits. */
function isChecked(iban: string): boolean {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (let at = 0; at < digits.length; at += 7) rest = Number(`${rest}${digits.slice(at, at + 7)}`) % 97;
  return rest === 1;
}
