import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { openEmbedder } from '../credentials/open-embedder.ts';
import { embedChunks } from '../search/embed-chunks.ts';
import type { Embedder } from '../search/search.ports.ts';
import { findSettings } from './agents.queries.ts';
import { readSettings } from './agents.rules.ts';

export type EmbedDeps = { database: Database; secretKey: string; embedder: Embedder };

/** Makes the vectors that the working copy asks for and that are not there yet. Throws `VendorFailure`; safe to run twice. */
export async function embedKnowledge(deps: EmbedDeps, scope: Scope, agentId: AgentId): Promise<void> {
  const row = await deps.database.transaction(scope, (tx) => findSettings(tx, scope, agentId, 'live'));
  if (!row) return;
  const { knowledge, model } = readSettings(row.draft);
  if (knowledge.embeddingModel.trim() === '') return;
  const embedder = await openEmbedder(deps, scope, model);
  if (!embedder) return;
  await embedChunks({ database: deps.database, embedder }, scope, {
    agentId,
    embeddingModel: knowledge.embeddingModel,
  });
}
