import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { asciiDigits, emailKey, phoneKey } from './lead-keys.rules.ts';

export type SaidContact = { name: string; email: string; phone: string };

/** Longer messages are letters or logs, in which other people are named as well. */
const CHARS_MAX = 2_000;
const DIGITS_MIN = 7;

/**
 * What a visitor clearly says of themselves, in English, German, Spanish, French and Arabic; empty where they do not. Null
 * where there is nothing at all. Of several addresses the first counts.
 */
export function readContact(text: string): SaidContact | null {
  if (text.length > CHARS_MAX) return null;
  const plain = asciiDigits(text.normalize('NFC'));
  const found = { name: readName(plain), email: readEmail(plain), phone: readPhone(plain) };
  return found.name === '' && found.email === '' && found.phone === '' ? null : found;
}

function readEmail(text: string): string {
  const [found] = /(?<![\w/.@+-])[\w.%+-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+/i.exec(text) ?? [];
  return found === undefined || emailKey(found) === '' ? '' : found;
}

/** With its country anywhere; without it only after a word for a telephone, for an order has a number as well. */
function readPhone(text: string): string {
  if (text.replace(/\D/g, '').length < DIGITS_MIN) return '';
  // The library's own search through a text takes 50 ms for one of nothing but digits, in which a server does nothing else.
  const [international] = INTERNATIONAL_PHONE.exec(text) ?? [];
  const parsed = international ? parsePhoneNumberFromString(international.replace(/^00/, '+')) : undefined;
  if (parsed?.isPossible()) return parsed.formatInternational();
  const cued =
    PHONE_CUE.exec(text)?.[1]
      ?.trim()
      .replace(/[^\d)]+$/, '') ?? '';
  return phoneKey(cued) === '' || cued.replace(/\D/g, '').length < DIGITS_MIN ? '' : cued;
}

export const INTERNATIONAL_PHONE = /(?<![\p{L}\d.+])(?:\+|00)[1-9](?:[\s().\-/]{0,2}\d){6,14}/u;
const PHONE_WORDS = [
  'phone',
  'mobile',
  'cell',
  'tel',
  'call me',
  'telefon(?:nummer)?',
  'handy(?:nummer)?',
  'mobil',
  'ruf(?:en)? (?:sie )?mich',
  'erreichbar',
  'tel[ée]fono',
  'm[óo]vil',
  'celular',
  'll[áa]m[ae](?:n)?me',
  't[ée]l(?:[ée]phone)?',
  'portable',
  'appelez-moi',
  'joindre',
];
const ARABIC_PHONE_WORDS = ['هاتف', 'الهاتف', 'هاتفي', 'جوال', 'جوالي', 'موبايل', 'اتصل', 'اتصلوا'];
/** A word for a telephone, and a number behind it. */
export const PHONE_CUE = new RegExp(
  `(?:(?<![\\p{L}])(?:${PHONE_WORDS.join('|')})(?![\\p{L}])|${ARABIC_PHONE_WORDS.join('|')})[^\\d\\n]{0,30}?(\\(?\\d[\\d\\s().\\-/]{5,22}\\d)`,
  'iu',
);

const NAME_CUE = new RegExp(
  `(?:(?<![\\p{L}])(?:${[
    "my name(?: is|['’]s)",
    'mein name ist',
    'ich hei(?:ß|ss)e',
    'me llamo',
    'mi nombre es',
    "je m['’]appelle",
    'mon nom est',
    'je me nomme',
    'اسمي(?: هو)?',
    'إسمي(?: هو)?',
  ].join('|')}))[\\s:]+([^\\n,.;:!?،؛؟()"]{1,80})`,
  'iu',
);

/** Behind a name begins the rest of the sentence with one of these; in its place they show that no name was said. */
const NO_NAME = new Set(
  `and but or i im i'm from with for the a an on in at not no is was my your so because here of to und aber oder ich bin aus von
   mit der die das ein eine auf nicht kein ist mein wie unwichtig y e pero o soy de del con el la los un una en no es mi porque et
   mais ou je suis du avec le les un une dans pas est mon parce wrong important secret private انا أنا من مع في على ليس غير هو
   وأنا وانا وأريد واريد وأود وعندي ورقمي وبريدي`.split(/\s+/),
);
const PARTICLES = new Set(
  'van von der den de di da del della la le dos das ten ter zu bin ibn bint al el abu san y'.split(' '),
);
const NAME_WORDS_MAX = 4;

function readName(text: string): string {
  const words = NAME_CUE.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  const [first = ''] = words;
  if (!isWord(first) || NO_NAME.has(first.toLowerCase())) return '';
  const isCased = isCapital(first);
  const isArabic = /\p{Script=Arabic}/u.test(first);
  const most = isCased ? NAME_WORDS_MAX : 2;
  const name = [first];
  for (const word of words.slice(1, most)) {
    const small = word.toLowerCase();
    if (!isWord(word) || (isCased && !isCapital(word) && !PARTICLES.has(small))) break;
    if (NO_NAME.has(small) && !(isCased && PARTICLES.has(small))) break;
    if (isArabic && word.startsWith('و')) break;
    name.push(word);
  }
  while (name.length > 1 && PARTICLES.has(name.at(-1)?.toLowerCase() ?? '')) name.pop();
  return name.join(' ');
}

const isWord = (word: string) => /^[\p{L}\p{M}][\p{L}\p{M}'’-]{0,39}$/u.test(word);
const isCapital = (word: string) => /^\p{Lu}/u.test(word);
