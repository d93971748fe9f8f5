import { fail } from '@antiphon/contract/errors';
import type { UserId } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { countMembers, findMember, insertMember, lockMembers } from './members.queries.ts';
import { isFull, totalSeats } from './members.rules.ts';

/** `full` is the sentence for who finds no seat left: who invites and who joins are told differently. */
async function reserveSeat(tx: Tx, scope: Scope, full: string) {
  const workspace = await lockMembers(tx, scope);
  if (!workspace) fail('not_found');
  const seats = { used: await countMembers(tx, scope), total: totalSeats(workspace.workspaceSeats) };
  if (isFull(seats)) fail('seat_limit_reached', { message: full });
}

/** Fails unless somebody more could join now. Nothing is kept free for an invitation: who joins first has the seat. */
export const demandFreeSeat = (tx: Tx, scope: Scope) =>
  reserveSeat(tx, scope, 'You have reached the maximum number of seats');

/**
 * Takes a seat, under a lock that lasts until the transaction ends: of twenty who join on one free seat, one does. False
 * where the person is a member already, whose permissions stay as they are.
 */
export async function addMember(tx: Tx, scope: Scope, userId: UserId, permissions: Permission[]): Promise<boolean> {
  if (await findMember(tx, scope, userId)) return false;
  await reserveSeat(tx, scope, 'Failed to add user to workspace, workspace does not have enough seats');
  await insertMember(tx, scope, userId, permissions);
  return true;
}
