import type { UserId } from '@antiphon/contract/ids';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findMemberPermissions } from './client-sessions.queries.ts';
import { KEY_HOLDERS } from './client-sessions.rules.ts';

/**
 * What whoever opened a client's dashboard may do now: null where nobody did, everything for a key, which only who may do
 * everything is given, and nothing for who is no member any more.
 */
export async function findOpenerMay(
  tx: Tx,
  scope: Scope,
  openedBy: string | null,
): Promise<readonly Permission[] | null> {
  if (openedBy === null) return null;
  if (KEY_HOLDERS.includes(openedBy)) return PERMISSIONS;
  return (await findMemberPermissions(tx, scope, openedBy as UserId)) ?? [];
}
