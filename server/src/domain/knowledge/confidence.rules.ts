import { type Candidate, type Corpus, inverseFrequency, placesOf, termFrequencyWeight } from './ranking.rules.ts';
import type { QueryTerm } from './search-query.rules.ts';

/** Lexemes that about three sentences hold: words of an answer stand together in a window of this size. */
const WINDOW = 45;

/**
 * How much of the question's meaning one chunk holds, 0 to 1: the share of its words, weighed by how rare they are, that
 * stand in the chunk, and more so within one window. A word that no chunk of the agent holds weighs most.
 */
export function coverage(terms: QueryTerm[], candidate: Candidate, corpus: Corpus): { whole: number; window: number } {
  const asked = questionWeights(terms, corpus);
  const total = asked.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return { whole: 0, window: 0 };
  const places = asked.map(({ term, weight }) => ({
    weight,
    places: placesOf(candidate, term),
    factor: bestFactor(term, candidate),
  }));
  const whole = places.reduce((sum, { weight, places, factor }) => sum + (places.length > 0 ? weight * factor : 0), 0);
  let window = 0;
  for (const start of new Set(places.flatMap(({ places }) => places))) {
    let held = 0;
    for (const { weight, places: found, factor } of places) {
      if (found.some((place) => place >= start && place < start + WINDOW)) held += weight * factor;
    }
    window = Math.max(window, held);
  }
  return { whole: whole / total, window: window / total };
}

/** Words of the question by what they are worth; those of earlier turns only as far as the question leans on them. */
function questionWeights(terms: QueryTerm[], corpus: Corpus) {
  return terms
    .filter((term) => !term.isFiller)
    .map((term) => {
      const isKnown = term.lexemes.some(({ lexeme }) => corpus.frequencies.has(lexeme));
      const idf = isKnown ? termFrequencyWeight(term, corpus) : inverseFrequency(0, corpus.chunks);
      // Rare words weigh more, but no single name may outweigh everything else that is asked.
      return { term, weight: (term.place >= 0 ? term.weight : term.weight * 0.5) * Math.sqrt(idf) };
    });
}

const bestFactor = (term: QueryTerm, candidate: Candidate) =>
  term.lexemes.reduce((best, { lexeme, factor }) => (candidate.hits.has(lexeme) ? Math.max(best, factor) : best), 0);

/** How surely the best chunks answer the question, 0 to 1. The built-in model refuses below its own threshold. */
export function confidenceOf(terms: QueryTerm[], best: Candidate[], corpus: Corpus): number {
  const values = best.slice(0, 5).map((candidate) => {
    const { whole, window } = coverage(terms, candidate, corpus);
    return 0.4 * whole + 0.6 * window;
  });
  return Math.max(0, ...values);
}
