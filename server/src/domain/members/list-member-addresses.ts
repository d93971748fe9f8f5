import type { UserId, WorkspaceUid } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { listMembers } from './members.system.queries.ts';

/** Where mail to everybody in a workspace goes, and in which language. */
export async function listMemberAddresses(
  deps: { database: Database; systemScope: SystemScope },
  uid: WorkspaceUid,
): Promise<{ userId: UserId; email: string; language: DashboardLanguage }[]> {
  const rows = await deps.database.transaction(deps.systemScope, (tx) => listMembers(tx, uid));
  return rows.map(({ userId, email, language }) => ({ userId, email, language: language ?? 'en' }));
}
