import { editDistance } from '../search/similar-words.rules.ts';
import arabic from './meanings/arabic.json' with { type: 'json' };
import english from './meanings/english.json' with { type: 'json' };
import french from './meanings/french.json' with { type: 'json' };
import german from './meanings/german.json' with { type: 'json' };
import spanish from './meanings/spanish.json' with { type: 'json' };

/** `acts`: what is done or has happened ("cancel", "broken"). `things`: what it is about. */
type Meanings = {
  acts: Record<string, string>;
  things: Record<string, string>;
  /** What is said around a noun that matters: "open (a ticket)", "make (a complaint)". */
  light: string;
  /** They stand for whatever is sold or used: "the device", "this item". */
  any: string;
  /** They ask politely, greet, or say when: nothing is asked for by them. */
  small: string;
};

const languages: Meanings[] = [english, german, french, spanish, arabic];

/** Lower case is given. Without accents, and Arabic letters that are written in several ways as one. */
export const plainLetters = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}|ـ/gu, '')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي');

const whole = new Map<string, Set<string>>();
/** By its first three letters: a beginning and what it means. */
const beginnings = new Map<string, { start: string; meaning: string }[]>();

const wordsIn = (text: string) => text.split(' ').map((word) => plainLetters(word.toLowerCase()));
function add(word: string, meaning: string) {
  if (!word.endsWith('*')) {
    whole.set(word, (whole.get(word) ?? new Set()).add(meaning));
    return;
  }
  const start = word.slice(0, -1);
  const bucket = start.slice(0, 3);
  beginnings.set(bucket, [...(beginnings.get(bucket) ?? []), { start, meaning }]);
}
for (const { acts, things } of languages) {
  for (const [name, words] of Object.entries(acts)) for (const word of wordsIn(words)) add(word, `${name}!`);
  for (const [name, words] of Object.entries(things)) for (const word of wordsIn(words)) add(word, name);
}
const lightWords = new Set(languages.flatMap(({ light }) => wordsIn(light)));
const anyThings = new Set(languages.flatMap(({ any }) => wordsIn(any)));
const smallWords = new Set(languages.flatMap(({ small }) => wordsIn(small)));

/** By the whole word, else by the longest beginning. */
function meant(word: string): string[] {
  const own = whole.get(word);
  if (own) return [...own];
  const begun = (beginnings.get(word.slice(0, 3)) ?? []).filter(({ start }) => word.startsWith(start));
  const longest = Math.max(...begun.map(({ start }) => start.length));
  return [...new Set(begun.filter(({ start }) => start.length === longest).map(({ meaning }) => meaning))];
}

/** Words are few, and come again and again. */
export function remembered<Value>(find: (word: string) => Value, most = 5_000): (word: string) => Value {
  const found = new Map<string, Value>();
  return (word) => {
    const had = found.get(word);
    if (had !== undefined) return had;
    if (found.size >= most) found.clear();
    const value = find(word);
    found.set(word, value);
    return value;
  };
}

const ARABIC = /^\p{sc=Arabic}+$/u;
const BEFORE = /^(?:و|ف)?(?:بال|كال|وال|فال|لل|ال|ب|ل|ك|س)?/u;
const BEHIND = /(?:كما|كم|كن|هما|هم|هن|ها|نا|ني|ون|ين|ات|وا|ان|ا|ي|ك|ه|ت)$/u;

/** An Arabic word as it is, and without what is written together with it: the article, "and", "for", "my", "your". */
export const arabicForms: (word: string) => readonly string[] = remembered((word) => {
  if (!ARABIC.test(word)) return [word];
  const bare = [word.replace(BEFORE, ''), word.replace(/^(?:و|ف)?(?:ال|لل)/u, ''), word.replace(/^(?:و|ف|ب|ل|س)/u, '')];
  const stems = [word, ...bare.filter((one) => one.length >= 3)];
  // "طلبيتي" is "طلبية" with "my".
  const ends = stems.flatMap((one) => [
    one,
    one.replace(BEHIND, ''),
    one.replace(/تي$/u, 'ه'),
    one.replace(/تنا$/u, 'ه'),
  ]);
  return [...new Set(ends.filter((one) => one.length >= 3))];
});

/** What a word stands for; acts end with a "!". */
export const meaningsOf: (word: string) => readonly string[] = remembered((word) => {
  for (const form of arabicForms(word)) {
    const meanings = meant(form);
    if (meanings.length > 0) return meanings;
  }
  return [];
});

export const isAnyThing = (word: string): boolean => arabicForms(word).some((form) => anyThings.has(form));
export const isLight = (word: string): boolean => arabicForms(word).some((form) => lightWords.has(form));
export const isSmall = (word: string): boolean => arabicForms(word).some((form) => smallWords.has(form));

const TYPO_CHARS = { min: 6, max: 20 };

/** The same of a word that nobody knows, a typing error apart. */
export const meaningsOfMistyped: (word: string) => readonly string[] = remembered((word) => {
  if (word.length < TYPO_CHARS.min || word.length > TYPO_CHARS.max) return [];
  const isNear = (known: string) => known[0] === word[0] && known.length >= TYPO_CHARS.min - 1;
  const found = new Set<string>();
  for (const [known, meanings] of whole)
    if (isNear(known) && editDistance(word, known, 1) <= 1) for (const meaning of meanings) found.add(meaning);
  for (const { start, meaning } of [...beginnings.values()].flat())
    if (isNear(start) && [-1, 0, 1].some((more) => editDistance(word.slice(0, start.length + more), start, 1) <= 1))
      found.add(meaning);
  return [...found];
});
