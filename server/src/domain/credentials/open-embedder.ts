import type { ModelSettings } from '@antiphon/contract/agents';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { Embedder } from '../search/search.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { openCredential } from './open-credential.ts';

type Deps = { database: Database; secretKey: string; embedder: Embedder };

/**
 * An embedder that pays with the credential of the agent's model, whatever provider the embedding model's name carries.
 * Undefined without one, or where it cannot be opened: vectors are never made on the platform's own key, which nobody would
 * be charged for, and a search by words is better than none.
 */
export async function openEmbedder(deps: Deps, scope: Scope, model: ModelSettings): Promise<Embedder | undefined> {
  if (!model.credentialId) return undefined;
  try {
    const { provider, baseURL, secret } = await openCredential(deps, scope, model.credentialId);
    return { embed: (texts, ref) => deps.embedder.embed(texts, { ...ref, provider, baseURL, secret }) };
  } catch (error) {
    if (error instanceof VendorFailure) return undefined;
    throw error;
  }
}
