import type { ListedModel, ModelHost } from '@antiphon/contract/credentials';
import { fail } from '@antiphon/contract/errors';
import type { CredentialId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findTokenPrice, listPricedModels } from '../billing/prices.rules.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { ModelList } from './credentials.ports.ts';
import { findCredential } from './credentials.queries.ts';
import { openCredential } from './open-credential.ts';

/** What a provider lists for this key; where it does not answer, its models that have a price. */
export async function listModels(
  deps: { database: Database; secretKey: string; modelList: ModelList },
  member: Member,
  { provider, credentialId }: { provider: ModelHost; credentialId?: CredentialId | undefined },
): Promise<ListedModel[]> {
  demand(member, 'agents.write');
  if (
    credentialId &&
    !(await deps.database.transaction(member.scope, (tx) => findCredential(tx, member.scope, credentialId)))
  )
    fail('not_found');
  const models = await ask(deps, member.scope, provider, credentialId);
  return (models.length > 0 ? models : listPricedModels(provider)).map((model) => ({
    model,
    price: findTokenPrice(model),
  }));
}

async function ask(
  deps: { database: Database; secretKey: string; modelList: ModelList },
  scope: Scope,
  provider: ModelHost,
  credentialId: CredentialId | undefined,
): Promise<string[]> {
  try {
    const opened = credentialId
      ? await openCredential(deps, scope, credentialId)
      : { provider, baseURL: '', secret: '' };
    return await deps.modelList.list(opened);
  } catch (error) {
    if (error instanceof VendorFailure) return [];
    throw error;
  }
}
