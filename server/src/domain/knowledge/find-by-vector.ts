import type { AgentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { listEmbeddedIds, listVectors } from './chunk-vectors.queries.ts';
import type { Embedder } from './knowledge.ports.ts';
import { embeddingModelOf, nearestByCosine } from './vectors.rules.ts';

/** An agent with more chunks than this compares only those that its words found. */
const COMPARED_MAX = 10_000;
const AGENTS_CACHED_MAX = 20;

/** Vectors by agent and model, the last used kept: about 6 kB a chunk. Chunks never change; ids tell what is new or gone. */
const cache = new Map<string, Map<string, Float32Array>>();

/** Null without a model, and where the provider fails: a search by words is better than none. */
export async function embedQuestion(
  embedder: Embedder | undefined,
  setting: string,
  question: string,
): Promise<number[] | null> {
  const model = embeddingModelOf(setting);
  if (!embedder || !model) return null;
  try {
    const [vector] = await embedder.embed([question], model);
    return vector ?? null;
  } catch (error) {
    if (error instanceof VendorFailure) return null;
    throw error;
  }
}

/** Ids of the chunks nearest to the question's vector; `byWords` are those that the words found. */
export async function findByVector(
  tx: Tx,
  scope: Scope,
  input: { agentId: AgentId; embeddingModel: string; vector: number[]; byWords: string[]; most: number },
): Promise<string[]> {
  const { agentId, embeddingModel } = input;
  const all = await listEmbeddedIds(tx, scope, agentId, embeddingModel, COMPARED_MAX + 1);
  const ids = all.length > COMPARED_MAX ? input.byWords : all;
  const key = `${agentId} ${embeddingModel}`;
  const known = cache.get(key) ?? new Map<string, Float32Array>();
  const missing = ids.filter((id) => !known.has(id));
  const kept = new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as const] : [])));
  for (const { id, vector } of await listVectors(tx, scope, agentId, embeddingModel, missing)) kept.set(id, vector);
  cache.delete(key);
  cache.set(key, kept);
  for (const oldest of cache.keys()) if (cache.size > AGENTS_CACHED_MAX) cache.delete(oldest);
  return nearestByCosine(input.vector, kept, input.most);
}
