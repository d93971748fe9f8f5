import type { ClientActor, OrgUser } from '@antiphon/contract/client-sessions';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { demandOrgAdmin } from '../orgs/orgs.policy.ts';
import { listClientRows } from './clients.queries.ts';

/** More than any org has. */
const SHOWN_MAX = 500;

/** The people of an org by name, for its own admins. Fails with `forbidden` ('You are not an admin'). */
export async function listOrgUsers(
  deps: { database: Database },
  { scope, actor }: { scope: Scope; actor: ClientActor },
): Promise<OrgUser[]> {
  demandOrgAdmin(actor);
  const query = { orgId: actor.orgId, search: null, after: null, limit: SHOWN_MAX };
  const rows = await deps.database.transaction(scope, (tx) => listClientRows(tx, scope, query));
  return rows.map(({ id, name, email, squarePhotoURL, status, isOrgAdmin }) => ({
    ID: id,
    name,
    email,
    squarePhotoURL,
    status,
    isOrgAdmin,
  }));
}
