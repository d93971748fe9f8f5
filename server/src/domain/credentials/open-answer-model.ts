import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { AnswerModelRef } from '../answers/answers.ports.ts';
import type { Candidate } from '../answers/model-chain.rules.ts';
import { openCredential } from './open-credential.ts';

/** Which model an agent asks, with its key for one call. Throws a `VendorFailure` where the key cannot be opened. */
export async function openAnswerModel(
  deps: { database: Database; secretKey: string },
  scope: Scope,
  { provider, model, credentialId, temperature, maxOutputTokens }: Candidate,
): Promise<AnswerModelRef> {
  const opened = credentialId ? await openCredential(deps, scope, credentialId) : null;
  return {
    provider: opened?.provider ?? provider,
    model,
    baseURL: opened?.baseURL ?? '',
    secret: opened?.secret ?? '',
    temperature,
    maxOutputTokens,
  };
}
