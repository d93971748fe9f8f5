import type { PayerId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listPeopleOfPayer } from './clients.queries.ts';

/** Who is told of what an org owes: its admins; where it has none, everybody in it. */
export async function listOrgPayers(tx: Tx, scope: Scope, payerId: PayerId) {
  const people = await listPeopleOfPayer(tx, scope, payerId);
  const admins = people.filter(({ isOrgAdmin }) => isOrgAdmin);
  return admins.length > 0 ? admins : people;
}
