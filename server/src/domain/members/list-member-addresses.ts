import type { UserId, WorkspaceUid } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { Permission } from '@antiphon/contract/permissions';
import type { Database, Tx } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { listMembers } from './members.system.queries.ts';

type Deps = { database: Database; systemScope: SystemScope };
export type MemberAddress = { userId: UserId; email: string; language: DashboardLanguage };

/** Where mail to everybody in a workspace goes, and in which language. */
export const listMemberAddresses = (deps: Deps, uid: WorkspaceUid): Promise<MemberAddress[]> =>
  deps.database.transaction(deps.systemScope, (tx) => readAddresses(tx, uid));

/** The same within the caller's transaction, whatever its scope. */
export const listMemberAddressesWithin = (deps: Deps, tx: Tx, uid: WorkspaceUid): Promise<MemberAddress[]> =>
  deps.database.within(tx, deps.systemScope, () => readAddresses(tx, uid));

/** Of those alone who pay for it. */
export const listPayingAddressesWithin = (deps: Deps, tx: Tx, uid: WorkspaceUid): Promise<MemberAddress[]> =>
  deps.database.within(tx, deps.systemScope, () => readAddresses(tx, uid, 'billing.write'));

async function readAddresses(tx: Tx, uid: WorkspaceUid, permission?: Permission): Promise<MemberAddress[]> {
  const rows = await listMembers(tx, uid);
  const meant = permission ? rows.filter(({ permissions }) => permissions.includes(permission)) : rows;
  return meant.map(({ userId, email, language }) => ({ userId, email, language: language ?? 'en' }));
}
