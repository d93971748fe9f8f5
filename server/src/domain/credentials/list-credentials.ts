import type { Credential } from '@antiphon/contract/credentials';
import type { UserId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { listMemberNames } from '../workspaces/list-member-names.ts';
import { listAgentsUsing, listCredentialRows } from './credentials.queries.ts';

/** Every member may see which credentials exist, since whoever edits an agent picks one; nobody sees a key. */
export async function listCredentials(
  deps: { database: Database; systemScope: SystemScope },
  scope: Scope,
): Promise<Credential[]> {
  const { rows, agents } = await deps.database.transaction(scope, async (tx) => ({
    rows: await listCredentialRows(tx, scope),
    agents: await listAgentsUsing(tx, scope),
  }));
  const names = await listMemberNames(deps, scope);
  return rows.map((row) =>
    toCredential(
      row,
      names,
      agents.filter(({ credentialId }) => credentialId === row.id),
    ),
  );
}

type Row = Omit<Credential, 'createdAt' | 'lastUsedAt' | 'agents' | 'addedBy'> & {
  addedByUserId: UserId | null;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** Agents of one credential that an answer names. */
const AGENTS_SHOWN = 100;

export const toCredential = (
  { addedByUserId, ...row }: Row,
  names: Map<UserId, string>,
  agents: Credential['agents'],
): Credential => ({
  ...row,
  addedBy: addedByUserId ? (names.get(addedByUserId) ?? 'A former member') : 'API key',
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  agents: agents.slice(0, AGENTS_SHOWN).map(({ ID, title }) => ({ ID, title })),
});
