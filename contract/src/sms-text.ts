/** Free of validators, so that screens can import it. */

/** The letters of GSM 03.38 (https://www.twilio.com/docs/glossary/what-is-gsm-7-character-encoding): 160 of them are one SMS, of any other text 70. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each counts as two. */
const EXTENDED = new Set('^{}\\[~]|€\f');

/** What reads the same in letters of the alphabet: quotes, dashes, bullets, spaces of another width, signs without one. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u00b4`]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u2022\u25e6\u25aa\u00b7]/g, '-'],
  [/\u2611/g, '[x]'],
  [/\u2610/g, '[ ]'],
  [/\u00d7/g, 'x'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\t]/g, ' '],
  [/[\u00ad\u200b\u2060\ufeff]/g, ''],
];

const isGsm = (text: string) => [...text].every((sign) => BASIC.has(sign) || EXTENDED.has(sign));

/** In GSM's alphabet where the text can be written in it and reads the same, for it costs less than half; else as it is. */
export function toSmsText(text: string): string {
  const whole = text.normalize('NFC').toWellFormed();
  const plain = ALIKE.reduce((so, [signs, alike]) => so.replace(signs, alike), whole);
  return isGsm(plain) ? plain : whole;
}

/** As Twilio counts towards its limit; of units where it counts signs, so that it is never more. */
export const smsLength = (text: string): number =>
  isGsm(text) ? [...text].reduce((sum, sign) => sum + (EXTENDED.has(sign) ? 2 : 1), 0) : text.length;

export type SmsEncoding = 'GSM-7' | 'UCS-2';
/** What one message holds, and each of several that are joined, of which a head takes a part. */
const HOLDS: Record<SmsEncoding, { alone: number; joined: number }> = {
  'GSM-7': { alone: 160, joined: 153 },
  'UCS-2': { alone: 70, joined: 67 },
};

/** How a text leaves, and in how many pieces, each of which carriers charge for. No sign is cut in two. */
export function smsSegments(text: string): { encoding: SmsEncoding; units: number; segments: number } {
  const encoding: SmsEncoding = isGsm(text) ? 'GSM-7' : 'UCS-2';
  const { alone, joined } = HOLDS[encoding];
  const units = smsLength(text);
  if (units <= alone) return { encoding, units, segments: units === 0 ? 0 : 1 };
  let segments = 1;
  let filled = 0;
  for (const sign of text) {
    const size = encoding === 'UCS-2' ? sign.length : EXTENDED.has(sign) ? 2 : 1;
    if (filled + size > joined) {
      segments += 1;
      filled = 0;
    }
    filled += size;
  }
  return { encoding, units, segments };
}
