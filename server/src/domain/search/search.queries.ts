import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { Passage } from '@antiphon/contract/knowledge';
import type { Calls } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { Candidate } from './ranking.rules.ts';
import type { Tier, TurnLexeme } from './search-query.rules.ts';
import { searchLanguages } from './search-text.rules.ts';

/** Stands among an agent's terms for the chunks of a language; no word begins with a space. */
const languageTerms = searchLanguages.map((language) => ` ${language}`);

/** The agent's chunks, the sum of their lengths, its chunks by language, and a number that grows whenever vectors come or go. */
export type Totals = { chunks: number; length: number; vectorsRevision: number; languages: Map<string, number> };

/** The agent's totals, and the lexemes of the turns in each of `languages`. */
export async function readQuestion(
  calls: Calls,
  scope: Scope,
  agentId: AgentId,
  turns: readonly string[],
  languages: readonly string[],
): Promise<{ totals: Totals; lexemes: TurnLexeme[] }> {
  const {
    totals,
    languages: byLanguage,
    lexemes,
  } = await calls.call<{
    totals: Omit<Totals, 'languages'> | null;
    languages: Record<string, number>;
    lexemes: TurnLexeme[];
  }>(scope, 'knowledge_question', [agentId, JSON.stringify(turns), JSON.stringify(languages), languageTerms]);
  return {
    totals: { chunks: 0, length: 0, vectorsRevision: 0, ...totals, languages: new Map(Object.entries(byLanguage)) },
    lexemes,
  };
}

/** In how many chunks of the agent each lexeme stands; lexemes that stand in none are absent. */
export async function findFrequencies(calls: Calls, scope: Scope, agentId: AgentId, lexemes: string[]) {
  if (lexemes.length === 0) return new Map<string, number>();
  const found = await calls.call<Record<string, number>>(scope, 'knowledge_frequencies', [agentId, lexemes]);
  return new Map(Object.entries(found));
}

/** For words that the agent's documents do not hold: the lexemes they do hold that look most alike by trigrams. */
export function listSimilarLexemes(calls: Calls, scope: Scope, agentId: AgentId, words: string[], each: number) {
  return calls.call<{ word: string; lexeme: string; chunks: number }[]>(scope, 'knowledge_likeness', [
    agentId,
    words,
    each,
  ]);
}

/** Looks `tiers` up in the index, keeps the best `most` by a coarse score, and tells where the lexemes stand in those. */
export async function listCandidates(
  calls: Calls,
  scope: Scope,
  input: {
    agentId: AgentId;
    tiers: Tier[];
    /** Groups of words of like weight, for the coarse score. */
    classes: { query: string; weight: number }[];
    lexemes: string[];
    averageLength: number;
    most: number;
  },
): Promise<Candidate[]> {
  const { agentId, tiers, classes, lexemes, averageLength, most } = input;
  const chunks = await calls.call<ChunkHits[]>(scope, 'knowledge_hits', [
    agentId,
    tiers.map(({ query }) => query),
    JSON.stringify(tiers.map(({ limit }) => limit)),
    classes.map(({ query }) => query),
    JSON.stringify(classes.map(({ weight }) => weight)),
    lexemes,
    averageLength,
    most,
  ]);
  return chunks.map(({ hits, ...chunk }) => ({
    ...chunk,
    hits: new Map(hits.map(([lexeme, positions, weights]) => [lexeme, { positions, weights }])),
  }));
}

type ChunkHits = Omit<Candidate, 'hits'> & { hits: [lexeme: string, positions: number[], weights: string[]][] };

export async function listPassages(
  calls: Calls,
  scope: Scope,
  agentId: AgentId,
  chunkIds: string[],
): Promise<Map<string, Omit<Passage, 'score'>>> {
  if (chunkIds.length === 0) return new Map();
  const passages = await calls.call<(Omit<Passage, 'score'> & { chunkId: string; documentId: DocumentId })[]>(
    scope,
    'knowledge_passages',
    [agentId, chunkIds],
  );
  return new Map(passages.map((passage) => [passage.chunkId, passage]));
}
