import type { ClientActor } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { Org } from '@antiphon/contract/orgs';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf } from '../identity/identity.policy.ts';
import { readOrg } from './list-orgs.ts';
import { demandOrgAdmin } from './orgs.policy.ts';
import { lockOrgRow, updateOrgRow } from './orgs.queries.ts';

type Change = { name?: string | undefined; squarePhotoURL?: string | undefined };

/** Name and photo of an org, by one of its admins. Fails with `forbidden` ('You are not an admin'). */
export async function updateOwnOrg(
  deps: { database: Database },
  { scope, actor }: { scope: Scope; actor: ClientActor },
  { name, squarePhotoURL }: Change,
): Promise<Org> {
  demandOrgAdmin(actor);
  const { orgId } = actor;
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(squarePhotoURL === undefined ? {} : { squarePhotoURL }),
  };
  return deps.database.transaction(scope, async (tx) => {
    if (!(await lockOrgRow(tx, scope, orgId))) fail('not_found');
    await updateOrgRow(tx, scope, orgId, change);
    const act = { actor: actorOf({ userId: null, client: actor }), action: 'org.update', target: orgId };
    await recordAudit(tx, scope, { ...act, details: { changed: Object.keys(change) } });
    return readOrg(tx, scope, orgId);
  });
}
