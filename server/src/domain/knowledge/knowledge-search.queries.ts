import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { Passage } from '@antiphon/contract/knowledge';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { knowledgeChunks, knowledgeDocuments, knowledgeTerms, knowledgeTotals } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';
import type { Candidate } from './ranking.rules.ts';
import type { Tier, TurnLexeme } from './search-query.rules.ts';
import { searchLanguages } from './search-text.rules.ts';

/** The agent's chunks, the sum of their lengths, and its chunks by language. */
export async function findTotals(tx: Tx, scope: Scope, agentId: AgentId) {
  const [totals] = await tx
    .select({ chunks: knowledgeTotals.chunks, length: knowledgeTotals.length })
    .from(knowledgeTotals)
    .where(and(eq(knowledgeTotals.agentId, agentId), eq(knowledgeTotals.workspaceUid, scope.workspaceUid)));
  const languages = await findFrequencies(
    tx,
    scope,
    agentId,
    searchLanguages.map((language) => ` ${language}`),
  );
  return {
    chunks: totals?.chunks ?? 0,
    length: totals?.length ?? 0,
    languages: new Map([...languages].map(([name, chunks]) => [name.slice(1), chunks])),
  };
}

/** In how many chunks of the agent each lexeme stands; lexemes that stand in none are absent. */
export async function findFrequencies(tx: Tx, scope: Scope, agentId: AgentId, lexemes: string[]) {
  if (lexemes.length === 0) return new Map<string, number>();
  const rows = await tx
    .select({ lexeme: knowledgeTerms.lexeme, chunks: knowledgeTerms.chunks })
    .from(knowledgeTerms)
    .where(
      and(
        eq(knowledgeTerms.agentId, agentId),
        eq(knowledgeTerms.workspaceUid, scope.workspaceUid),
        inArray(knowledgeTerms.lexeme, lexemes),
      ),
    );
  return new Map(rows.map((row) => [row.lexeme, row.chunks]));
}

/** Lexemes of texts in several languages at once; no table is read. */
export async function listLexemes(tx: Tx, _scope: Scope, turns: string[], languages: string[]): Promise<TurnLexeme[]> {
  const result = await tx.execute(sql`
    select (turn.place - 1)::int as turn, language, word.lexeme, word.positions
    from jsonb_array_elements_text(${JSON.stringify(turns)}::jsonb) with ordinality as turn (text, place)
    cross join jsonb_array_elements_text(${JSON.stringify(languages)}::jsonb) as language
    cross join lateral unnest(to_tsvector(language::regconfig, turn.text)) as word
  `);
  return (result.rows as TurnLexeme[]).map((row) => ({ ...row, positions: row.positions.map(Number) }));
}

/** For words that the agent's documents do not hold: the lexemes they do hold that look most alike by trigrams. */
export async function listSimilarLexemes(tx: Tx, scope: Scope, agentId: AgentId, words: string[], each: number) {
  const result = await tx.execute(sql`
    select word, lexeme, chunks from knowledge_similar_terms(
      ${agentId}, array(select jsonb_array_elements_text(${JSON.stringify(words)}::jsonb)), ${each})
    where ${scope.workspaceUid} = current_setting('app.workspace_uid', true)
  `);
  return result.rows as { word: string; lexeme: string; chunks: number }[];
}

/** Looks `tiers` up in the index, keeps the best `most` by a coarse score, and tells where the lexemes stand in those. */
export async function listCandidates(
  tx: Tx,
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
  const result = await tx.execute(sql`
    select * from knowledge_candidates(
      ${input.agentId},
      array(select jsonb_array_elements_text(${JSON.stringify(input.tiers.map((tier) => tier.query))}::jsonb)),
      array(select jsonb_array_elements_text(${JSON.stringify(input.tiers.map((tier) => tier.limit))}::jsonb)::int),
      array(select jsonb_array_elements_text(${JSON.stringify(input.classes.map(({ query }) => query))}::jsonb)),
      array(select jsonb_array_elements_text(${JSON.stringify(input.classes.map(({ weight }) => weight))}::jsonb)::real),
      array(select jsonb_array_elements_text(${JSON.stringify(input.lexemes)}::jsonb)),
      ${input.averageLength}::real,
      ${input.most}::int
    )
    where ${scope.workspaceUid} = current_setting('app.workspace_uid', true)
  `);
  const candidates = new Map<string, Candidate>();
  for (const row of result.rows as HitRow[]) {
    const candidate = candidates.get(row.id) ?? {
      id: row.id,
      documentId: row.document_id,
      length: row.length,
      hits: new Map(),
    };
    candidate.hits.set(row.lexeme, { positions: row.positions.map(Number), weights: row.weights });
    candidates.set(row.id, candidate);
  }
  return [...candidates.values()];
}

type HitRow = {
  id: string;
  document_id: string;
  length: number;
  lexeme: string;
  positions: (number | string)[];
  weights: string[];
};

export async function listPassages(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  chunkIds: string[],
): Promise<Map<string, Omit<Passage, 'score'>>> {
  if (chunkIds.length === 0) return new Map();
  const rows = await tx
    .select({
      chunkId: knowledgeChunks.id,
      documentId: knowledgeChunks.documentId,
      title: knowledgeDocuments.title,
      url: knowledgeDocuments.url,
      headingPath: knowledgeChunks.headingPath,
      text: knowledgeChunks.text,
    })
    .from(knowledgeChunks)
    .innerJoin(knowledgeDocuments, eq(knowledgeDocuments.id, knowledgeChunks.documentId))
    .where(
      and(
        inArray(knowledgeChunks.id, chunkIds),
        eq(knowledgeChunks.agentId, agentId),
        eq(knowledgeChunks.workspaceUid, scope.workspaceUid),
      ),
    );
  return new Map(rows.map((row) => [row.chunkId, { ...row, documentId: row.documentId as DocumentId }]));
}
