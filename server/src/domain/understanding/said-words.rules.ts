import { areSynonyms, wordLikeness, wordsOf } from '../answers/answer-words.rules.ts';
import { anaphors, fillers } from '../search/search-words.rules.ts';
import { editDistance } from '../search/similar-words.rules.ts';
import { stopWords } from '../search/stop-words.rules.ts';
import { type Asking, askingIn, clausesOf, plainSentence } from './sentence-sense.rules.ts';
import {
  arabicForms,
  isAnyThing,
  isLight,
  isSmall,
  meaningsOf,
  meaningsOfMistyped,
  plainLetters,
} from './word-meanings.rules.ts';

/**
 * What a word is in a sentence: `act` and `asking` decide what is asked for, a `thing` what it is about; `any` stands for whatever is
 * sold ("the device"), `small` for nothing.
 */
export type SaidWord = {
  word: string;
  kind: 'act' | 'asking' | 'thing' | 'light' | 'any' | 'small';
  meanings: readonly string[];
  isNegated: boolean;
};

const stops = new Set(
  [...Object.values(stopWords).flatMap((words) => [...words]), ...fillers, ...anaphors].flatMap((word) =>
    wordsOf(word),
  ),
);

const ASKING_MEANINGS: Partial<Record<Asking, string[]>> = {
  // "Where is my order?" and "track my order" are one.
  where: ['?where', 'progress!'],
  price: ['price!'],
};

/** A sentence before it is known what could be meant by it. */
export type Sensed = { asking: readonly Asking[]; clauses: readonly Sense[] };
type Sense = { words: readonly string[]; isNegated: boolean; isUnwanted: boolean };

/** Nobody asks for one thing in more words. */
const WORDS_MAX = 60;

export function senseOf(text: string): Sensed {
  let left = WORDS_MAX;
  const clauses = clausesOf(plainSentence(text)).map(({ text: piece, isNegated, isUnwanted }) => {
    const words = left <= 0 ? [] : wordsOf(piece).slice(0, left);
    left -= words.length;
    return { words: words.map((word) => plainLetters(word.replace(ELISION, ''))), isNegated, isUnwanted };
  });
  return { asking: askingIn(text), clauses };
}

/** The words of a text that say something, each once. */
export function saidWords(
  { asking, clauses }: Sensed,
  isValue: (word: string) => boolean,
  known: ReadonlySet<string>,
): SaidWord[] {
  const words: SaidWord[] = asking.map((one) => ({
    ...{ word: `?${one}`, kind: 'asking' as const, isNegated: false },
    meanings: ASKING_MEANINGS[one] ?? [`?${one}`],
  }));
  for (const clause of clauses) {
    if (clause.isUnwanted) words.push({ word: '?unwanted', kind: 'act', meanings: ['cancel!'], isNegated: false });
    // Of compounds the parts, where all are known: "Tischreservierung".
    for (const word of clause.words.flatMap((one) => (known.has(one) ? [one] : splitOf(one, known)))) {
      if (isValue(word)) continue;
      const said = { ...kindOf(word, known), word };
      words.push({ ...said, isNegated: clause.isNegated && said.kind === 'act' });
    }
  }
  const seen = new Set<string>();
  return words.filter((one) => {
    const key = `${one.meanings.length > 0 ? one.meanings.join() : one.word} ${one.isNegated}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

function kindOf(word: string, known: ReadonlySet<string>): Pick<SaidWord, 'kind' | 'meanings'> {
  const meanings = meaningsOf(word);
  if (meanings.length > 0)
    return { meanings, kind: meanings.some((meaning) => meaning.endsWith('!')) ? 'act' : 'thing' };
  if (isLight(word)) return { kind: 'light', meanings: [] };
  if (isAnyThing(word)) return { kind: 'any', meanings: [] };
  if (isSmall(word) || stops.has(word) || (word.length <= 2 && /^\p{sc=Latin}+$/u.test(word)))
    return { kind: 'small', meanings: [] };
  const mistyped = known.has(word) ? [] : meaningsOfMistyped(word);
  if (mistyped.length > 0)
    return { meanings: mistyped, kind: mistyped.some((meaning) => meaning.endsWith('!')) ? 'act' : 'thing' };
  return { kind: 'thing', meanings: [] };
}

const ELISION = /^(?:l|d|j|m|n|s|t|c|qu|lorsqu|jusqu)['’](?=\p{L}{2})/u;

const COMPOUND = /^\p{sc=Latin}{9,}$/u;

function splitOf(word: string, known: ReadonlySet<string>): string[] {
  if (!COMPOUND.test(word)) return [word];
  const isKnown = (part: string) => known.has(part) || meaningsOf(part).length > 0;
  for (let at = 4; at <= word.length - 4; at += 1) {
    const [first, rest] = [word.slice(0, at), word.slice(at)];
    if ((isKnown(first) || isKnown(first.replace(/s$/, ''))) && (isKnown(rest) || (rest.length >= 5 && isSmall(rest))))
      return [first, rest];
  }
  return [word];
}

const SAME_MEANING = 0.95;
const ALIKE_IN_SEARCH = 0.6;
/** In Arabic much is written together with a word; what is left has to be the same. */
const SAME_STEM = 0.9;

/** Short words, and those that have little more than a beginning in common ("packs", "package"), are others. */
function isInflected(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return short.length >= 4 && (same >= 0.6 * long.length || editDistance(one, other, 1) <= 1);
}

/** 0 to 1: how surely two words of sentences are the same. */
export function likenessOf(one: SaidWord, other: SaidWord, readsPolarity: boolean): number {
  if (readsPolarity && one.isNegated !== other.isNegated) return 0;
  if (one.word === other.word) return 1;
  if (one.meanings.some((meaning) => other.meanings.includes(meaning))) return SAME_MEANING;
  if (one.kind === 'asking' || other.kind === 'asking') return 0;
  if (one.kind === 'small' || other.kind === 'small') return 0;
  const [forms, others] = [arabicForms(one.word), arabicForms(other.word)];
  if (forms.length > 1 && forms.some((form) => others.includes(form))) return SAME_STEM;
  // What two words are known to mean, and differ in, is not the same.
  if (one.meanings.length > 0 && other.meanings.length > 0) return 0;
  const alike = isInflected(one.word, other.word) ? wordLikeness(one.word, other.word) : 0;
  return Math.max(alike, areSynonyms(one.word, other.word) ? ALIKE_IN_SEARCH : 0);
}
