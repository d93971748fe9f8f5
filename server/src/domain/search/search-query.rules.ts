import type { AskedParticular } from '../particulars/asked-particular.rules.ts';
import { dayMark, markOf } from '../particulars/particulars.rules.ts';
import { weekdaysIn } from '../particulars/weekdays.rules.ts';
import type { Leaning } from './leaning.rules.ts';
import { generic } from './leaning-words.rules.ts';
import { searchLanguage } from './search-text.rules.ts';
import { fillers } from './search-words.rules.ts';
import { languageOfWords, stopWords } from './stop-words.rules.ts';

/** One word of a turn as one text search configuration sees it. `turn` counts from 0, oldest first; positions from 1. */
export type TurnLexeme = { turn: number; language: string; lexeme: string; positions: number[] };

/** A word of the question, or of an earlier turn, with all forms that stand for it in the index. */
export type QueryTerm = {
  /** As the visitor wrote it, in lower case. */
  surface: string;
  /** The stems to look for; `factor` below 1 where the form is a guess (a typing error, part of a compound). */
  lexemes: { lexeme: string; factor: number }[];
  /** 1 for a word of the question that carries meaning, less for fillers and for words of earlier turns. */
  weight: number;
  /** Place in the question, or -1 for words of earlier turns. */
  place: number;
  isFiller: boolean;
  /** The index holds but words like it: a typing error, a part of a compound, or another word. */
  isGuess?: boolean;
};

const MAX_TERMS = 32;
const FILLER_WEIGHT = 0.12;

/** What the turns before are worth among passages that hold the same of a question that stands on its own. */
const ASIDE_WEIGHT = 0.5;
/**
 * How much of its weight a word of the turn before keeps. A part of a question puts another thing in the place of what was said,
 * so that those words only tell which of its passages is meant.
 */
const contextWeights: Record<Leaning, number> = { pointing: 0.75, part: 0.5, bare: 1 };

/**
 * Makes the words to search for out of a question and the turns that it leans on. Words that are stop words in the language of
 * the question are left out; fillers ("please tell me") count little; earlier turns count by how the question leans on them.
 */
export function makeTerms(
  rows: TurnLexeme[],
  turns: number,
  languages: readonly string[],
  leaning: Leaning | null,
): QueryTerm[] {
  const language = questionLanguage(rows, languages);
  const words = wordsByTurn(rows, turns, language);
  const carried = leaning ? contextWeights[leaning] : ASIDE_WEIGHT;
  const terms = new Map<string, QueryTerm>();
  for (let turn = turns - 1; turn >= 0; turn -= 1) {
    const age = turns - 1 - turn;
    const turnWeight = age === 0 ? 1 : carried * 0.5 ** (age - 1);
    for (const word of words[turn] ?? []) {
      if (word.isStop) continue;
      // "How much is it?" looks for what was said before, and for its price in it.
      const isMeasure = leaning !== null && age === 0 && generic.has(word.surface);
      const weight = turnWeight * (word.isFiller ? FILLER_WEIGHT : isMeasure ? 0.3 : 1);
      const key = word.lexemes.join(' ');
      const known = terms.get(key);
      if (known) known.weight = Math.min(known.weight + weight * (age === 0 ? 0.3 : 0.5), 1.5);
      else
        terms.set(key, {
          surface: word.surface,
          lexemes: word.lexemes.map((lexeme) => ({ lexeme, factor: 1 })),
          weight,
          place: age === 0 ? word.position : -1,
          isFiller: word.isFiller || isMeasure,
        });
    }
  }
  return [...terms.values()].sort((a, b) => b.weight - a.weight).slice(0, MAX_TERMS);
}

/** What a mark counts beside the visitor's own word, and that word where nothing else is asked for. */
const MARK_FACTOR = 0.9;
const BARE_WORD_FACTOR = 0.5;
/** A day chooses among hours; hours that leave it out tell of it, too. */
const DAY_WEIGHT = 0.5;
/** What a particular is worth beside the words that name a thing: "how much is a trim?" A question that leans is about what was said. */
const BESIDE_WEIGHT = 0.4;
const LEANING_WEIGHT = 0.2;

/**
 * Lets the words that ask for an address, a time or a price find what tells it in other words; where no word does, as in "where are
 * you?", adds what stands for none. A bare "how much is it?" looks for no price of anything.
 */
export function addMarks(terms: readonly QueryTerm[], asked: AskedParticular, leaning: Leaning | null): QueryTerm[] {
  const marks = asked.particulars.map((particular) => ({ lexeme: markOf(particular), factor: MARK_FACTOR }));
  const isBare = terms.every(({ place, isFiller, surface }) => place < 0 || isFiller || asked.isAsking(surface));
  const isAlone = !asked.particulars.some((particular) => particular === 'price' || particular === 'duration');
  if (isBare && !isAlone && leaning === null) return [...terms];
  const weight = isAlone ? 1 : leaning === null ? BESIDE_WEIGHT : LEANING_WEIGHT;
  let isNamed = false;
  const widened = terms.map((term): QueryTerm => {
    if (term.place < 0 || !asked.isAsking(term.surface)) return term;
    if (asked.isSoon(term.surface)) return { ...term, isFiller: true, weight: FILLER_WEIGHT };
    const days = weekdaysIn(term.surface).map((day) => ({ lexeme: dayMark(day), factor: MARK_FACTOR }));
    if (days.length > 0) return { ...term, weight: term.weight * DAY_WEIGHT, lexemes: [...term.lexemes, ...days] };
    isNamed = true;
    const factor = isBare ? BARE_WORD_FACTOR : 1;
    const own = term.lexemes.map((one) => ({ ...one, factor: one.factor * factor }));
    const isFiller = isAlone || leaning === null ? false : term.isFiller;
    return { ...term, isFiller, weight: Math.max(term.weight, weight), lexemes: [...own, ...marks] };
  });
  return isNamed ? widened : [...widened, { surface: '', lexemes: marks, weight, place: 0, isFiller: false }];
}

type Word = { surface: string; position: number; lexemes: string[]; isStop: boolean; isFiller: boolean };

/** The configuration that knows most words of the turns as stop words: that is the language they are written in. */
function questionLanguage(rows: TurnLexeme[], languages: readonly string[]): string {
  const kept = new Map(languages.map((language) => [language, 0]));
  for (const row of rows) kept.set(row.language, (kept.get(row.language) ?? 0) + row.positions.length);
  return languages.reduce((best, language) => (kept.get(language)! < kept.get(best)! ? language : best), 'simple');
}

/** PostgreSQL has no list of stop words for these: their question words would weigh like names that no text holds. */
const unlisted: Readonly<Record<string, ReadonlySet<string> | undefined>> = { ar: stopWords.ar, pl: stopWords.pl };

const commonWords = new Map(Object.entries(stopWords).map(([language, words]) => [searchLanguage(language), words]));

function wordsByTurn(rows: TurnLexeme[], turns: number, language: string): Word[][] {
  const words = Array.from({ length: turns }, () => new Map<number, Word & { byLanguage: Map<string, string> }>());
  for (const row of rows.filter((row) => row.language === 'simple')) {
    for (const position of row.positions) {
      words[row.turn]?.set(position, {
        surface: row.lexeme,
        position,
        lexemes: [],
        byLanguage: new Map(),
        isStop: true,
        isFiller: fillers.has(row.lexeme),
      });
    }
  }
  for (const row of rows) {
    for (const position of row.positions) words[row.turn]?.get(position)?.byLanguage.set(row.language, row.lexeme);
  }
  const said = [...words].flatMap((turn) => [...turn.values()].map(({ surface }) => surface)).join(' ');
  const common = language === 'simple' ? unlisted[languageOfWords(said)] : commonWords.get(language);
  return words.map((turn) =>
    [...turn.values()].map((word) => ({
      ...word,
      isStop: !word.byLanguage.has(language),
      // PostgreSQL's lists lack some of the commonest words, such as the German "wann".
      isFiller: word.isFiller || (common?.has(word.surface) ?? false),
      lexemes: [...new Set(word.byLanguage.values())].sort(),
    })),
  );
}

/** A search of the index: at most `limit` chunks that match a `tsquery`. */
export type Tier = { query: string; limit: number };

const RARE_LIMIT = 600;
const COMMON_LIMIT = 300;

/** A term's worth in this agent: `value` is its weight times its inverse document frequency, `chunks` those it stands in. */
export type WeighedTerm = { term: QueryTerm; chunks: number; value: number };

/**
 * Which chunks to look at. Words worth most are looked up each, until their chunks fill a budget; the others, which may stand
 * in any number of chunks, only together with another, so that the work is bounded however large the agent is.
 */
export function makeTiers(weighed: readonly WeighedTerm[]): Tier[] {
  const known = weighed.filter(({ chunks }) => chunks > 0).toSorted((a, b) => b.value - a.value);
  const rare: WeighedTerm[] = [];
  const common: WeighedTerm[] = [];
  let sum = 0;
  for (const one of known) {
    if (sum + one.chunks > RARE_LIMIT) common.push(one);
    else {
      sum += one.chunks;
      rare.push(one);
    }
  }
  const tiers: Tier[] = [];
  if (rare.length > 0) tiers.push({ query: anyOf(rare), limit: RARE_LIMIT });
  // A word of nearly every chunk narrows nothing and has the longest list to read.
  const least = (common[0]?.value ?? 0) * 0.25;
  const strong = common.filter(({ term, value }) => !term.isFiller && value >= least).slice(0, 4);
  if (strong.length > 2) tiers.push({ query: strong.slice(0, 3).map(toTsquery).join(' & '), limit: COMMON_LIMIT });
  const [best, ...others] = strong;
  if (best && others.length > 0) tiers.push({ query: `${toTsquery(best)} & (${anyOf(others)})`, limit: COMMON_LIMIT });
  const single = best ?? common[0];
  if (single && (rare.length === 0 || single.value > rare[0]!.value))
    tiers.push({ query: toTsquery(single), limit: COMMON_LIMIT });
  return tiers;
}

/** The terms in at most three groups of like value, each with the mean of its values: what the coarse score counts by. */
export function makeClasses(weighed: readonly WeighedTerm[]): { query: string; weight: number }[] {
  const known = weighed.filter(({ chunks }) => chunks > 0).toSorted((a, b) => b.value - a.value);
  const most = known[0]?.value ?? 0;
  const groups = [
    known.filter(({ value }) => value > most * 0.6),
    known.filter(({ value }) => value <= most * 0.6 && value > most * 0.3),
    known.filter(({ value }) => value <= most * 0.3),
  ];
  return groups
    .filter((group) => group.length > 0)
    .map((group) => ({
      query: anyOf(group),
      weight: group.reduce((sum, { value }) => sum + value, 0) / group.length,
    }));
}

const anyOf = (weighed: readonly WeighedTerm[]) => weighed.map(toTsquery).join(' | ');

export const chunksOf = (term: QueryTerm, frequencies: ReadonlyMap<string, number>) =>
  term.lexemes.reduce((most, { lexeme }) => Math.max(most, frequencies.get(lexeme) ?? 0), 0);

const toTsquery = ({ term }: WeighedTerm) => `(${term.lexemes.map(({ lexeme }) => quoteLexeme(lexeme)).join(' | ')})`;

const quoteLexeme = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
