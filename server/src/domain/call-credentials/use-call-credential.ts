import { fail } from '@antiphon/contract/errors';
import { sayFunctionFault } from '@antiphon/contract/function-faults';
import type { CallCredentialId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { OpeningFailed } from '../sealing/seal.ts';
import { findCallCredential, lockOriginsForUse, touchCallCredential } from './call-credentials.queries.ts';
import { DOTS, headerOf, hideSecret } from './call-credentials.rules.ts';
import { openCallSecret } from './seal-call-secret.ts';

/** What a function that is saved names: it has to be there, and meant for the origin that the function calls. */
export async function demandCallCredential(
  tx: Tx,
  scope: Scope,
  { credentialId, origin }: { credentialId: CallCredentialId | null; origin: string },
  path = 'request.credentialId',
): Promise<void> {
  if (credentialId === null) return;
  const origins = await lockOriginsForUse(tx, scope, credentialId);
  if (origins?.includes(origin)) return;
  const message = origins ? sayFunctionFault('credentialElsewhere', { origin }) : sayFunctionFault('credentialGone');
  fail('invalid_input', { message, issues: [{ path, message }] });
}

export type OpenedCall = {
  header: { name: string; value: string };
  /** The same header for people to look at. */
  shown: { name: string; value: string };
  /** A text that came back, without the secret. */
  hide(text: string): string;
};

/**
 * The secret for one call to `origin`, and to no other: do not store, log or return it. Null where there is no such credential (any
 * more), where it is not meant for this origin, or where it cannot be opened.
 */
export async function openCallCredential(
  deps: { database: Database; secretKey: string },
  scope: Scope,
  { credentialId, origin }: { credentialId: CallCredentialId; origin: string },
): Promise<OpenedCall | null> {
  const row = await deps.database.transaction(scope, async (tx) => {
    const found = await findCallCredential(tx, scope, credentialId);
    if (found) await touchCallCredential(tx, scope, credentialId, new Date());
    return found;
  });
  if (!row?.origins.includes(origin)) return null;
  try {
    const secret = openCallSecret(deps.secretKey, row, row.sealed);
    const header = headerOf(row, secret);
    return { header, shown: { name: header.name, value: DOTS }, hide: (text) => hideSecret(text, row, secret) };
  } catch (error) {
    if (error instanceof OpeningFailed) return null;
    throw error;
  }
}
