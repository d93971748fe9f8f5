import { fail } from '@antiphon/contract/errors';
import type { OrgId } from '@antiphon/contract/ids';
import type { Org, OrgChange } from '@antiphon/contract/orgs';
import type { Database, Tx } from '../../db/database.ts';
import { deleteChildren } from '../../db/delete-tree.ts';
import type { Scope } from '../../db/scope.ts';
import { holdPaths } from '../agency-tabs/list-tabs.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { takeBackCredits } from '../org-credits/take-back-credits.ts';
import { demandSells } from './demand-sells.ts';
import { readOrg } from './list-orgs.ts';
import { findOrgRow, lockOrgRow, removeOrg, updateOrgRow } from './orgs.queries.ts';
import { mergeSettings, withKnownPaths } from './orgs.rules.ts';

const NO_ORG = { message: 'Organization ID is missing. Please try again or contact support.' };

/** Changes what is named and leaves the rest; who pays is changed with `billing.write`. Not-found says so in the words that people know. */
export async function updateOrg(
  deps: { database: Database },
  member: Member,
  id: OrgId,
  change: OrgChange,
): Promise<Org> {
  demand(member, 'clients.write');
  const { scope } = member;
  const { settings, ...fields } = change;
  return deps.database.transaction(scope, async (tx) => {
    const known = await holdPaths(tx, scope);
    const before = await lockOrgRow(tx, scope, id);
    if (!before) fail('not_found', NO_ORG);
    if (change.allowBilling === !before.allowBilling) demand(member, 'billing.write');
    if (change.allowBilling && !before.allowBilling) await demandSells(tx, scope);
    await updateOrgRow(tx, scope, id, {
      ...withKnownPaths(fields, known),
      settings: mergeSettings(before.settings, settings),
    });
    const details = { changed: Object.keys(change) };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'org.update', target: id, details });
    return readOrg(tx, scope, id);
  });
}

/** Within the caller's transaction; null where it is gone. What it may spend goes back to the workspace. */
export async function removeOrgWithPeople(tx: Tx, scope: Scope, id: OrgId): Promise<{ name: string } | null> {
  const org = await lockOrgRow(tx, scope, id);
  if (!org || !(await removeOrg(tx, scope, id))) return null;
  await takeBackCredits(tx, scope, id);
  return org;
}

/**
 * Its people go with it and are signed out by that; the agents stay. However many they are, they go in short transactions before it:
 * where that is cut off, the org stands with those that are left, to be deleted again.
 */
export async function deleteOrg(deps: { database: Database }, member: Member, id: OrgId): Promise<void> {
  demand(member, 'clients.write');
  const { scope } = member;
  if (!(await deps.database.transaction(scope, (tx) => findOrgRow(tx, scope, id)))) fail('not_found');
  await deleteChildren({ database: deps.database, scope }, 'orgs', id);
  await deps.database.transaction(scope, async (tx) => {
    const org = await removeOrgWithPeople(tx, scope, id);
    if (!org) fail('not_found');
    const details = { name: org.name };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'org.delete', target: id, details });
  });
}
