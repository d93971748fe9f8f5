import type { AccessScope } from '@antiphon/contract/access-keys';
import type { AccessKeyId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { hashSecret } from '../workspaces/secrets.rules.ts';
import { findKeyByHash, touchKey } from './access-keys.system.queries.ts';

/** `lastUsedAt` is good to a minute, so that a busy program does not rewrite its key's row at every call. */
const USE_RESOLUTION_MS = 60_000;

export type FoundAccessKey = {
  id: AccessKeyId;
  workspaceUid: WorkspaceUid;
  userId: UserId;
  scopes: readonly AccessScope[];
  /** What its person may do at this moment. */
  permissions: readonly Permission[];
};

/** `expired` is told apart, for a program's owner to know why. Null: there is none (any more). */
export async function findAccessKey(
  deps: { database: Database; systemScope: SystemScope },
  secret: string,
  now: Date,
): Promise<FoundAccessKey | 'expired' | null> {
  if (!/^ak_[0-9A-Za-z]{40}$/.test(secret)) return null;
  return deps.database.transaction(deps.systemScope, async (tx) => {
    const row = await findKeyByHash(tx, hashSecret(secret));
    if (!row) return null;
    if (row.expiresAt <= now) return 'expired';
    const since = new Date(now.getTime() - USE_RESOLUTION_MS);
    if (!row.lastUsedAt || row.lastUsedAt < since) await touchKey(tx, row, { now, since });
    const { id, workspaceUid, userId, permissions } = row;
    return { id, workspaceUid, userId, permissions, scopes: ['read' as const, ...row.scopes] };
  });
}
