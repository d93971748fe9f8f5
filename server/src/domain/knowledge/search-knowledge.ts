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
import { chunksOf, makeClasses, makeTerms, makeTiers, type QueryTerm } from './search-query.rules.ts';
import { searchLanguage, searchText } from './search-text.rules.ts';
import { likeness } from './similar-words.rules.ts';
import { synonyms } from './synonyms.rules.ts';

/** The last visitor turns that are looked at, and characters of each. */
const TURNS_MAX = 4;
const TURN_CHARS_MAX = 1_000;
const CANDIDATES_MAX = 150;
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
    const languages = languagesOf(totals, input.lang);
    const rows = await listLexemes(tx, scope, turns, languages);
    const found = makeTerms(rows, turns.length, languages);
    const { terms, frequencies } = await lookUp(tx, scope, input.agentId, found, languages);
    const corpus: Corpus = { ...totals, frequencies };
    const weighed = terms.map((term) => ({
      term,
      chunks: chunksOf(term, frequencies),
      value: term.weight * termFrequencyWeight(term, corpus),
    }));
    const tiers = makeTiers(weighed);
    if (tiers.length === 0) return nothing;
    const candidates = await listCandidates(tx, scope, {
      agentId: input.agentId,
      tiers,
      classes: makeClasses(weighed),
      lexemes: [...frequencies.keys()],
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
    const most = weighed.reduce((sum, { value }) => sum + value, 0);
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
    .filter(([, chunks]) => chunks >= totals.chunks * 0.005)
    .sort((a, b) => b[1] - a[1])
    .slice(0, LANGUAGES_MAX)
    .map(([language]) => language);
  return [...new Set([...main, searchLanguage(lang), 'english', 'simple'])];
}

/** What a synonym counts beside the visitor's own word. */
const SYNONYM_FACTOR = 0.45;
const SYNONYMS_MAX = 10;

/** Adds synonyms to the question's own words, then the most alike words of the index to terms that no chunk holds. */
async function lookUp(tx: Tx, scope: Scope, agentId: AgentId, terms: QueryTerm[], languages: string[]) {
  const groups = await synonymGroups(tx, scope, languages);
  for (const term of terms) {
    if (term.place < 0 || term.isFiller) continue;
    const own = new Set(term.lexemes.map(({ lexeme }) => lexeme));
    const others = new Set([...own].flatMap((lexeme) => groups.get(lexeme) ?? []));
    for (const lexeme of [...others].filter((other) => !own.has(other)).slice(0, SYNONYMS_MAX))
      term.lexemes.push({ lexeme, factor: SYNONYM_FACTOR });
  }
  const lexemes = terms.flatMap((term) => term.lexemes.map(({ lexeme }) => lexeme));
  const frequencies = await findFrequencies(tx, scope, agentId, [...new Set(lexemes)]);
  await addSimilar(tx, scope, agentId, terms, frequencies);
  for (const term of terms)
    term.lexemes = term.lexemes.filter(({ lexeme, factor }) => factor === 1 || frequencies.has(lexeme));
  return { terms, frequencies };
}

async function addSimilar(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  terms: QueryTerm[],
  frequencies: Map<string, number>,
) {
  const ownForms = (term: QueryTerm) => term.lexemes.filter(({ factor }) => factor === 1).map(({ lexeme }) => lexeme);
  const unknown = terms.filter((term) => !term.isFiller && !ownForms(term).some((lexeme) => frequencies.has(lexeme)));
  const words = [...new Set(unknown.flatMap((term) => [term.surface, ...ownForms(term)]))];
  if (words.length === 0) return;
  const similar = await listSimilarLexemes(tx, scope, agentId, words.slice(0, 12), 30);
  for (const term of unknown) {
    const forms = new Set([term.surface, ...ownForms(term)]);
    const best = new Map<string, { factor: number; chunks: number }>();
    for (const { word, lexeme, chunks } of similar) {
      if (!forms.has(word) || lexeme.startsWith(' ')) continue;
      const factor = likeness(word, lexeme);
      if (factor > (best.get(lexeme)?.factor ?? 0)) best.set(lexeme, { factor, chunks });
    }
    for (const [lexeme, { factor, chunks }] of [...best].sort((a, b) => b[1].factor - a[1].factor).slice(0, 3)) {
      term.lexemes.push({ lexeme, factor });
      frequencies.set(lexeme, chunks);
    }
  }
}

/** Synonyms by lexeme, stemmed once by the database itself. They do not change while the process runs. */
const stemmed = new Map<string, Map<string, string[]>>();
async function synonymGroups(tx: Tx, scope: Scope, languages: string[]): Promise<Map<string, string[]>> {
  const spoken = languages.filter((language) => language in synonyms);
  const known = stemmed.get(spoken.join());
  if (known) return known;
  const groups = new Map<string, string[]>();
  for (const language of spoken) {
    const lines = synonyms[language] ?? [];
    const byLine = lines.map((): string[] => []);
    for (const { turn, lexeme } of await listLexemes(tx, scope, [...lines], [language])) byLine[turn]?.push(lexeme);
    for (const line of byLine) for (const lexeme of line) groups.set(lexeme, [...(groups.get(lexeme) ?? []), ...line]);
  }
  stemmed.set(spoken.join(), groups);
  return groups;
}
