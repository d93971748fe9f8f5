import type { CredentialProvider, SpeechHost } from '@antiphon/contract/credentials';
import { fail } from '@antiphon/contract/errors';
import type { CredentialId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { OpeningFailed } from '../sealing/seal.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { OpenCredential } from './credentials.ports.ts';
import { findCredential, touchCredential } from './credentials.queries.ts';
import { isSpeechHost } from './credentials.rules.ts';
import { openSealed } from './seal-secret.ts';

type Deps = { database: Database; secretKey: string };

/** The key of a model, for one call to its host; see `openKey`. */
export async function openCredential(deps: Deps, scope: Scope, id: CredentialId): Promise<OpenCredential> {
  const { provider, ...opened } = await openKey(deps, scope, id);
  if (isSpeechHost(provider)) throw new VendorFailure('unauthorized', 'This is a key for speech, not for a model.');
  return { ...opened, provider };
}

/** Fails with `not_found` where the workspace has none such. */
export async function demandCredential(tx: Tx, scope: Scope, id: CredentialId): Promise<void> {
  if (!(await findCredential(tx, scope, id))) fail('not_found');
}

/** The key of a provider of speech, for one call of a visitor; see `openKey`. */
export async function openSpeechKey(deps: Deps, scope: Scope, id: CredentialId, host: SpeechHost): Promise<string> {
  const { provider, secret } = await openKey(deps, scope, id);
  if (provider !== host) throw new VendorFailure('unauthorized', 'This is a key of another provider.');
  return secret;
}

/**
 * The key in the clear, for one call to its provider: do not store, log or return it. Throws a `VendorFailure`
 * `unauthorized`, as a refused key does, when the workspace has no such credential (any more), when SECRET_KEY is not the
 * one that sealed it, or when the row was changed behind our back.
 */
async function openKey(
  deps: Deps,
  scope: Scope,
  id: CredentialId,
): Promise<{ provider: CredentialProvider; baseURL: string; secret: string }> {
  const row = await deps.database.transaction(scope, async (tx) => {
    const found = await findCredential(tx, scope, id);
    if (found) await touchCredential(tx, scope, id, new Date());
    return found;
  });
  if (!row) throw new VendorFailure('unauthorized', 'The credential that this agent uses does not exist any more.');
  const { provider, baseURL } = row;
  try {
    const binding = { workspaceUid: scope.workspaceUid, id, provider, baseURL };
    return { provider, baseURL, secret: openSealed(deps.secretKey, binding, row.sealed) };
  } catch (error) {
    if (!(error instanceof OpeningFailed)) throw error;
    throw new VendorFailure('unauthorized', SENTENCES[error.reason]);
  }
}

const SENTENCES = {
  other_key: 'It was stored under another SECRET_KEY of the installation and cannot be opened. Store the key again.',
  damaged: 'It was changed outside of the application and cannot be opened. Store the key again.',
};
