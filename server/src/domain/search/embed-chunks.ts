import { type AgentId, randomText } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { GIVEN_BACK, type Lease, renewed } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { claimRun, listUnembedded, saveVectors, updateRun } from './chunk-vectors.queries.ts';
import type { Embedder, EmbeddingModelRef } from './search.ports.ts';
import { embeddingModelOf } from './vectors.rules.ts';

const BATCH = 64;
/** One batch may take two requests of a minute. */
const LEASE_MS = 180_000;

type Deps = { database: Database; embedder: Embedder };
type Input = { agentId: AgentId; embeddingModel: string };

/**
 * Gives a vector to every chunk of the agent that has none of this model; call it after reading, and when the setting was
 * changed. Safe to run twice, at once and to stop in between: while another worker is at it, that one also finds what was
 * added meanwhile. Returns how many it made. Throws `VendorFailure`.
 */
export async function embedChunks(deps: Deps, scope: Scope, input: Input): Promise<number> {
  const model = embeddingModelOf(input.embeddingModel);
  if (!model) return 0;
  const { database } = deps;
  const { agentId } = input;
  const owner = randomText(15);
  const lease = await database.transaction(scope, (tx) => claimRun(tx, scope, agentId, owner, LEASE_MS));
  if (!lease) return 0;
  const change = (to: Parameters<typeof updateRun>[4]) =>
    database.transaction(scope, (tx) => updateRun(tx, scope, agentId, lease, to));
  try {
    return await embedAll(deps, scope, input, model, lease);
  } catch (error) {
    await change(GIVEN_BACK);
    throw error;
  }
}

async function embedAll(
  { database, embedder }: Deps,
  scope: Scope,
  { agentId, embeddingModel }: Input,
  model: EmbeddingModelRef,
  lease: Lease,
): Promise<number> {
  let made = 0;
  for (;;) {
    const chunks = await database.transaction(scope, async (tx) => {
      // Whoever claims waits for this lock: what comes after an empty list finds the lease given back.
      if (!(await updateRun(tx, scope, agentId, lease, renewed(LEASE_MS)))) return [];
      const found = await listUnembedded(tx, scope, agentId, embeddingModel, BATCH);
      if (found.length === 0) await updateRun(tx, scope, agentId, lease, GIVEN_BACK);
      return found;
    });
    if (chunks.length === 0) return made;
    const texts = chunks.map(({ headingPath, text }) => [...headingPath, text].join('\n'));
    const vectors = await embedder.embed(texts, model);
    const rows = chunks.map(({ id }, index) => ({ id, embedding: vectors[index] ?? [] }));
    // Also where the lease was lost meanwhile: they are paid for, and the same whoever makes them.
    await database.transaction(scope, (tx) => saveVectors(tx, scope, agentId, embeddingModel, rows));
    made += rows.length;
  }
}
