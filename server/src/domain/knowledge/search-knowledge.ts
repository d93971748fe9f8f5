import type { AgentId } from '@antiphon/contract/ids';
import type { Passage } from '@antiphon/contract/knowledge';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { confidenceOf } from './confidence.rules.ts';
import type { Embedder } from './knowledge.ports.ts';
import {
  findFrequencies,
  findTotals,
  listCandidates,
  listLexemes,
  listPassages,
  listSimilarLexemes,
} from './knowledge-search.queries.ts';
import { withoutNearDuplicates } from './near-duplicates.rules.ts';
import { type Corpus, rankByWords, termFrequencyWeight } from './ranking.rules.ts';
import { chunksOf, makeTerms, makeTiers, type QueryTerm } from './search-query.rules.ts';
import { searchLanguage, searchText } from './search-text.rules.ts';
import { likeness } from './similar-words.rules.ts';

/** The last visitor turns that are looked at, and characters of each. */
const TURNS_MAX = 4;
const TURN_CHARS_MAX = 1_000;
const CANDIDATES_MAX = 200;
const LANGUAGES_MAX = 4;

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

/** Finds what an agent knows about a question, by words and typing errors, within one short transaction. */
export async function searchKnowledge(
  deps: { database: Database; embedder?: Embedder },
  scope: Scope,
  input: SearchInput,
): Promise<SearchResult> {
  const turns = input.turns.slice(-TURNS_MAX).map((turn) => searchText(turn.slice(0, TURN_CHARS_MAX)));
  const question = input.turns.slice(-2).join('\n');
  return deps.database.transaction(scope, async (tx) => {
    const nothing = { question, passages: [], confidence: 0 };
    const totals = await findTotals(tx, scope, input.agentId);
    if (totals.chunks === 0) return nothing;
    const rows = await listLexemes(tx, scope, turns, languagesOf(totals, input.lang));
    const found = makeTerms(rows, turns.length);
    const { terms, frequencies } = await lookUp(tx, scope, input.agentId, found);
    const tiers = makeTiers(terms, frequencies);
    if (tiers.length === 0) return nothing;
    const corpus: Corpus = { ...totals, frequencies };
    const candidates = await listCandidates(tx, scope, {
      agentId: input.agentId,
      tiers,
      lexemes: lexemeWeights(terms, corpus),
      averageLength: totals.length / totals.chunks,
      most: CANDIDATES_MAX,
    });
    const ranked = rankByWords(terms, candidates, corpus).slice(0, input.passagesMax * 2 + 5);
    const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
    const texts = await listPassages(
      tx,
      scope,
      input.agentId,
      ranked.map(({ id }) => id),
    );
    const most = terms.reduce((sum, term) => sum + term.weight * termFrequencyWeight(term, corpus), 0);
    const passages = ranked.flatMap(({ id, score }) => {
      const passage = texts.get(id);
      return passage ? [{ ...passage, score: most > 0 ? Math.min(1, score / (2 * most)) : 0 }] : [];
    });
    return {
      question,
      passages: withoutNearDuplicates(passages, (passage) => passage.text).slice(0, input.passagesMax),
      confidence: confidenceOf(
        terms,
        ranked.flatMap(({ id }) => byId.get(id) ?? []),
        corpus,
      ),
    };
  });
}

/** The languages that most chunks are in, those a question may be in, and `simple`, which tells every word's place. */
function languagesOf(totals: { chunks: number; languages: Map<string, number> }, lang = ''): string[] {
  const main = [...totals.languages]
    .filter(([, chunks]) => chunks >= totals.chunks * 0.03)
    .sort((a, b) => b[1] - a[1])
    .slice(0, LANGUAGES_MAX)
    .map(([language]) => language);
  return [...new Set([...main, searchLanguage(lang), 'english', 'simple'])];
}

/** Frequencies of the terms' lexemes; terms that no chunk holds get the indexed words most like them. */
async function lookUp(tx: Tx, scope: Scope, agentId: AgentId, terms: QueryTerm[]) {
  const lexemes = terms.flatMap((term) => term.lexemes.map(({ lexeme }) => lexeme));
  const frequencies = await findFrequencies(tx, scope, agentId, [...new Set(lexemes)]);
  const unknown = terms.filter((term) => !term.isFiller && chunksOf(term, frequencies) === 0);
  const words = [...new Set(unknown.flatMap((term) => [term.surface, ...term.lexemes.map(({ lexeme }) => lexeme)]))];
  const similar = words.length > 0 ? await listSimilarLexemes(tx, scope, agentId, words.slice(0, 12), 30) : [];
  for (const term of unknown) {
    const forms = new Set([term.surface, ...term.lexemes.map(({ lexeme }) => lexeme)]);
    const best = new Map<string, number>();
    for (const { word, lexeme, chunks } of similar) {
      if (!forms.has(word) || lexeme.startsWith(' ')) continue;
      const factor = likeness(word, lexeme);
      if (factor <= (best.get(lexeme) ?? 0)) continue;
      best.set(lexeme, factor);
      frequencies.set(lexeme, chunks);
    }
    const likely = [...best].sort((a, b) => b[1] - a[1]).slice(0, 3);
    for (const [lexeme, factor] of likely) term.lexemes.push({ lexeme, factor });
  }
  return { terms, frequencies };
}

function lexemeWeights(terms: QueryTerm[], corpus: Corpus) {
  const weights = new Map<string, number>();
  for (const term of terms) {
    const weight = term.weight * termFrequencyWeight(term, corpus);
    for (const { lexeme, factor } of term.lexemes) {
      if (corpus.frequencies.has(lexeme)) weights.set(lexeme, Math.max(weights.get(lexeme) ?? 0, weight * factor));
    }
  }
  return [...weights].map(([lexeme, weight]) => ({ lexeme, weight }));
}
