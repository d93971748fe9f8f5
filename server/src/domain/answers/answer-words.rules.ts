import { anaphors, fillers } from '../search/search-words.rules.ts';
import { editDistance } from '../search/similar-words.rules.ts';
import { stopWords } from '../search/stop-words.rules.ts';
import { irregularForms, synonyms } from '../search/synonyms.rules.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const allStops = new Set(Object.values(stopWords).flatMap((words) => [...words]));

/** Words in lower case, without accents, apostrophe endings cut. Scripts without spaces are segmented. */
export function wordsOf(text: string): string[] {
  return Array.from(segmenter.segment(text.normalize('NFKC').toLowerCase()), ({ segment, isWordLike }) =>
    isWordLike ? segment : '',
  )
    .filter((word) => word !== '')
    .map((word) =>
      word
        .replace(/['’]\p{L}{1,2}$/u, '')
        .normalize('NFD')
        .replace(/\p{M}/gu, ''),
    );
}

const isPlain = (word: string, sets: ReadonlySet<string>[]) => sets.some((set) => set.has(word));

/** The words of a question that carry its meaning, as they are written, in lower case. */
export const contentWords = (text: string): string[] =>
  Array.from(segmenter.segment(text.normalize('NFKC').toLowerCase()), ({ segment, isWordLike }) =>
    isWordLike ? segment : '',
  ).filter((word) => word !== '' && !isPlain(word, [allStops, fillers, anaphors]));

/** The same without accents, each once. */
export const meaningWords = (text: string): string[] => [
  ...new Set(contentWords(text).flatMap((word) => wordsOf(word))),
];

/** The groups of synonyms by the beginning of a word: a crude stem is enough to compare two words of one language. */
const stemOf = (word: string) => word.slice(0, Math.max(4, word.length - 3));
const groups = new Map<string, Set<number>>();
for (const [number, group] of Object.values(synonyms).flat().entries()) {
  for (const word of wordsOf(group)) groups.set(stemOf(word), (groups.get(stemOf(word)) ?? new Set()).add(number));
}

/** By the word itself: "sang" begins as "sank" does. */
const forms = new Map<string, number>();
for (const [number, group] of irregularForms.entries()) for (const word of group.split(' ')) forms.set(word, number);
const formOf = (word: string) => forms.get(word) ?? forms.get(word.replace(/e?s$/u, ''));

/** Do two words stand for the same thing? */
export function areSynonyms(one: string, other: string): boolean {
  const own = groups.get(stemOf(one));
  const others = own && groups.get(stemOf(other));
  return others !== undefined && [...own!].some((number) => others.has(number));
}

/** 0 to 1: how surely two words are forms of one (returns, returned), a typing error apart, or one part of the other. */
export function wordLikeness(one: string, other: string): number {
  const [stem, otherStem] = [withoutParticiple(one), withoutParticiple(other)];
  return Math.max(likenessOf(one, other), stem === one && otherStem === other ? 0 : 0.9 * likenessOf(stem, otherStem));
}

/** The German "gemietet", "zurückgegeben" without their "ge". */
const withoutParticiple = (word: string) =>
  word.replace(
    /^(ab|an|auf|aus|bei|ein|fest|her|hin|mit|nach|um|vor|weg|weiter|wieder|zu|zuruck|zusammen)?ge(?=\p{L}{3,}(?:t|en)$)/u,
    '$1',
  );

function likenessOf(one: string, other: string): number {
  if (one === other) return 1;
  const form = formOf(one);
  if (form !== undefined && form === formOf(other)) return 0.95;
  if (/\d/.test(one) || /\d/.test(other)) return 0;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  if (short.length >= 3 && same === short.length && long.length - same <= 2) return 0.95;
  if (same >= 4 && same >= short.length - 2 && long.length - same <= 4) return 0.9;
  if (same >= 6) return 0.7;
  return short.length >= 5 && editDistance(one, other, 1) <= 1 ? 0.7 : 0;
}
