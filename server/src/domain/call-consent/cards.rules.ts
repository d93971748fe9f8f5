import { findCards } from '../guardrails/card-numbers.rules.ts';
import { asWritten } from '../speech/said.rules.ts';

/** What stands where a card was said. */
export const HIDDEN = '[hidden]';
const [DIGITS_MIN, DIGITS_MAX] = [13, 19];
/** So many may be the beginning of one. */
const BEGUN_MIN = 6;

/** Of what only a card has: whoever speaks of it is about to hear it. That cards are taken is another thing. */
const MENTIONS =
  /card(holder)?('s)? (number|details)|number (of|on) (your|the) (credit |debit |bank )?card|security code|\b(cvc|cvv|cvn)\b|karten ?nummer|kreditkartendaten|nummer (ihrer|der|deiner) (kredit|bank)?karte|prüf(ziffer|nummer|zahl)|sicherheitscode|num[ée]ros? (de|sur) (la |votre )?carte|cryptogramme|code de sécurité|n[úu]mero (de|en) (la |su )?tarjeta|datos de (la |su )?tarjeta|código de seguridad|رقم (ال)?بطاق|بيانات (ال)?بطاق|رمز الأمان|رمز الحماية/iu;

export const mentionsCard = (text: string): boolean => MENTIONS.test(text.replaceAll('’', "'"));

const WORDS = new Set(
  [
    'zero nought one two three four five six seven eight nine niner ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    'twenty thirty forty fifty sixty seventy eighty ninety hundred thousand double triple',
    'null eins zwei zwo drei vier fünf fuenf sechs sieben acht neun zehn elf zwölf doppel',
    'zéro deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante cent mille',
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien mil doble',
    'صفر واحد اثنان اثنين ثلاثة ثلاث أربعة اربعة أربع خمسة خمس ستة ست سبعة سبع ثمانية ثماني ثمان تسعة تسع عشرة عشر عشرون عشرين ثلاثون ثلاثين أربعون أربعين خمسون خمسين ستون ستين سبعون سبعين ثمانون ثمانين تسعون تسعين مئة مائة',
  ].flatMap((line) => line.split(' ')),
);
const IN_GERMAN = /(zehn|zwanzig|dreißig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend)$/u;
/** What digits are misheard as. */
const ALIKE = new Set('oh o to too for fore ate won tree sex nein nain un une an a'.split(' '));

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{M}]+|\p{Nd}+/gu) ?? [];
const isNumber = (word: string) => WORDS.has(word) || IN_GERMAN.test(word) || /^\p{Nd}+$/u.test(word);

/** Whether numbers are said, in any language, or what may be misheard ones. */
export function saysNumbers(text: string): boolean {
  const words = wordsOf(text);
  if (words.some(isNumber)) return true;
  const alike = words.filter((word) => ALIKE.has(word)).length;
  return alike >= 2 && alike * 2 >= words.length;
}

const TENS: Record<string, number> = {
  twenty: 2,
  thirty: 3,
  forty: 4,
  fifty: 5,
  sixty: 6,
  seventy: 7,
  eighty: 8,
  ninety: 9,
};
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const ASCII = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** All digits of what was said, in their order: "forty-one eleven" is 4111. */
export function digitsIn(text: string, lang: string): string {
  const written = [lang, 'en', 'de', 'fr', 'es', 'ar'].reduce((said, one) => asWritten(said, one), text);
  const ascii = written.replace(ASCII, (digit) => String((digit.codePointAt(0) as number) & 0xf));
  const words = wordsOf(ascii);
  return words
    .map((word, at) => {
      if (/^\d+$/.test(word)) {
        // "forty 1": its tens are its own digit.
        return word;
      }
      const teen = TEENS.indexOf(word);
      if (teen !== -1) return String(10 + teen);
      const tens = TENS[word];
      if (tens === undefined) return UNITS[word] ?? '';
      const next = words[at + 1] ?? '';
      return /^[1-9]$/.test(next) || UNITS[next] ? String(tens) : `${tens}0`;
    })
    .join('');
}

const UNITS: Record<string, string> = Object.fromEntries(
  'zero one two three four five six seven eight nine'.split(' ').map((word, digit) => [word, String(digit)]),
);

/** Whether the number of a card is among these digits, whatever stands before and behind it. */
export function hasCard(digits: string): boolean {
  for (let from = 0; from + DIGITS_MIN <= digits.length; from += 1)
    for (let length = DIGITS_MIN; length <= DIGITS_MAX && from + length <= digits.length; length += 1)
      if (findCards(digits.slice(from, from + length)).some(({ value }) => value.length === length)) return true;
  return false;
}

/** A long number has begun, which may become one of a card. */
export const mayBecomeCard = (digits: string): boolean => digits.length >= BEGUN_MIN;
