import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { listEmbeddedIds, listVectors } from './chunk-vectors.queries.ts';
import type { Embedder, VectorMemory, VectorSource } from './search.ports.ts';
import type { Totals } from './search.queries.ts';
import { embeddingModelOf } from './vectors.rules.ts';

/** An agent with more chunks than this compares only those that its words found: 61 MB of vectors of 1,536 numbers. */
const COMPARED_MAX = 10_000;

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

/**
 * Ids of the chunks nearest to the question's vector, best first; `byWords` are those that the words found, `totals` the
 * agent's as the search read them. None where the thread that compares has just ended: the words go on alone.
 */
export async function findByVector(
  { database, vectorMemory }: { database: Database; vectorMemory: VectorMemory },
  scope: Scope,
  input: {
    agentId: AgentId;
    embeddingModel: string;
    vector: number[];
    totals: Pick<Totals, 'chunks' | 'vectorsRevision'>;
    byWords: string[];
    most: number;
  },
): Promise<string[]> {
  const { agentId, embeddingModel: model, vector, totals, most } = input;
  const read = (ids: string[]) => database.transaction(scope, (tx) => listVectors(tx, scope, agentId, model, ids));
  const source: VectorSource = {
    ids: () => database.transaction(scope, (tx) => listEmbeddedIds(tx, scope, agentId, model, COMPARED_MAX)),
    vectors: read,
  };
  const question = { key: `${agentId} ${model}`, revision: totals.vectorsRevision, question: vector, most };
  try {
    const found = totals.chunks > COMPARED_MAX ? null : await vectorMemory.nearest(question, source);
    return found ?? (await vectorMemory.compare(vector, await read(input.byWords), most));
  } catch (error) {
    if (error instanceof VendorFailure) return [];
    throw error;
  }
}
