import type { Leaning } from './leaning.rules.ts';
import { type Candidate, type Corpus, inverseFrequency, placesOf, termFrequencyWeight } from './ranking.rules.ts';
import type { QueryTerm } from './search-query.rules.ts';

/** Lexemes that about three sentences hold: the words of an answer stand together in a window of this size. */
const WINDOW = 45;
const CHUNKS_LOOKED_AT = 3;

/**
 * A logistic regression over the questions of the corpora in `server/bench/corpus`. Fitted to all but one of them, it told
 * answerable from unanswerable questions of that one with an AUC of 0.84 to 0.92. The bias is set so that 0.5 refuses about
 * one answerable question in ten, and seven of ten others.
 */
const MODEL = { bias: -3.08, coverage: 4.21, mass: 0.93, context: 3.45 };

/**
 * How surely the best chunks answer the question, 0 to 1; below 0.5 they more likely do not. `coverage` is the share of the
 * question's meaning that stands together in a chunk, a word that no chunk of the agent holds weighing most; `mass` how
 * much meaning that is, in words as rare as can be; `context` the same for the earlier turns that the question leans on.
 */
export function confidenceOf(
  terms: QueryTerm[],
  best: Candidate[],
  corpus: Corpus,
  leaning: Leaning | null = null,
): number {
  const meaning = terms.filter((term) => !term.isFiller);
  // What names nothing of its own is as sure as what it leans on.
  const own = meaning.filter((term) => leaning === 'bare' || term.place >= 0);
  const earlier = meaning.filter((term) => leaning !== null && leaning !== 'bare' && term.place < 0);
  const rarest = inverseFrequency(1, Math.max(corpus.chunks, 2));
  const looked = best.slice(0, CHUNKS_LOOKED_AT);
  if (looked.length === 0 || meaning.length === 0) return 0;
  const coverage = Math.max(...looked.map((candidate) => shareHeld(own, candidate, corpus)));
  // What was said before explains a question; it answers none that shares no word with the passages.
  if (own.length > 0 && coverage === 0) return 0;
  const mass = Math.max(...looked.map((candidate) => held(own, candidate, corpus, 1).inWindow)) / rarest;
  const context = Math.max(...looked.map((candidate) => held(earlier, candidate, corpus, 1).inWindow)) / rarest;
  const sum = MODEL.bias + MODEL.coverage * coverage + MODEL.mass * mass + MODEL.context * context;
  return 1 / (1 + Math.exp(-sum));
}

/** Square roots, so that one rare name does not outweigh everything else that is asked. */
function shareHeld(terms: QueryTerm[], candidate: Candidate, corpus: Corpus): number {
  const { inWindow, total } = held(terms, candidate, corpus, 0.5);
  return total === 0 ? 0 : inWindow / total;
}

/** What the words are worth together, and what those are worth that stand in the chunk's best window. */
function held(terms: QueryTerm[], candidate: Candidate, corpus: Corpus, power: number) {
  const words = terms.map((term) => ({
    value: term.weight * worth(term, corpus) ** power,
    places: placesOf(candidate, term),
    factor: surestHeld(term, candidate),
  }));
  let inWindow = 0;
  for (const start of new Set(words.flatMap(({ places }) => places))) {
    const inside = words.filter(({ places }) => places.some((place) => place >= start && place < start + WINDOW));
    inWindow = Math.max(
      inWindow,
      inside.reduce((sum, { value, factor }) => sum + value * factor, 0),
    );
  }
  return { inWindow, total: words.reduce((sum, { value }) => sum + value, 0) };
}

const worth = (term: QueryTerm, corpus: Corpus) =>
  term.lexemes.some(({ lexeme }) => corpus.frequencies.has(lexeme))
    ? termFrequencyWeight(term, corpus)
    : inverseFrequency(0, corpus.chunks);

/** A synonym or a mended typing error ranks lower than the word itself, but it answers the question almost as surely. */
const surestHeld = (term: QueryTerm, candidate: Candidate) =>
  term.lexemes.reduce(
    (best, { lexeme, factor }) => (candidate.hits.has(lexeme) ? Math.max(best, factor ** 0.25) : best),
    0,
  );
