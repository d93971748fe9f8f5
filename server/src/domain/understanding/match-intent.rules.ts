import { wordLikeness, wordsOf } from '../answers/answer-words.rules.ts';
import { likenessOf, type SaidWord, type Sensed, saidWords, senseOf } from './said-words.rules.ts';
import { arabicForms, plainLetters, remembered } from './word-meanings.rules.ts';

/** What a function is known by: how visitors ask for it. */
export type Intent = { name: string; isEffect: boolean; examples: readonly string[]; ownWords: readonly string[] };

/** `sure`: it is this one. `close`: it may be one of these, the likeliest first. */
export type Matched = { kind: 'sure'; name: string } | { kind: 'close'; names: string[] } | null;

const SURE = 0.8;
const CLOSE = 0.62;
/** By so much the likeliest is likelier than the next. */
const LEAD = 0.1;
const CHOICES_MAX = 3;

/**
 * Which function a message asks for, by the sentences that its owner gave. Numbers, days and the words of the inputs are values, and
 * count for nothing.
 */
export function matchIntent(message: string, intents: readonly Intent[]): Matched {
  if (intents.length === 0) return null;
  const heard = hear(message);
  const known = intents.map(knownOf);
  const scored = intents
    .map(({ name }, at) => ({ name, score: scoreKnown(heard, known, at) }))
    .filter(({ score }) => score >= CLOSE)
    .sort((one, other) => other.score - one.score);
  const [first, second] = scored;
  if (!first) return null;
  if (first.score >= SURE && first.score - (second?.score ?? 0) >= LEAD) return { kind: 'sure', name: first.name };
  return { kind: 'close', names: scored.slice(0, CHOICES_MAX).map(({ name }) => name) };
}

/** 0 to 1: how surely a message asks for the only thing that could be meant. */
export const scoreOf = (message: string, intent: Intent): number => scoreKnown(hear(message), [knownOf(intent)], 0);

/** What a word of an example counts. */
const WANTED: Record<SaidWord['kind'], number> = { act: 1.5, asking: 1, thing: 1, light: 0.2, any: 0.3, small: 0.05 };
/** What questions after something count that decide little. */
const LITTLE: ReadonlyMap<string, number> = new Map(Object.entries({ '?what': 0.2, '?if': 0.2 }));
/** What a word counts against a function that does not know it. */
const STRANGE: Record<SaidWord['kind'], number> = { act: 1, asking: 1, thing: 0.3, light: 0.2, any: 0.1, small: 0 };
/** Questions about a thing: who asks them does not ask for it to be done. */
const ABOUT: ReadonlyMap<string, number> = new Map(
  Object.entries({ '?long': 2.5, 'price!': 2.5, '?who': 2, '?why': 2, '?if': 2 }),
);
/** A word that another function is known by. */
const ELSEWHERE = 0.45;
/** A thing that an example does not name: where it names no act, and where it asks for any thing. */
const [NO_ACT, OPEN] = [0.5, 0.1];
const IN_PART = 0.95;

/** A message as a whole, and its pieces: what is asked for may stand beside other things. */
type Heard = { whole: Sensed; parts: Sensed[] };
const [PARTS_MAX, CHARS_MAX] = [8, 600];

function hear(message: string): Heard {
  const text = message.slice(0, CHARS_MAX);
  const parts = text.split(/[.,;:!?؟،\n]+/u).filter((part) => part.trim() !== '');
  const whole = senseOf(text);
  // What a question is after holds for all of it: "how long may I, if I have paid, cancel my order?"
  const { asking } = whole;
  return {
    whole,
    parts: parts.length < 2 ? [] : parts.slice(0, PARTS_MAX).map((part) => ({ ...senseOf(part), asking })),
  };
}

type Known = {
  isEffect: boolean;
  examples: SaidWord[][];
  all: SaidWord[];
  words: ReadonlySet<string>;
  isValue: (word: string) => boolean;
};

const knownByText = remembered((text): Known => {
  const { isEffect, examples, ownWords } = JSON.parse(text) as Intent;
  // "Number of the order": what the examples ask for by its name is no mere value.
  const named = examples.flatMap((example) => wordsOf(example));
  const own = ownWords.filter((one) => !named.some((word) => wordLikeness(one.toLowerCase(), word) >= 0.9));
  const isValue = remembered(
    (word) =>
      /\d/.test(word) ||
      arabicForms(word).some((form) => TIME_WORDS.has(form)) ||
      own.some((one) => wordLikeness(one, word) >= 0.9),
  );
  const words = new Set(named.map(plainLetters));
  const all = examples.map((example) => saidWords(senseOf(example), isValue, words));
  return { isEffect, examples: all, all: all.flat(), words, isValue };
}, 500);
const knownOf = ({ isEffect, examples, ownWords }: Intent): Known =>
  knownByText(JSON.stringify({ isEffect, examples, ownWords }));

function scoreKnown({ whole, parts }: Heard, among: readonly Known[], at: number): number {
  const known = among[at] as Known;
  const said = saidWords(whole, known.isValue, known.words);
  // "Do not call me": it must not be done, whatever else is said.
  if (known.isEffect && said.some((one) => one.isNegated && isDone(one, known.all, said))) return 0;
  const foreign = among.flatMap((other) => (other === known ? [] : other.all));
  const inParts = parts.map((part) => fitOf(saidWords(part, known.isValue, known.words), known, foreign));
  return Math.max(fitOf(said, known, foreign), IN_PART * Math.max(0, ...inParts));
}

const isDone = (negated: SaidWord, known: readonly SaidWord[], said: readonly SaidWord[]) =>
  known.some((one) => !one.isNegated && one.kind === 'act' && likenessOf(one, negated, false) > 0) &&
  !known.some((one) => one.isNegated && likenessOf(one, negated, true) > 0) &&
  !said.some((one) => !one.isNegated && one.word === negated.word);

const weightOf = ({ word, kind }: SaidWord) => LITTLE.get(word) ?? WANTED[kind];

/** How well the best example fits. */
function fitOf(said: readonly SaidWord[], { examples, all, isEffect }: Known, foreign: readonly SaidWord[]): number {
  const best = (word: SaidWord, among: readonly SaidWord[]) => {
    let most = 0;
    for (const one of among) if (most < 1) most = Math.max(most, likenessOf(word, one, isEffect));
    return most;
  };
  const heard = said.map((word) => ({
    ...{ word, weight: weightOf(word), likeness: best(word, all) },
    isForeign: foreign.some((one) => likenessOf(word, one, false) >= 0.9),
  }));
  return Math.max(0, ...examples.map((example) => fitOfExample(example, said, heard, best)));
}

type HeardWord = { word: SaidWord; weight: number; likeness: number; isForeign: boolean };

function fitOfExample(
  example: readonly SaidWord[],
  said: readonly SaidWord[],
  heard: readonly HeardWord[],
  best: (word: SaidWord, among: readonly SaidWord[]) => number,
): number {
  let [wanted, had] = [0, 0];
  // "The device" stands for what is named in its place.
  const hasOther = heard.some(({ word, likeness }) => word.kind === 'any' || (word.kind === 'thing' && likeness === 0));
  for (const word of example) {
    const weight = weightOf(word);
    wanted += weight;
    had += weight * (word.kind === 'any' && hasOther ? 1 : best(word, said));
  }
  let [all, ours] = [0, 0];
  for (const one of heard) {
    const known = one.weight * one.likeness;
    ours += known;
    all += known + strangenessOf(one, example) * (1 - one.likeness);
  }
  return wanted === 0 || all === 0 ? 0 : Math.sqrt((had / wanted) * (ours / all));
}

/** What a word counts against an example, as far as the function does not know it. */
function strangenessOf({ word, isForeign }: HeardWord, example: readonly SaidWord[]): number {
  const about = ABOUT.get(word.meanings[0] ?? word.word);
  if (about !== undefined) return about;
  if (word.kind === 'small' || word.kind === 'asking') return STRANGE[word.kind];
  const hasAct = example.some(({ kind }) => kind === 'act' || kind === 'asking');
  if (isForeign) return hasAct ? ELSEWHERE : 1;
  if (word.kind !== 'thing') return STRANGE[word.kind];
  if (!hasAct) return NO_ACT;
  return example.some(({ kind }) => kind === 'any') ? OPEN : STRANGE.thing;
}

const wordList = (words: string) => new Set(words.split(/\s+/).flatMap((word) => arabicForms(plainLetters(word))));
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
