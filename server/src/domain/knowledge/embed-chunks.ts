import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listUnembedded, saveVectors } from './chunk-vectors.queries.ts';
import type { Embedder } from './knowledge.ports.ts';
import { embeddingModelOf } from './vectors.rules.ts';

const BATCH = 64;

/**
 * Gives a vector to every chunk of the agent that has none of this model; call it after reading, and when the setting was
 * changed. Safe to run twice and to stop in between. Returns how many it made. Throws `VendorFailure`.
 */
export async function embedChunks(
  deps: { database: Database; embedder: Embedder },
  scope: Scope,
  input: { agentId: AgentId; embeddingModel: string },
): Promise<number> {
  const model = embeddingModelOf(input.embeddingModel);
  if (!model) return 0;
  let made = 0;
  for (;;) {
    const chunks = await deps.database.transaction(scope, (tx) =>
      listUnembedded(tx, scope, input.agentId, input.embeddingModel, BATCH),
    );
    if (chunks.length === 0) return made;
    const texts = chunks.map(({ headingPath, text }) => [...headingPath, text].join('\n'));
    const vectors = await deps.embedder.embed(texts, model);
    const rows = chunks.map(({ id }, index) => ({ id, embedding: vectors[index] ?? [] }));
    await deps.database.transaction(scope, (tx) => saveVectors(tx, scope, input.agentId, input.embeddingModel, rows));
    made += rows.length;
  }
}
