import { anyOf, type Particular, type ParticularWords, particularWords } from './particular-words.rules.ts';
import { weekdaysIn } from './weekdays.rules.ts';

// Strangers write these texts: every repetition has a bound, and what needs a digit is looked for around digits alone.

const setOf = (wordsOf: (words: ParticularWords) => readonly string[]): ReadonlySet<string> =>
  new Set(Object.values(particularWords).flatMap(wordsOf));
const closedWords = setOf((words) => words.closed);
const unitWords = setOf((words) => words.units);
const numberWords = setOf((words) => words.numbers);
const throughWords = anyOf((words) => words.through);

const timeOfDay = new RegExp(
  `(?<![\\d.,])\\d{1,2}(?:[:.]\\d{2})?\\s?(?:${anyOf((words) => words.times)})(?!\\p{L})|(?<![\\d:.])\\d{1,2}:\\d{2}(?![\\d:])`,
  'iu',
);
/** "from 8 to 17": times only where days stand beside them. */
const span = new RegExp(`(?<![\\d.,])\\d{1,2}(?:[:.]\\d{2})?\\s?(?:[-–—]|${throughWords})\\s?\\d{1,2}(?![\\d,])`, 'iu');

const currency =
  'eur|euros?|usd|gbp|chf|dollars?|cents?|pounds?|pence|francs?|franken|libras?|złotych|zł|lira|tl|руб\\p{L}{0,4}|евро|доллар\\p{L}{0,2}|ريالا?|درهما?|دراهم|جنيها?|يورو|دولارا?|دينارا?|دنانير|ليرة|[€£¥₹₺$]';
export const price = new RegExp(
  `(?:[€$£¥₹₺]|(?<!\\p{L})(?:eur|chf|usd|gbp|rs))\\s?\\d[\\d.,']{0,12}|\\d[\\d.,']{0,12}\\s?(?:${currency})(?!\\p{L})|\\d[\\d.,]{0,12},[-–]{1,2}`,
  'iu',
);
const share = /\d\s?(?:%|percent|prozent|por ciento|pour cent|per cento|procent)/iu;
const freeOrNamed =
  /(?<!\p{L})(?:free|kostenlos|kostenfrei|gratis|umsonst|gratuite?s?|gratuit[oa]s?|grátis|бесплатно|ücretsiz|bezpłatnie|مجان[اًا]{1,2})(?!\p{L})|(?:price|cost|fee|preis|prix|precio|prezzo|preço|prijs|fiyat|cena)\p{L}{0,12}\P{N}{0,12}\d/iu;

const email = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.\p{L}{2,24}/u;

const capital = "\\p{Lu}[\\p{L}'’.-]{0,24}";
const word = "[\\p{L}'’.-]{1,24}";
const ends = anyOf((words) => words.streetEnds);
const after = anyOf((words) => words.streetsAfter);
const before = anyOf((words) => words.streetsBefore);
const bigEnds = ends.replace(/(^|\|)\p{L}/gu, (found) => found.toUpperCase());
const house = '\\d{1,4}(?:\\s?[a-z](?!\\p{L}))?(?![\\d.,:]\\d|\\s?[€%])';
const addresses = [
  // 14 Lantern Street; Unit 6, Kiln Yard
  new RegExp(`(?<![\\d.,])\\d{1,5}\\s?[a-z]?,?\\s(?:${capital}\\s){1,3}(?:${after})(?!\\p{L})`, 'u'),
  // Lindengasse 9; Alte Mühlstr. 4; Lange Gasse 3
  new RegExp(`(?<![\\p{L}-])\\p{Lu}[\\p{L}-]{0,30}\\s?(?:${ends}|${bigEnds})\\s${house}`, 'u'),
  // Calle Mayor 5; ul. Długa 5; Am Kai 4
  new RegExp(
    `(?<!\\p{L})(?:${before})\\s(?:${word}\\s){0,3}${word},?\\s(?:n[º°o.]\\s?|д\\.\\s?|No:?\\s?)?${house}\\s?(?:[,\\n]|\\d{5}|$)`,
    'u',
  ),
  // 12 rue des Lilas
  new RegExp(`(?<!\\d)\\d{1,4},?\\s(?:bis\\s|ter\\s)?(?:${before})\\s(?:${word}\\s){0,3}${capital}`, 'u'),
  // Atatürk Caddesi No: 5; شارع الملك 12
  new RegExp(`${capital}\\s(?:${after})\\s?(?:No:?\\s?)?\\d{1,4}|(?:شارع|طريق)\\s(?:${word}\\s){1,3}\\d{1,4}`, 'u'),
  // Kirchhof 4, 04567 Auenfeld
  /\p{Lu}[\p{L}.'’ -]{2,40}\s\d{1,4}\s?[a-z]?\s?[,\n]\s?(?:[A-Z]{1,2}-)?\d{4,5}\s\p{Lu}\p{Ll}/u,
];
/** "on Mill Street" */
const street = new RegExp(`(?<!\\p{L})(?:at|on|in)\\s(?:the\\s)?(?:${capital}\\s){1,3}(?:${after})(?!\\p{L})`, 'u');

const AROUND = 60;
const NUMBERS_MAX = 50;

function holdsAddress(text: string): boolean {
  if (street.test(text)) return true;
  let end = -1;
  for (const { index } of [...text.matchAll(/\d+/gu)].slice(0, NUMBERS_MAX)) {
    if (index < end) continue;
    end = index + AROUND / 2;
    const around = text.slice(Math.max(0, index - AROUND), index + AROUND);
    if (addresses.some((pattern) => pattern.test(around))) return true;
  }
  return false;
}

const calls = new RegExp(`(?<!\\p{L})(?:${anyOf((words) => words.calls)})(?!\\p{L})`, 'iu');
const digits = /(?<![\p{L}\d.,@/])(?:\+|\(?0)?\d[\d\s()./–-]{4,24}\d(?![\d@]|\s?[%€£$]|[.,]\d)/gu;
const date =
  /^\d{1,2}[./]\s?\d{1,2}[./]\s?\d{2,4}$|^\d{4}-\d{2}-\d{2}$|^(?:19|20)\d{2}\s?[-–/]\s?(?:19|20)\d{2}$|^\d{1,2}[.:]\d{2}\s?[-–]/u;

/** A row of digits that is dialled: with a leading zero or plus, parted as numbers are, or near a word that says so. */
function holdsPhone(text: string): boolean {
  for (const match of text.matchAll(digits)) {
    const row = match[0].trim();
    const count = row.replace(/\D/g, '').length;
    if (count < 6 || count > 15 || date.test(row)) continue;
    const isParted = /^\(?\d{3}\)?[-\s.]\d{3}[-\s.]\d{4}$|^\d{3}-\d{4}$/u.test(row);
    const isLed = /^(?:\+|00|\(?0)/u.test(row) && count >= 7;
    if (isParted || isLed || calls.test(text.slice(Math.max(0, match.index - 40), match.index))) return true;
  }
  return false;
}

const tokensOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];

function holdsDuration(text: string): boolean {
  const tokens = tokensOf(text);
  return tokens.some((token, index) => {
    const last = tokens[index - 1] ?? '';
    return unitWords.has(token) && (/^\d/.test(last) || numberWords.has(last));
  });
}

const hasDigit = (text: string) => /\d/.test(text);
const holdsHours = (text: string) =>
  (hasDigit(text) && timeOfDay.test(text)) ||
  (((hasDigit(text) && span.test(text)) || tokensOf(text).some((token) => closedWords.has(token))) &&
    weekdaysIn(text).length > 0);

const tests: Record<Particular, (text: string) => boolean> = {
  address: holdsAddress,
  phone: holdsPhone,
  email: (text) => text.includes('@') && email.test(text),
  hours: holdsHours,
  price: (text) => (hasDigit(text) && (price.test(text) || share.test(text))) || freeOrNamed.test(text),
  duration: holdsDuration,
};

/** What is longer has no end of a sentence in it; its beginning is looked at. */
const SENTENCE_MAX = 1_000;

/** Does a text tell it: hold an address, a telephone number, a time of day, a price? */
export const tells = (particular: Particular, text: string): boolean => tests[particular](text.slice(0, SENTENCE_MAX));

/**
 * Words that stand in the index behind the sentences that tell something, so that a search finds them by what they tell. PostgreSQL
 * stems no word with a digit in it, in any language.
 */
const marks: Record<Particular, string> = {
  address: 'zq1address',
  phone: 'zq1phone',
  email: 'zq1email',
  hours: 'zq1hours',
  price: 'zq1price',
  duration: 'zq1duration',
};
export const markOf = (particular: Particular): string => marks[particular];
export const dayMark = (day: number): string => `zq1day${day}`;

/** A change of what is marked, or how: texts are indexed anew when they are read next. */
export const MARKING = 1;

const particulars = Object.keys(marks) as Particular[];
const cut = /(?<=[\p{L}\p{N})]{3}[.!?;])\s+(?=[\p{Lu}\p{N}])|(?<=\n)/u;

/** The text with a mark behind each sentence for what it tells, and for the days of its hours. */
export function marked(text: string): string {
  return text
    .split(cut)
    .map((part) => {
      const told = particulars.filter((particular) => tells(particular, part));
      const days = told.includes('hours') ? weekdaysIn(part).map(dayMark) : [];
      return [part, ...told.map(markOf), ...days].join(' ');
    })
    .join(' ');
}
