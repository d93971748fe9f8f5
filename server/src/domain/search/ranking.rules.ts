import type { QueryTerm } from './search-query.rules.ts';

/** A chunk that may answer, with the places of the question's lexemes in it; `weights` are A title, B headings, D text. */
export type Candidate = {
  id: string;
  documentId: string;
  /** Lexemes in the chunk, title and headings included. */
  length: number;
  hits: Map<string, { positions: number[]; weights: string[] }>;
};

/** `chunks` and `length` are the agent's totals, `frequencies` the chunks a lexeme stands in. */
export type Corpus = { chunks: number; length: number; frequencies: ReadonlyMap<string, number> };

export type RankedChunk = { id: string; documentId: string; score: number };

export const RANKING = {
  k1: 1.2,
  b: 0.7,
  /** What one occurrence in the title or a heading is worth beside one in the text. */
  title: 2,
  heading: 1.3,
  /** Share of the score of the whole document's matching words that is added to a chunk's own. */
  document: 0.25,
  /** What two neighbouring words of the question add where they stand together, as a share of the rarer one's weight. */
  pair: 0.3,
} as const;

/** Robertson's inverse document frequency, never negative; a word in no chunk has the highest. */
export function inverseFrequency(chunksWithTerm: number, chunks: number): number {
  return Math.log(1 + (chunks - chunksWithTerm + 0.5) / (chunksWithTerm + 0.5));
}

/** Chunks that hold so much of what one of them holds of a question are told apart by what was said before it. */
const NEARLY = 0.7;

/**
 * Orders candidates by BM25 over title, headings and text with the agent's own document frequencies, plus a share for what
 * the rest of the document says and for words of the question that stand side by side. Words of earlier turns count for a
 * question that leans on them; for another they only choose among the chunks that hold the most of it. Equals stay in their order.
 */
export function rankByWords(
  terms: QueryTerm[],
  candidates: Candidate[],
  corpus: Corpus,
  isLeaning = true,
): RankedChunk[] {
  const averageLength = corpus.length / Math.max(corpus.chunks, 1);
  const weighted = terms.map((term) => ({ term, idf: termFrequencyWeight(term, corpus) }));
  const idfOf = (lexeme: string) => inverseFrequency(corpus.frequencies.get(lexeme) ?? 0, corpus.chunks);
  const documentBest = new Map<string, number[]>();
  const heldOf = (candidate: Candidate) =>
    sum(
      weighted.map(({ term, idf }) =>
        term.place >= 0 && placesOf(candidate, term).length > 0 ? term.weight * idf : 0,
      ),
    );
  const most = isLeaning ? 0 : Math.max(0, ...candidates.map(heldOf)) * NEARLY;
  const scored = candidates.map((candidate) => {
    const norm = RANKING.k1 * (1 - RANKING.b + (RANKING.b * candidate.length) / Math.max(averageLength, 1));
    const hasMost = heldOf(candidate) >= most;
    const parts = terms.map((term) => {
      if (term.place < 0 && !hasMost) return 0;
      let best = 0;
      for (const { lexeme, factor } of term.lexemes) {
        const frequency = frequencyIn(candidate, lexeme);
        if (frequency > 0)
          best = Math.max(best, (factor * idfOf(lexeme) * frequency * (RANKING.k1 + 1)) / (frequency + norm));
      }
      return term.weight * best;
    });
    const best = documentBest.get(candidate.documentId);
    if (best) for (const [index, part] of parts.entries()) best[index] = Math.max(best[index] ?? 0, part);
    else documentBest.set(candidate.documentId, [...parts]);
    return { candidate, score: sum(parts) + pairScore(candidate, weighted) };
  });
  return scored
    .map(({ candidate, score }) => ({
      id: candidate.id,
      documentId: candidate.documentId,
      score: score + RANKING.document * sum(documentBest.get(candidate.documentId) ?? []),
    }))
    .sort((a, b) => b.score - a.score);
}

/** What the term's surest form is worth: the inverse frequency of its commonest spelling, guesses left aside. */
export function termFrequencyWeight(term: QueryTerm, corpus: Corpus): number {
  const known = term.lexemes.filter(({ lexeme }) => corpus.frequencies.has(lexeme));
  const surest = Math.max(0, ...known.map(({ factor }) => factor));
  const most = known
    .filter(({ factor }) => factor === surest)
    .reduce((chunks, { lexeme }) => Math.max(chunks, corpus.frequencies.get(lexeme) ?? 0), 0);
  return inverseFrequency(most, corpus.chunks);
}

function frequencyIn(candidate: Candidate, lexeme: string): number {
  let frequency = 0;
  for (const weight of candidate.hits.get(lexeme)?.weights ?? [])
    frequency += weight === 'A' ? RANKING.title : weight === 'B' ? RANKING.heading : 1;
  return frequency;
}

/** For each two neighbouring words of the question: do they stand within two places of each other in the chunk? */
function pairScore(candidate: Candidate, weighted: { term: QueryTerm; idf: number }[]): number {
  const question = weighted
    .filter(({ term }) => term.place >= 0 && !term.isFiller)
    .sort((a, b) => a.term.place - b.term.place);
  let score = 0;
  for (const [index, second] of question.entries()) {
    const first = question[index - 1];
    if (!first || second.term.place - first.term.place > 3) continue;
    if (areNear(placesOf(candidate, first.term), placesOf(candidate, second.term)))
      score += RANKING.pair * Math.min(first.idf * first.term.weight, second.idf * second.term.weight);
  }
  return score;
}

export function placesOf(candidate: Candidate, term: QueryTerm): number[] {
  return term.lexemes.flatMap(({ lexeme }) => candidate.hits.get(lexeme)?.positions ?? []);
}

const areNear = (first: number[], second: number[]) =>
  first.some((a) => second.some((b) => Math.abs(a - b) <= 3 && a !== b));

/** Reciprocal rank fusion (Cormack 2009, k = 60): joins lists whose scores cannot be compared. Best first, equals as they came. */
export function fuseRanks(lists: { ids: string[]; weight: number }[]): { id: string; score: number }[] {
  const scores = new Map<string, number>();
  for (const { ids, weight } of lists) {
    for (const [rank, id] of ids.entries()) scores.set(id, (scores.get(id) ?? 0) + weight / (60 + rank + 1));
  }
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

const SHINGLE = 4;

function shingles(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = new Set<string>();
  for (let start = 0; start <= Math.max(0, words.length - SHINGLE); start += 1)
    found.add(words.slice(start, start + SHINGLE).join(' '));
  return found;
}

/** Leaves out texts that repeat an earlier one: four of five groups of four words are the same. Keeps the order. */
export function withoutNearDuplicates<Item>(items: Item[], textOf: (item: Item) => string): Item[] {
  const kept: { item: Item; words: Set<string> }[] = [];
  for (const item of items) {
    const words = shingles(textOf(item));
    if (!kept.some((other) => isAlike(words, other.words))) kept.push({ item, words });
  }
  return kept.map(({ item }) => item);
}

function isAlike(one: Set<string>, other: Set<string>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size === 0 || small.size < large.size * 0.6) return false;
  let same = 0;
  for (const shingle of small) if (large.has(shingle)) same += 1;
  return same / (one.size + other.size - same) >= 0.8;
}
