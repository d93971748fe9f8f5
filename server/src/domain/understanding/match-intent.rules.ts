import { areSynonyms, meaningWords, wordLikeness, wordsOf } from '../answers/answer-words.rules.ts';
import { questionWords } from '../search/leaning-words.rules.ts';

/** What a function is known by: how visitors ask for it. */
export type Intent = { name: string; isEffect: boolean; examples: readonly string[]; ownWords: readonly string[] };

/** `sure`: it is this one. `close`: it may be one of these, the likeliest first. */
export type Matched = { kind: 'sure'; name: string } | { kind: 'close'; names: string[] } | null;

const SURE = 0.8;
const CLOSE = 0.62;
/** By so much the likeliest is likelier than the next. */
const LEAD = 0.1;
const CHOICES_MAX = 3;

/** What a word of a question counts beside one that names a thing; one that the examples lack asks for something else. */
const QUESTION_WEIGHT = 0.4;
const OTHER_QUESTION = 0.7;

/**
 * Which function a message asks for, by the sentences that its owner gave, with the words, forms and synonyms by which answers are
 * found. Numbers, days and the words of the inputs are values, and count for nothing.
 */
export function matchIntent(message: string, intents: readonly Intent[]): Matched {
  const isNegated = NEGATION.test(message);
  const scored = intents
    // "I do not want to book": of what only looks something up, "it did not come" is a way to ask.
    .filter(({ isEffect, examples }) => !isNegated || !isEffect || examples.some((one) => NEGATION.test(one)))
    .map((intent) => ({ name: intent.name, score: scoreOf(message, intent) }))
    .filter(({ score }) => score >= CLOSE)
    .sort((one, other) => other.score - one.score);
  const [first, second] = scored;
  if (!first) return null;
  if (first.score >= SURE && first.score - (second?.score ?? 0) >= LEAD) return { kind: 'sure', name: first.name };
  return { kind: 'close', names: scored.slice(0, CHOICES_MAX).map(({ name }) => name) };
}

/** 0 to 1. */
export function scoreOf(message: string, { examples, ownWords: given }: Intent): number {
  // "Number of the order": what the examples ask for by its name is no mere value.
  const named = examples.flatMap((example) => wordsOf(example));
  const ownWords = given.filter((own) => !named.some((word) => wordLikeness(own.toLowerCase(), word) >= 0.9));
  const asked = weighed(message, ownWords);
  if (asked.length === 0) return 0;
  const known = examples.flatMap((example) => weighed(example, ownWords));
  // Its words are words of the function's, whichever of its examples has them;
  const precision = coverage(asked, known);
  // and what one of the examples says is all there.
  const recall = Math.max(...examples.map((example) => coverage(weighed(example, ownWords), asked)));
  const isOther = asked.some(({ word, isQuestion }) => isQuestion && !known.some((one) => one.word === word));
  return Math.sqrt(precision * recall) * (isOther ? OTHER_QUESTION : 1);
}

type Weighed = { word: string; weight: number; isQuestion: boolean };

function weighed(text: string, ownWords: readonly string[]): Weighed[] {
  const isValue = (word: string) =>
    /\d/.test(word) || TIME_WORDS.has(word) || ownWords.some((own) => wordLikeness(own, word) >= 0.9);
  // "B-1" is a value, and its letter no word.
  const written = text.replace(/\S*\d\S*/g, ' ');
  const named = meaningWords(written)
    .map(withoutArticle)
    .filter((word) => !isValue(word) && !questionWords.has(word));
  const asking = [...new Set(wordsOf(written).filter((word) => isAsking(word)))];
  return [
    ...named.map((word) => ({ word, weight: 1, isQuestion: false })),
    // Without a word that names something nothing is asked for.
    ...(named.length === 0 ? [] : asking.map((word) => ({ word, weight: QUESTION_WEIGHT, isQuestion: true }))),
  ];
}

/** Spanish and French ask with words that are small otherwise, and so do English and Dutch: those are left out. */
const SMALL = new Set(['que', 'was', 'kim', 'ne', 'co', 'come', 'ma', 'met']);
const isAsking = (word: string) => plainQuestionWords.has(word) && !SMALL.has(word);
const plainQuestionWords = new Set([...questionWords].flatMap((word) => wordsOf(word)));

/** In Arabic the article, and what stands for "and", "in", "for", is part of the word. */
const withoutArticle = (word: string) => word.replace(/^(?:وال|بال|لل|فال|ال)(?=\p{sc=Arabic}{3})/u, '');

/** How much of `wanted` is there. */
function coverage(wanted: readonly Weighed[], there: readonly Weighed[]): number {
  let [all, had] = [0, 0];
  for (const { word, weight } of wanted) {
    all += weight;
    had += weight * Math.max(0, ...there.map((one) => likenessOf(word, one.word)));
  }
  return all === 0 ? 0 : had / all;
}

const likenessOf = (one: string, other: string): number =>
  Math.max(wordLikeness(one, other), areSynonyms(one, other) ? 0.85 : 0);

const NEGATION =
  /(?<!\p{L})(?:do(?:n['’]?t| not)|did(?:n['’]?t| not)|never|nicht|keine?[nmrs]?|niemals|no (?:quiero|quisiera|deseo|necesito|puedo)|nunca|ne (?:veux|souhaite|peux)|n['’]ai|pas|jamais|لا|لن|لم|ليس)(?!\p{L})/iu;

const wordList = (words: string) => new Set(words.split(/\s+/).flatMap((word) => wordsOf(word)));
const TIME_WORDS: ReadonlySet<string> = wordList(
  `today tomorrow tonight morning afternoon evening noon monday tuesday wednesday thursday friday saturday sunday january february
   march april june july august september october november december oclock pm am one two three four five six seven eight nine ten
   heute morgen ubermorgen abend mittag montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz mai juni juli
   oktober dezember uhr zwei drei vier funf sechs sieben acht neun zehn
   hoy manana tarde noche lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto
   septiembre octubre noviembre diciembre dos tres cuatro cinco seis siete ocho nueve diez
   aujourd hui demain soir matin lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril juin juillet aout
   septembre octobre novembre decembre deux trois quatre cinq sept huit neuf dix heures
   اليوم غدا مساء صباحا الاثنين الثلاثاء الاربعاء الأربعاء الخميس الجمعة السبت الأحد يناير فبراير مارس ابريل أبريل مايو يونيو يوليو
   أغسطس سبتمبر أكتوبر نوفمبر ديسمبر الساعة`,
);
