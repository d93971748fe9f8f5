import { newOrgId } from '@antiphon/contract/ids';
import type { NewOrg, Org } from '@antiphon/contract/orgs';
import type { Database } from '../../db/database.ts';
import { holdPaths } from '../agency-tabs/list-tabs.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { demandSells } from './demand-sells.ts';
import { readOrg } from './list-orgs.ts';
import { insertOrg } from './orgs.queries.ts';
import { newOrg, withKnownPaths } from './orgs.rules.ts';

/** A customer company without people and agents; without a name it is called 'New Organization'. */
export async function createOrg(deps: { database: Database }, member: Member, given: NewOrg): Promise<Org> {
  demand(member, 'clients.write');
  if (given.allowBilling) demand(member, 'billing.write');
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    if (given.allowBilling) await demandSells(tx, scope);
    const known = await holdPaths(tx, scope);
    const { id } = await insertOrg(tx, scope, { id: newOrgId(), ...withKnownPaths(newOrg(given), known) });
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'org.create', target: id });
    return readOrg(tx, scope, id);
  });
}
