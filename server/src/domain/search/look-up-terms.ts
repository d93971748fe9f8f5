import type { AgentId } from '@antiphon/contract/ids';
import type { Calls } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findFrequencies, listSimilarLexemes, readQuestion } from './search.queries.ts';
import type { QueryTerm } from './search-query.rules.ts';
import { germanForms, likeness } from './similar-words.rules.ts';
import { synonyms } from './synonyms.rules.ts';

/** What a synonym counts beside the visitor's own word. */
const SYNONYM_FACTOR = 0.45;
/** And another form of it. */
const FORM_FACTOR = 0.7;
const SYNONYMS_MAX = 10;

/** How many chunks hold each word. Adds synonyms to the question's own words, then the most alike words of the index to terms that no chunk holds. */
export async function lookUpTerms(
  calls: Calls,
  scope: Scope,
  agentId: AgentId,
  terms: QueryTerm[],
  languages: string[],
) {
  const groups = await synonymGroups(calls, scope, agentId, languages);
  for (const term of terms) {
    if (term.place < 0 || term.isFiller) continue;
    const own = new Set(term.lexemes.map(({ lexeme }) => lexeme));
    const others = new Set([...own].flatMap((lexeme) => groups.get(lexeme) ?? []));
    for (const lexeme of [...others].filter((other) => !own.has(other)).slice(0, SYNONYMS_MAX))
      term.lexemes.push({ lexeme, factor: SYNONYM_FACTOR });
    if (!languages.includes('german')) continue;
    const forms = new Set([...own].flatMap(germanForms));
    for (const lexeme of forms) if (!own.has(lexeme)) term.lexemes.push({ lexeme, factor: FORM_FACTOR });
  }
  const lexemes = terms.flatMap((term) => term.lexemes.map(({ lexeme }) => lexeme));
  const frequencies = await findFrequencies(calls, scope, agentId, [...new Set(lexemes)]);
  await addSimilar(calls, scope, agentId, terms, frequencies);
  for (const term of terms)
    term.lexemes = term.lexemes.filter(({ lexeme, factor }) => factor === 1 || frequencies.has(lexeme));
  return frequencies;
}

async function addSimilar(
  calls: Calls,
  scope: Scope,
  agentId: AgentId,
  terms: QueryTerm[],
  frequencies: Map<string, number>,
) {
  const ownForms = (term: QueryTerm) => term.lexemes.filter(({ factor }) => factor === 1).map(({ lexeme }) => lexeme);
  const unknown = terms.filter((term) => !term.isFiller && !term.lexemes.some(({ lexeme }) => frequencies.has(lexeme)));
  const words = [...new Set(unknown.flatMap((term) => [term.surface, ...ownForms(term)]))];
  if (words.length === 0) return;
  const similar = await listSimilarLexemes(calls, scope, agentId, words.slice(0, 12), 30);
  for (const term of unknown) {
    const forms = new Set([term.surface, ...ownForms(term)]);
    const best = new Map<string, { factor: number; chunks: number }>();
    for (const { word, lexeme, chunks } of similar) {
      if (!forms.has(word) || lexeme.startsWith(' ')) continue;
      const factor = likeness(word, lexeme);
      if (factor > (best.get(lexeme)?.factor ?? 0)) best.set(lexeme, { factor, chunks });
    }
    term.isGuess = best.size > 0;
    for (const [lexeme, { factor, chunks }] of [...best].sort((a, b) => b[1].factor - a[1].factor).slice(0, 3)) {
      term.lexemes.push({ lexeme, factor });
      frequencies.set(lexeme, chunks);
    }
  }
}

/** Synonyms by lexeme, stemmed once by the database itself. They do not change while the process runs. */
const stemmed = new Map<string, Map<string, string[]>>();
async function synonymGroups(
  calls: Calls,
  scope: Scope,
  agentId: AgentId,
  languages: string[],
): Promise<Map<string, string[]>> {
  const spoken = languages.filter((language) => language in synonyms);
  const known = stemmed.get(spoken.join());
  if (known) return known;
  const groups = new Map<string, string[]>();
  for (const language of spoken) {
    const lines = synonyms[language] ?? [];
    const byLine = lines.map((): string[] => []);
    const { lexemes } = await readQuestion(calls, scope, agentId, lines, [language]);
    for (const { turn, lexeme } of lexemes) byLine[turn]?.push(lexeme);
    for (const line of byLine) for (const lexeme of line) groups.set(lexeme, [...(groups.get(lexeme) ?? []), ...line]);
  }
  stemmed.set(spoken.join(), groups);
  return groups;
}
