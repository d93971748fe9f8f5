import type { Credential } from '@antiphon/contract/credentials';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listCredentialRows } from './credentials.queries.ts';

/** Every member may see which credentials exist, since whoever edits an agent picks one; nobody sees a key. */
export async function listCredentials(deps: { database: Database }, scope: Scope): Promise<Credential[]> {
  const rows = await deps.database.transaction(scope, (tx) => listCredentialRows(tx, scope));
  return rows.map(toCredential);
}

type Row = Omit<Credential, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null };

export const toCredential = (row: Row): Credential => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});
