import type { AgentId } from '@antiphon/contract/ids';
import type { Passage } from '@antiphon/contract/knowledge';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { confidenceOf } from './confidence.rules.ts';
import { embedQuestion, findByVector } from './find-by-vector.ts';
import type { Embedder } from './knowledge.ports.ts';
import { findTotals, listCandidates, listLexemes, listPassages } from './knowledge-search.queries.ts';
import { lookUpTerms } from './look-up-terms.ts';
import { withoutNearDuplicates } from './near-duplicates.rules.ts';
import { type Corpus, fuseRanks, rankByWords, termFrequencyWeight } from './ranking.rules.ts';
import { chunksOf, makeClasses, makeTerms, makeTiers } from './search-query.rules.ts';
import { searchLanguage, searchText } from './search-text.rules.ts';

/** The last visitor turns that are looked at, and characters of each. */
const TURNS_MAX = 4;
const TURN_CHARS_MAX = 1_000;
const CANDIDATES_MAX = 100;
const LANGUAGES_MAX = 5;

export type SearchInput = {
  agentId: AgentId;
  /** What the visitor said, oldest first; the last one is the question. */
  turns: string[];
  passagesMax: number;
  /** Of the agent's settings; empty searches by words alone. */
  embeddingModel?: string;
  /** BCP 47 of the question where it is known. */
  lang?: string;
};

/** `confidence`, 0 to 1, says how surely the passages answer the question. Passages come best first, near-duplicates left out. */
export type SearchResult = { question: string; passages: Passage[]; confidence: number };

/**
 * Finds what an agent knows about a question: by words, synonyms and typing errors within one short transaction, and by
 * vectors too where the agent has an embedding model (asked before the transaction begins). Both lists are fused by rank.
 */
export async function searchKnowledge(
  deps: { database: Database; embedder?: Embedder },
  scope: Scope,
  input: SearchInput,
): Promise<SearchResult> {
  const question = input.turns.slice(-2).join('\n');
  const { embeddingModel = '' } = input;
  const vector = await embedQuestion(deps.embedder, embeddingModel, question.slice(-TURN_CHARS_MAX));
  return deps.database.transaction(scope, async (tx) => {
    const words = await findByWords(tx, scope, input);
    const most = input.passagesMax * 2 + 5;
    let ids = words.ranked.slice(0, most).map(({ id }) => id);
    if (vector) {
      const { agentId } = input;
      const byWords = words.ranked.map(({ id }) => id);
      const nearest = await findByVector(tx, scope, { agentId, embeddingModel, vector, byWords, most: 50 });
      const lists = [byWords, nearest].map((list) => ({ ids: list, weight: 1 }));
      ids = fuseRanks(lists)
        .slice(0, most)
        .map(({ id }) => id);
    }
    const texts = await listPassages(tx, scope, input.agentId, ids);
    const scores = new Map(words.ranked.map(({ id, score }) => [id, score]));
    const passages = ids.flatMap((id): Passage[] => {
      const passage = texts.get(id);
      return passage ? [{ ...passage, score: scores.get(id) ?? 0 }] : [];
    });
    return {
      question,
      passages: withoutNearDuplicates(passages, (passage) => passage.text).slice(0, input.passagesMax),
      confidence: words.confidence,
    };
  });
}

/** Chunks by BM25, best first, with scores from 0 to 1 (all that the question's words can be worth), and how sure they are. */
async function findByWords(tx: Tx, scope: Scope, input: SearchInput) {
  const nothing = { ranked: [], confidence: 0 };
  const { agentId } = input;
  const totals = await findTotals(tx, scope, agentId);
  if (totals.chunks === 0) return nothing;
  const turns = input.turns.slice(-TURNS_MAX).map((turn) => searchText(turn.slice(0, TURN_CHARS_MAX)));
  const languages = languagesOf(totals, input.lang);
  const rows = await listLexemes(tx, scope, turns, languages);
  const terms = makeTerms(rows, turns.length, languages);
  const frequencies = await lookUpTerms(tx, scope, agentId, terms, languages);
  const corpus: Corpus = { ...totals, frequencies };
  const weighed = terms.map((term) => ({
    term,
    chunks: chunksOf(term, frequencies),
    value: term.weight * termFrequencyWeight(term, corpus),
  }));
  const tiers = makeTiers(weighed);
  if (tiers.length === 0) return nothing;
  const candidates = await listCandidates(tx, scope, {
    agentId,
    tiers,
    classes: makeClasses(weighed),
    lexemes: [...frequencies.keys()],
    averageLength: totals.length / totals.chunks,
    most: CANDIDATES_MAX,
  });
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const ranked = rankByWords(terms, candidates, corpus);
  const best = ranked.slice(0, 10).flatMap(({ id }) => byId.get(id) ?? []);
  const whole = 2 * weighed.reduce((sum, { value }) => sum + value, 0);
  return {
    ranked: ranked.map(({ id, score }) => ({ id, score: whole > 0 ? Math.min(1, score / whole) : 0 })),
    confidence: confidenceOf(terms, best, corpus),
  };
}

/** The languages that most chunks are in, those a question may be in, and `simple`, which tells every word's place. */
function languagesOf(totals: { chunks: number; languages: Map<string, number> }, lang = ''): string[] {
  const main = [...totals.languages]
    .filter(([, chunks]) => chunks >= totals.chunks * 0.005)
    .sort((a, b) => b[1] - a[1])
    .slice(0, LANGUAGES_MAX)
    .map(([language]) => language);
  return [...new Set([...main, searchLanguage(lang), 'english', 'simple'])];
}
