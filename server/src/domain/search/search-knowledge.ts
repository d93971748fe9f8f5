import type { AgentId } from '@antiphon/contract/ids';
import type { Passage } from '@antiphon/contract/knowledge';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { withoutAges } from '../particulars/ages.rules.ts';
import { askedAfter } from '../particulars/asked-particular.rules.ts';
import { asksByOffer, withoutOffer } from '../particulars/offering.rules.ts';
import { confidenceOf } from './confidence.rules.ts';
import { embedQuestion, findByVector } from './find-by-vector.ts';
import { completeQuestion, type Leaning } from './leaning.rules.ts';
import { lookUpTerms } from './look-up-terms.ts';
import { type Corpus, fuseRanks, rankByWords, termFrequencyWeight, withoutNearDuplicates } from './ranking.rules.ts';
import type { Embedder, VectorMemory } from './search.ports.ts';
import { listCandidates, listPassages, readQuestion, type Totals } from './search.queries.ts';
import { addMarks, chunksOf, makeClasses, makeTerms, makeTiers } from './search-query.rules.ts';
import { searchLanguage, searchText } from './search-text.rules.ts';

/** The last visitor turns that are looked at, and characters of each. */
const TURNS_MAX = 4;
const TURN_CHARS_MAX = 1_000;
const CANDIDATES_MAX = 100;
const NEAREST_MAX = 50;
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

/** What finds passages by what they mean: pays for the question's vector, and compares it. */
export type Meaning = { embedder: Embedder; vectorMemory: VectorMemory };

/**
 * `question` is what was searched for: the last turn, after those before it that it leans on, which are `turns`. `confidence`,
 * 0 to 1, says how surely the passages answer it. Passages come best first, near-duplicates left out.
 */
export type SearchResult = { question: string; turns: string[]; passages: Passage[]; confidence: number };

/**
 * Finds what an agent knows about a question: by words, synonyms and typing errors, and by vectors too where the agent has an
 * embedding model. Both lists are fused by rank. Each step is a round trip and a transaction of its own: a chunk that is
 * deleted between two of them is left out.
 */
export async function searchKnowledge(
  deps: { database: Database; meaning?: Meaning },
  scope: Scope,
  input: SearchInput,
): Promise<SearchResult> {
  const { leaning, context } = completeQuestion(input.turns, TURNS_MAX - 1);
  const turns = [...context, input.turns.at(-1) ?? ''];
  const question = turns.join('\n');
  const { agentId, embeddingModel = '' } = input;
  const vector = await embedQuestion(deps.meaning?.embedder, embeddingModel, question.slice(-TURN_CHARS_MAX));
  const words = await findByWords(deps.database, scope, { ...input, turns: leaning ? turns : input.turns, leaning });
  const most = input.passagesMax * 2 + 5;
  const byWords = words.ranked.map(({ id }) => id);
  let ids = byWords.slice(0, most);
  if (vector && deps.meaning && words.totals.chunks > 0) {
    const { database, meaning } = deps;
    const { vectorMemory } = meaning;
    const asked = { agentId, embeddingModel, vector, totals: words.totals, byWords, most: NEAREST_MAX };
    const nearest = await findByVector({ database, vectorMemory }, scope, asked);
    const lists = [byWords, nearest].map((list) => ({ ids: list, weight: 1 }));
    ids = fuseRanks(lists)
      .slice(0, most)
      .map(({ id }) => id);
  }
  const texts = await listPassages(deps.database, scope, agentId, ids);
  const scores = new Map(words.ranked.map(({ id, score }) => [id, score]));
  const passages = ids.flatMap((id): Passage[] => {
    const passage = texts.get(id);
    return passage ? [{ ...passage, score: scores.get(id) ?? 0 }] : [];
  });
  return {
    question,
    turns: context,
    passages: withoutNearDuplicates(passages, (passage) => passage.text).slice(0, input.passagesMax),
    confidence: words.confidence,
  };
}

/** Chunks by BM25, best first, with scores from 0 to 1 (all that the question's words can be worth), and how sure they are. */
async function findByWords(database: Database, scope: Scope, input: SearchInput & { leaning: Leaning | null }) {
  const { agentId } = input;
  const turns = input.turns
    .slice(-TURNS_MAX)
    .map((turn) => searchText(withoutOffer(withoutAges(turn.slice(0, TURN_CHARS_MAX)))));
  const { totals, lexemes: rows, languages } = await readTurns(database, scope, agentId, turns, input.lang);
  const nothing = { ranked: [], confidence: 0, totals };
  if (totals.chunks === 0) return nothing;
  const asked = askedAfter(input.turns, input.leaning === 'part');
  const words = makeTerms(rows, turns.length, languages, input.leaning);
  const terms = asked ? addMarks(words, asked, input.leaning) : words;
  const frequencies = await lookUpTerms(database, scope, agentId, terms, languages);
  // Of "Do you sell kilns?" the verb would say that this is no typing error of "kilos".
  const own = terms.filter(({ place, isFiller }) => place >= 0 && !isFiller);
  if (asksByOffer(input.turns.at(-1) ?? '') && own.every(({ isGuess }) => isGuess)) return nothing;
  const corpus: Corpus = { ...totals, frequencies };
  const weighed = terms.map((term) => ({
    term,
    chunks: chunksOf(term, frequencies),
    value: term.weight * termFrequencyWeight(term, corpus),
  }));
  const tiers = makeTiers(weighed);
  if (tiers.length === 0) return nothing;
  const candidates = await listCandidates(database, scope, {
    agentId,
    tiers,
    classes: makeClasses(weighed),
    lexemes: [...frequencies.keys()],
    averageLength: totals.length / totals.chunks,
    most: CANDIDATES_MAX,
  });
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const ranked = rankByWords(terms, candidates, corpus, input.leaning !== null);
  const best = ranked.slice(0, 10).flatMap(({ id }) => byId.get(id) ?? []);
  const whole = 2 * weighed.reduce((sum, { value }) => sum + value, 0);
  return {
    ranked: ranked.map(({ id, score }) => ({ id, score: whole > 0 ? Math.min(1, score / whole) : 0 })),
    confidence: confidenceOf(terms, best, corpus, input.leaning),
    totals,
  };
}

/** The languages that an agent's last question was read in: nearly always those of its next one, too. */
const lastLanguages = new LRUCache<string, string[]>({ max: 10_000 });

/** Which languages to read the turns in shows with the totals; they are guessed, and read once more where the guess was wrong. */
async function readTurns(database: Database, scope: Scope, agentId: AgentId, turns: string[], lang = '') {
  const key = `${agentId} ${searchLanguage(lang)}`;
  const guessed = lastLanguages.get(key) ?? languagesOf(null, lang);
  const first = await readQuestion(database, scope, agentId, turns, guessed);
  const languages = languagesOf(first.totals, lang);
  if (languages.join() === guessed.join()) return { ...first, languages };
  lastLanguages.set(key, languages);
  if (first.totals.chunks === 0) return { ...first, languages };
  return { ...(await readQuestion(database, scope, agentId, turns, languages)), languages };
}

/** The languages that most chunks are in, those a question may be in, and `simple`, which tells every word's place. */
function languagesOf(totals: Totals | null, lang: string): string[] {
  const main = [...(totals?.languages ?? [])]
    .filter(([, chunks]) => chunks >= (totals?.chunks ?? 0) * 0.005)
    .sort((a, b) => b[1] - a[1])
    .slice(0, LANGUAGES_MAX)
    .map(([language]) => language);
  return [...new Set([...main, searchLanguage(lang), 'english', 'simple'])];
}
