import { anyOf, particularWords } from '../particulars/particular-words.rules.ts';
import { price } from '../particulars/particulars.rules.ts';

const count = {
  en: 'how many',
  de: 'wie ?viele?',
  es: 'cuánt[oa]s',
  fr: "combien (?:de(?! temps)|d(?=[’']))",
  it: 'quant[ie]',
  pt: 'quant[oa]s',
  nl: 'hoeveel',
  ar: 'كم عدد',
  ru: 'сколько',
  tr: 'kaç',
  pl: 'ilu|ile',
};

/** "When is my appointment?", but not "When will it arrive?", which "within five days" answers. */
const whenItIs = {
  en: "when(?:['’]s| is| are| was| were)",
  de: 'wann (?:ist|sind|war|findet|finden)',
  es: 'cuándo (?:es|son|está|están|tengo)',
  fr: 'quand (?:est|sont|a lieu|ont lieu)',
  it: 'quando (?:è|sono|ho)',
  pt: 'quando (?:é|são|tenho)',
  nl: 'wanneer (?:is|zijn)',
  ar: 'متى (?:موعدي|موعد)',
  ru: 'когда (?:мой|моя|моё|мои)',
  pl: 'kiedy (?:jest|są|mam)',
};

/** No numbers: most sentences hold them. */
const articles = new Set(['one', 'ein', 'eine', 'einen', 'un', 'una', 'une', 'um', 'uma', 'een', 'bir']);
const numbers = anyOf(({ numbers: all }) => all.filter((word) => !articles.has(word)));
const others =
  'hundred|thousand|dozen|none|both|once|twice|daily|weekly|monthly|yearly|every|beide|keine|täglich|wöchentlich|ambos|diario|deux';

const opening = '^\\P{L}*(?:(?:and|so|hi|hello|und|hallo|y|hola|et|bonjour|e|en|и|ve|i|و)[\\s,]+)?';
const anyWord = (words: Record<string, string>) => `(?:${Object.values(words).join('|')})`;
const asksCount = new RegExp(`(?<!\\p{L})${anyWord(count)}(?!\\p{L})`, 'iu');
/** "When is a server unhealthy?" asks for no time. */
const ofOne = '(?!\\p{L})(?!\\s(?:an?|eine?|una?|une|uma?|een)(?!\\p{L}))';
const asksWhenItIs = new RegExp(`${opening}${anyWord(whenItIs)}${ofOne}`, 'iu');

const number = new RegExp(`\\d|(?<!\\p{L})(?:${numbers}|${others})(?!\\p{L})`, 'iu');
/** As the system writes them, alone and behind a day. English "may" is mostly another word. */
const months = Object.keys(particularWords).flatMap((language) =>
  Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 5)).flatMap((date) =>
    [{}, { day: 'numeric' } as const].flatMap((style) =>
      new Intl.DateTimeFormat(language, { ...style, month: 'long', timeZone: 'UTC' })
        .formatToParts(date)
        .flatMap(({ type, value }) => (type === 'month' && value !== 'May' ? [value] : [])),
    ),
  ),
);
const days = anyOf((words) => [
  ...Object.values(words.days).flat(),
  ...words.weekdays,
  ...words.weekend,
  ...words.daily,
]);
const time = new RegExp(`\\d|(?<!\\p{L})(?:${days}|${[...new Set(months)].join('|')})(?!\\p{L})`, 'iu');
const may = /(?<!\p{L})May(?!\p{L})/u;
const prices = new RegExp(price.source, 'giu');
const spans = new RegExp(`\\d[\\d.,]{0,6}[\\s-]?(?:${anyOf(({ units }) => units)})(?!\\p{L})`, 'giu');

/** "How long must my rope be?" asks for no time. */
const asksLength =
  /(?<!\p{L})(?:how long (?:must|should|may|can|does)|wie lang (?:muss|müssen|soll|sollte|darf|kann)) (?:\p{L}{1,20} ){1,4}(?:be|sein)(?!\p{L})/iu;
const measure =
  /\d\s?(?:m|cm|mm|km|ft|met(?:re|er)s?|feet|foot|inch(?:es)?|zentimetern?|metern|mètres?|metros?|متر\p{L}{0,3})(?!\p{L})/iu;

/** Null for who does not ask how long a thing is to be, in metres. */
export const tellsLength = (question: string): ((text: string) => boolean) | null =>
  asksLength.test(question) ? (text) => measure.test(text.slice(0, SENTENCE_MAX)) : null;

/** What is longer has no end of a sentence in it; its beginning is looked at. */
const SENTENCE_MAX = 1_000;

/** "How do I become an instructor?", but not "Wie werde ich benachrichtigt?": in German a noun has a capital. */
const asksToBecome =
  /(?<!\p{L})(?:[Hh]ow (?:do|can|could|to|does one) (?:i |we |I )?(?:become|qualify as|train (?:as|to be)|get a job|apply for a job)|[Ww]ie (?:werde|wird|kann) (?:ich|man) \p{Lu}\p{Ll}+(?! \p{Ll}{3,}t(?!\p{L}))|(?:arbeiten|bewerben) (?:bei|für) (?:euch|ihnen|Ihnen)|[Cc]ómo (?:puedo )?(?:llego a ser|me hago|hacerme|ser) \p{L}+|[Cc]omment (?:devenir|devient-on)|كيف أصبح)/u;
const tellsOfBecoming =
  /(?<!\p{L})(?:becom\p{L}*|careers?|jobs?|vacanc\p{L}*|appl(?:y|ication\p{L}*)|recruit\p{L}*|qualif\p{L}*|train(?:ing|ees?)|work (?:for|with) us|bewerb\p{L}*|stellen?|ausbild\p{L}*|karriere|arbeiten|empleo|trabaj\p{L}*|emploi|candidat\p{L}*|deven\p{L}*|وظيفة|وظائف|توظيف)(?!\p{L})/iu;

/**
 * Does a sentence leave open how many there are, when something is, or how one becomes it? "Many of our teachers are potters": there is no number in it,
 * but that of a price, or, of a time, of how long something takes. Null for who asks none of these.
 */
export function leftOpenBy(question: string): ((text: string) => boolean) | null {
  const said = (text: string) => text.slice(0, SENTENCE_MAX).replace(prices, ' ');
  const isLength = tellsLength(question);
  if (isLength) return (text) => !isLength(text);
  if (asksToBecome.test(question)) return (text) => !tellsOfBecoming.test(text.slice(0, SENTENCE_MAX));
  if (asksCount.test(question)) return (text) => !number.test(said(text));
  const tellsTime = (text: string) => time.test(text) || may.test(text);
  return asksWhenItIs.test(question) ? (text) => !tellsTime(said(text).replace(spans, ' ')) : null;
}
