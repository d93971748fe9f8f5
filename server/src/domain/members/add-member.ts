import { fail } from '@antiphon/contract/errors';
import type { UserId } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { demandSeat } from '../entitlements/demand-within.ts';
import { findMember, insertMember, lockMembers } from './members.queries.ts';

const FULL = 'Failed to add user to workspace, workspace does not have enough seats';

/**
 * Takes a seat: of twenty who join on one free seat, one does. False where the person is a member already, whose permissions stay
 * as they are.
 */
export async function addMember(tx: Tx, scope: Scope, userId: UserId, permissions: Permission[]): Promise<boolean> {
  if (!(await lockMembers(tx, scope))) fail('not_found');
  if (await findMember(tx, scope, userId)) return false;
  await insertMember(tx, scope, userId, permissions);
  await demandSeat(tx, scope, FULL);
  return true;
}
