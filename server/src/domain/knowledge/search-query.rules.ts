import { anaphors, fillers } from './search-words.rules.ts';

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
};

const MAX_TERMS = 32;

/** How much of its weight a word of the turn before keeps, by how much the question leans on it. */
const contextWeights = { standalone: 0.35, usual: 0.5, elliptic: 0.8 };

/**
 * Makes the words to search for out of the visitor's last turns. Words that are stop words in the language of the question
 * are left out; fillers ("please tell me") count little; earlier turns count by how little the question says by itself.
 */
export function makeTerms(rows: TurnLexeme[], turns: number): QueryTerm[] {
  const language = questionLanguage(rows);
  const words = wordsByTurn(rows, turns, language);
  const question = words.at(-1) ?? [];
  const carried = contextWeight(
    question.map((word) => word.surface),
    question.filter((word) => !isDropped(word)).length,
  );
  const terms = new Map<string, QueryTerm>();
  for (let turn = turns - 1; turn >= 0; turn -= 1) {
    const age = turns - 1 - turn;
    const turnWeight = age === 0 ? 1 : carried * 0.5 ** (age - 1);
    for (const word of words[turn] ?? []) {
      if (word.isStop) continue;
      const weight = turnWeight * (word.isFiller ? 0.12 : 1);
      const key = word.lexemes.join(' ');
      const known = terms.get(key);
      if (known) known.weight = Math.min(known.weight + weight * (age === 0 ? 0.3 : 0.5), 1.5);
      else
        terms.set(key, {
          surface: word.surface,
          lexemes: word.lexemes.map((lexeme) => ({ lexeme, factor: 1 })),
          weight,
          place: age === 0 ? word.position : -1,
          isFiller: word.isFiller,
        });
    }
  }
  return [...terms.values()].sort((a, b) => b.weight - a.weight).slice(0, MAX_TERMS);
}

/** 0 to 1: what the turn before is worth beside this question. */
function contextWeight(surfaces: string[], contentWords: number): number {
  const leans = surfaces.some((surface) => anaphors.has(surface));
  if (contentWords <= 1 || (leans && contentWords <= 4)) return contextWeights.elliptic;
  if (leans || contentWords <= 3) return contextWeights.usual;
  return contextWeights.standalone;
}

type Word = { surface: string; position: number; lexemes: string[]; isStop: boolean; isFiller: boolean };
const isDropped = (word: Word) => word.isStop || word.isFiller;

/** The configuration that knows most words of the turns as stop words: that is the language they are written in. */
function questionLanguage(rows: TurnLexeme[]): string {
  const kept = new Map<string, number>();
  for (const row of rows) kept.set(row.language, (kept.get(row.language) ?? 0) + row.positions.length);
  const all = kept.get('simple') ?? 0;
  let best = 'simple';
  for (const [language, count] of kept) {
    if (count < (kept.get(best) ?? all)) best = language;
  }
  return best;
}

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
  return words.map((turn) =>
    [...turn.values()].map((word) => ({
      ...word,
      isStop: !word.byLanguage.has(language),
      lexemes: [...new Set(word.byLanguage.values())].sort(),
    })),
  );
}

/** A search of the index: at most `limit` chunks that match a `tsquery`. */
export type Tier = { query: string; limit: number };

const RARE_BUDGET = 1_500;
const COMMON_LIMIT = 500;

/**
 * Which chunks to look at. Rare words are looked up each; words that stand in thousands of chunks only together with
 * another one, so that the work is bounded however large the agent is. `frequencies` are chunks by lexeme.
 */
export function makeTiers(terms: QueryTerm[], frequencies: ReadonlyMap<string, number>): Tier[] {
  const known = terms
    .map((term) => ({ term, chunks: chunksOf(term, frequencies) }))
    .filter(({ chunks }) => chunks > 0)
    .sort((a, b) => a.chunks - b.chunks);
  const rare: QueryTerm[] = [];
  const common: QueryTerm[] = [];
  let sum = 0;
  for (const { term, chunks } of known) {
    sum += chunks;
    (sum <= RARE_BUDGET ? rare : common).push(term);
  }
  const tiers: Tier[] = [];
  if (rare.length > 0) tiers.push({ query: rare.map(toTsquery).join(' | '), limit: RARE_BUDGET });
  const strong = common
    .filter((term) => !term.isFiller)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 4)
    .map(toTsquery);
  if (strong.length > 2) tiers.push({ query: strong.slice(0, 3).join(' & '), limit: COMMON_LIMIT });
  const pairs = strong.flatMap((one, index) => strong.slice(index + 1).map((other) => `(${one} & ${other})`));
  if (pairs.length > 0) tiers.push({ query: pairs.join(' | '), limit: COMMON_LIMIT });
  const single = strong[0] ?? common.map(toTsquery)[0];
  if (single && rare.length === 0) tiers.push({ query: single, limit: COMMON_LIMIT });
  return tiers;
}

export const chunksOf = (term: QueryTerm, frequencies: ReadonlyMap<string, number>) =>
  term.lexemes.reduce((most, { lexeme }) => Math.max(most, frequencies.get(lexeme) ?? 0), 0);

const toTsquery = (term: QueryTerm) => `(${term.lexemes.map(({ lexeme }) => quoteLexeme(lexeme)).join(' | ')})`;

const quoteLexeme = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
